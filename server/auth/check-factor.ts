/** Checks a code from the person's authenticator app or one of their recovery codes. */
import { factorErrors } from '#contract/auth-factors.ts';
import { findTotpStep } from './check-totp.ts';
import type { NotifyOfAccount } from './jobs.ts';
import { notifyOfFactors } from './notify-factors.ts';
import * as factors from './store-factors.ts';
import type { Clock } from '#server/platform/clock.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Database } from '#server/platform/postgres/database.ts';

const fail = failWith(factorErrors);
const inCode = { paths: ['code'] };

export interface FactorServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly notify: NotifyOfAccount;
  readonly factorSecrets: factors.FactorSecrets;
}

/**
 * Uses up a code of the second factor. The attempt must have been granted before.
 *
 * @throws Failure auth.wrong-code, auth.wrong-recovery-code, auth.code-used
 */
export async function takeFactorCode(services: FactorServices, userId: string, code: string): Promise<void> {
  return /^\d{6}$/.test(code) ? takeTotp(services, userId, code) : takeRecoveryCode(services, userId, code);
}

async function takeTotp(
  { db, clock, factorSecrets }: FactorServices,
  userId: string,
  digits: string,
): Promise<void> {
  const sealed = await factors.findTotp(db, userId);
  const secret = sealed === undefined ? null : factorSecrets.openTotp(userId, sealed);
  const step = secret === null ? undefined : findTotpStep(secret, digits, clock.now());
  if (step === undefined) throw fail('auth.wrong-code', inCode);
  if (!(await factors.takeTotpStep(db, userId, step))) throw fail('auth.code-used', inCode);
}

async function takeRecoveryCode(services: FactorServices, userId: string, code: string): Promise<void> {
  const { db, clock, factorSecrets } = services;
  const codeHash = await factorSecrets.hashRecoveryCode(userId, code);
  await db.transaction(async (tx) => {
    const now = clock.now();
    if (!(await factors.takeRecoveryCode(tx, userId, codeHash, now)))
      throw fail(looksLikeAppCode(code) ? 'auth.wrong-code' : 'auth.wrong-recovery-code', inCode);
    await notifyOfFactors(tx, services, userId, { what: 'recovery-code-used', now });
  });
}

/** Whether a wrong code was meant as one of the app: also an empty one, or one with a digit too few or too many. */
const looksLikeAppCode = (code: string): boolean => /^[\d\s]{0,9}$/.test(code);
