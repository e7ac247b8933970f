/** Authenticates a person again. Only the current session becomes fresh, as after a sign-in. */
import { passkeyErrors } from '#contract/auth-passkeys.ts';
import { type StepUp, stepUpErrors, type StepUpWay } from '#contract/auth-step-up.ts';
import { type MailServices, requireMailAllowed } from './request-mail.ts';
import { type FactorServices, takeFactorCode } from './check-factor.ts';
import { createMailCode, isMailCode, takeMailCode } from './mail-links.ts';
import { requirePassword } from './prove-address.ts';
import * as repository from './repository.ts';
import { findTotp, needsSecondFactor } from './store-factors.ts';
import { type PasskeyServices, takePasskey } from './use-passkeys.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Viewer } from '#server/platform/http/http-guard.ts';
import { type Database, newId } from '#server/platform/postgres/database.ts';

const fail = failWith({ ...stepUpErrors, ...passkeyErrors });

/**
 * The factors that this person has to prove, which are those of a sign-in. Without a password it is a code by mail:
 * access to the mailbox is enough to sign in to such an account anyway.
 */
export async function listStepUpWays(db: Database, { id }: Viewer): Promise<StepUpWay[]> {
  const hasPassword = (await repository.findPasswordHash(db, id)) !== undefined;
  const hasTotp = (await findTotp(db, id)) !== undefined;
  // This is an admin with a passkey and no app: a password must not bypass the passkey.
  if (!hasTotp && (await needsSecondFactor(db, id))) return ['passkey'];
  return [hasPassword ? 'password' : 'mail-code', ...(hasTotp ? ['totp' as const] : [])];
}

/**
 * Mails a code to a person whose account has no password.
 *
 * @throws Failure auth.no-mail-code, auth.too-many-mails
 */
export async function requestStepUpCode(services: MailServices, viewer: Viewer): Promise<void> {
  const { db, clock, notify } = services;
  const { id, email } = viewer;
  if (!(await listStepUpWays(db, viewer)).includes('mail-code')) throw fail('auth.no-mail-code');
  await requireMailAllowed(services, 'step-up-code', email);
  await db.transaction(async (tx) => {
    const account = await repository.lockAccount(tx, id);
    if (account === undefined) return;
    const code = await createMailCode(tx, { userId: id, email: account.email }, clock.now());
    await notify(tx, newId(), [{ kind: 'step-up-code', personId: id, data: { code } }]);
  });
}

/**
 * Makes the session fresh if the proof is valid. The attempt must have been granted before.
 *
 * @throws Failure auth.passkey-needed, auth.wrong-password, auth.wrong-mail-code, auth.wrong-code, auth.code-used;
 *   auth.passkey-unknown for somebody else's passkey, and the failures of {@link takePasskey}
 */
export async function stepUp(
  services: FactorServices & PasskeyServices,
  viewer: Viewer,
  proof: StepUp,
): Promise<void> {
  const { db, clock } = services;
  if (proof.passkey === undefined) await requireWays(services, viewer, proof);
  else if ((await takePasskey(services, proof.passkey)).userId !== viewer.id)
    throw fail('auth.passkey-unknown');
  await repository.updateAuthenticatedAt(db, viewer.sessionId, clock.now());
}

async function requireWays(
  services: FactorServices,
  viewer: Viewer,
  { password, code = '', mailCode = '' }: StepUp,
): Promise<void> {
  const { db, clock } = services;
  const ways = await listStepUpWays(db, viewer);
  if (ways.includes('passkey')) throw fail('auth.passkey-needed');
  const hasPassword = ways.includes('password');
  if (hasPassword) await requirePassword(db, viewer.id, password);
  else if (!(await isMailCode(db, viewer.id, mailCode, clock.now()))) throw wrongCode();
  if (ways.includes('totp')) await takeFactorCode(services, viewer.id, code);
  // Last, so that a wrong code of the app does not use it up.
  if (!hasPassword && !(await takeMailCode(db, viewer.id, mailCode, clock.now()))) throw wrongCode();
}

const wrongCode = () => fail('auth.wrong-mail-code', { paths: ['mailCode'] });
