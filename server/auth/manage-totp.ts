/** Sets an authenticator app up and turns it off, after a fresh sign-in. */
import type * as calls from '#contract/auth-factors.ts';
import { type Factors, factorErrors } from '#contract/auth-factors.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { FactorServices } from './check-factor.ts';
import { createTotpSecret, findTotpStep, totpUri } from './check-totp.ts';
import { notifyOfFactors } from './notify-factors.ts';
import * as repository from './repository.ts';
import { requireSignedIn } from './require-signed-in.ts';
import * as factors from './store-factors.ts';
import { countPasskeys } from './store-passkeys.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Viewer } from '#server/platform/http/http-guard.ts';
import type { Database } from '#server/platform/postgres/database.ts';

const fail = failWith(factorErrors);

/** The factors of an account besides its password, and whether it has one. */
export async function readFactors(db: Database, { id, owesFactor }: Viewer): Promise<Factors> {
  return {
    totp: (await factors.findTotp(db, id)) !== undefined,
    recoveryCodesLeft: await factors.countRecoveryCodes(db, id),
    passkeys: await countPasskeys(db, id),
    isMissing: owesFactor,
    hasPassword: (await repository.findPasswordHash(db, id)) !== undefined,
  };
}

/**
 * Creates the secret for an app. Nothing else changes until one of its codes is confirmed.
 *
 * @throws Failure auth.totp-on
 */
export async function beginTotp(
  { db, clock, factorSecrets }: FactorServices,
  { id, email }: Viewer,
): Promise<{ secret: string; uri: string }> {
  const secret = createTotpSecret();
  const isStored = await factors.insertTotp(db, id, factorSecrets.sealTotp(id, secret), clock.now());
  if (!isStored) throw fail('auth.totp-on');
  return { secret, uri: totpUri(secret, email) };
}

/**
 * Turns the app on if the code proves that it works.
 *
 * @param entry.secret the one that the person saw, if known
 *
 * @returns the recovery codes
 * @throws Failure auth.wrong-code, auth.totp-replaced if there is a newer secret, auth.totp-on if an app was confirmed
 *   meanwhile, auth.totp-off if there is nothing to confirm; request.unauthenticated if the session has ended meanwhile
 */
export async function confirmTotp(
  services: FactorServices,
  viewer: Viewer,
  { code, secret: seen }: BodyOf<typeof calls.confirmTotp>,
): Promise<string[]> {
  const { db, clock, factorSecrets } = services;
  const { id } = viewer;
  const now = clock.now();
  const sealed = await factors.findUnconfirmedTotp(db, id);
  const secret = sealed === undefined ? null : factorSecrets.openTotp(id, sealed);
  if (sealed === undefined || secret === null)
    throw fail((await factors.findTotp(db, id)) === undefined ? 'auth.totp-off' : 'auth.totp-on');
  if (seen !== undefined && seen !== secret) throw fail('auth.totp-replaced');
  const step = findTotpStep(secret, code, now);
  if (step === undefined) throw fail('auth.wrong-code', { paths: ['code'] });
  const recovery = await factors.createRecoveryCodes(factorSecrets, id);
  await db.transaction(async (tx) => {
    await requireSignedIn(tx, viewer);
    if (!(await factors.confirmTotp(tx, id, sealed, { step, now }))) throw fail('auth.totp-off');
    await factors.replaceRecoveryCodes(tx, id, recovery, now);
    await notifyOfFactors(tx, services, id, { what: 'totp-on', now });
  });
  return [...recovery.codes];
}

/**
 * Turns the app off and deletes its recovery codes.
 *
 * @throws Failure auth.totp-off; request.unauthenticated if the session has ended meanwhile
 */
export async function removeTotp(services: FactorServices, viewer: Viewer): Promise<void> {
  const { id } = viewer;
  await services.db.transaction(async (tx) => {
    await requireSignedIn(tx, viewer);
    if (!(await factors.removeTotp(tx, id))) throw fail('auth.totp-off');
    await notifyOfFactors(tx, services, id, { what: 'totp-off', now: services.clock.now() });
  });
}

/**
 * Replaces the recovery codes.
 *
 * @throws Failure auth.totp-off; request.unauthenticated if the session has ended meanwhile
 */
export async function renewRecoveryCodes(services: FactorServices, viewer: Viewer): Promise<string[]> {
  const { db, clock, factorSecrets } = services;
  const { id } = viewer;
  // Checked before the codes are hashed, which takes a fifth of a second on one core.
  if ((await factors.findTotp(db, id)) === undefined) throw fail('auth.totp-off');
  const recovery = await factors.createRecoveryCodes(factorSecrets, id);
  await db.transaction(async (tx) => {
    await requireSignedIn(tx, viewer);
    if ((await factors.findTotp(tx, id)) === undefined) throw fail('auth.totp-off');
    const now = clock.now();
    await factors.replaceRecoveryCodes(tx, id, recovery, now);
    await notifyOfFactors(tx, services, id, { what: 'recovery-codes-new', now });
  });
  return [...recovery.codes];
}
