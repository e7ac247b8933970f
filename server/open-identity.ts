/**
 * Opens sign-in and everything else that needs the installation's secret, which all processes share: the configured
 * one, else one in the database.
 */
import { createAccessTokens } from '#server/auth/issue-token.ts';
import { createIdentity } from '#server/auth/create-identity.ts';
import { sharedSecret } from '#server/auth/service.ts';
import { createFactorSecrets } from '#server/auth/store-factors.ts';
import { createPasskeyChallenges } from '#server/auth/use-passkeys.ts';
import { createUnsubscribeLinks } from '#server/notifications/service.ts';
import { createHandOverCodes } from '#server/orders/service.ts';
import { createBankSeal } from '#server/payouts/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { Database } from '#server/platform/postgres/database.ts';

interface IdentityParts {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly identityDb: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Opens sign-in, tokens, unsubscribe links, second factors, hand-over codes and the seal of bank details. */
export async function openIdentity(config: Config, { db, jobs, identityDb, clock, log }: IdentityParts) {
  const secret = config.authSecret ?? (await sharedSecret(db));
  const sessionLife = { maxDays: config.sessionMaxDays };
  const identity = createIdentity({
    db,
    jobs,
    identityDb,
    publicUrl: config.publicUrl,
    trustedOrigins: trustedOrigins(config),
    secret,
    google: config.google,
    log,
    clock,
    sessionLife,
  });
  return {
    identity,
    sessionLife,
    tokens: createAccessTokens({ secret, clock }),
    unsubscribeLinks: createUnsubscribeLinks(secret),
    codes: createHandOverCodes(secret),
    factorSecrets: createFactorSecrets(secret),
    challenges: createPasskeyChallenges(secret),
    seal: createBankSeal(secret),
  };
}

/** Pages of these origins may use the session cookie. The demo may be opened under either name of this machine. */
function trustedOrigins({ mode, publicUrl, port }: Config): string[] {
  if (mode !== 'demo') return [publicUrl];
  // Behind a proxy, the public URL has another port.
  const byNumber = publicUrl.replace('//localhost', '//127.0.0.1');
  return [publicUrl, byNumber, `http://localhost:${port}`, `http://127.0.0.1:${port}`];
}
