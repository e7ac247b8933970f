import { randomBytes } from 'node:crypto';

import { accountErrors, type SignedInPlace } from '#contract/auth-account.ts';
import { authErrors, newPasswordHint } from '#contract/auth.ts';
import { isId } from '#contract/id.ts';
import { users } from '#db/tables/users.ts';
import type { AccessTokens } from './issue-token.ts';
import { describeBrowser, shortenAddress } from './describe-place.ts';
import type { FindSignedIn } from './find-signed-in.ts';
import type { RecognisedBrowser } from './recognise-browser.ts';
import { hashPassword } from './hash-password.ts';
import { findSessionOf, type Identity } from './create-identity.ts';
import { UnleakedPassword } from './refuse-leaked.ts';
import * as repository from './repository.ts';
import type { SessionLife } from './session-life.ts';
import { listFactorWays, needsSecondFactor } from './store-factors.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import type { Clock } from '#server/platform/clock.ts';
import { ConfigError } from '#server/platform/config.ts';
import { type Database, type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Guard, Viewer } from '#server/platform/http/http-guard.ts';
import { findPersonByEmail, hasAdmin, isHeldUnconfirmed, promoteToAdmin } from '#server/users/service.ts';

const fail = failWith({ ...authErrors, ...accountErrors });

export { type FindSignedIn, prepareSignedIn } from './find-signed-in.ts';

export { personOfSessionsTopic } from './name-topics.ts';
export { linksInMail } from './links-in-mail.ts';
export { returnQueue } from './jobs.ts';

/** Ends every session of a person, including those being started. */
export async function endAllSessions(tx: Transaction, userId: string): Promise<void> {
  await repository.endSessions(tx, userId);
}

/** Ends every session of a removed person and every way for them to sign in. */
export const endAccess = repository.removeAccess;

/**
 * Creates the guard, which identifies the person of a request: by bearer token, or by session cookie for `GET /jwt`.
 */
export function createGuard(
  db: Database,
  {
    findSignedIn,
    identity,
    tokens,
  }: { findSignedIn: FindSignedIn; identity: Identity; tokens: AccessTokens },
): Guard {
  return {
    readToken: async (authorization) => {
      const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
      return token === undefined ? undefined : tokens.read(token);
    },
    findPerson: findSignedIn,
    findSessionHolder: async (request) => {
      const holder = await findSessionOf(identity, request);
      if (holder?.awaitsFactor === true) return 'awaits-second-factor';
      return holder && findSignedIn(holder);
    },
    listFactorWays: async (request) => {
      const holder = await findSessionOf(identity, request);
      return holder === undefined ? [] : listFactorWays(db, holder.id);
    },
  };
}

/**
 * An access token for the holder of a session.
 *
 * @param email of the person whose token is requested; absent means the holder's own
 * @param address the network address that the request comes from
 * @throws Failure auth.not-your-session for anybody else's
 */
export async function issueAccessToken(
  { db, tokens, sessionLife }: { db: Database; tokens: AccessTokens; sessionLife: SessionLife },
  holder: Viewer,
  email: string | undefined,
  address: string,
): Promise<string> {
  if (email !== undefined && email.trim().toLowerCase() !== holder.email) throw fail('auth.not-your-session');
  // Open pages request a token every few minutes, often enough to record when the session was used.
  await repository.recordUse(db, holder.sessionId, { ...sessionLife, address });
  return tokens.issue(holder);
}

/**
 * Refuses a redirect URL of another site.
 *
 * @throws Failure auth.invalid-callback-url
 */
export function requireOwnAddress(identity: Identity, address: string | undefined): void {
  if (address !== undefined && !identity.isOwnAddress(address)) throw fail('auth.invalid-callback-url');
}

/** A person's sessions, the most recently used first. */
export async function listSessions(db: Executor, viewer: Viewer): Promise<SignedInPlace[]> {
  const rows = await repository.listSessions(db, viewer.id);
  return rows.map(({ id, userAgent, ipAddress, lastUsedAt, createdAt }) => ({
    _id: id,
    browser: describeBrowser(userAgent),
    network: shortenAddress(ipAddress),
    lastUsedAt: lastUsedAt.toISOString(),
    signedInAt: createdAt.toISOString(),
    isCurrent: id === viewer.sessionId,
  }));
}

/** Whether a session is this person's; undefined for one that has ended. */
export async function ownsSession(
  db: Executor,
  id: string,
  person: { id: string },
): Promise<boolean | undefined> {
  const ownerId = isId(id) ? await repository.findSessionOwner(db, id) : undefined;
  return ownerId === undefined ? undefined : ownerId === person.id;
}

/** Ends a session: its tokens are refused with the next call, in every process. */
export const endSession = repository.removeSession;

/** Ends every other session of a person. @returns how many */
export const endOtherSessions = (db: Executor, { id, sessionId }: Viewer): Promise<number> =>
  repository.removeOtherSessions(db, id, sessionId);

/**
 * Stores that the person uses this browser, because they have set a new password in it. Not if they have a second
 * factor: whoever only reads their mail could then guess its codes with a new count for each new password.
 */
export async function rememberBrowser(
  db: Executor,
  userId: string,
  browser: RecognisedBrowser,
): Promise<void> {
  if (!(await needsSecondFactor(db, userId))) await repository.rememberBrowser(db, userId, browser.hash);
}

/** The secret that signs sessions and tokens, created at the first start and shared by all processes. */
export const sharedSecret = (db: Executor): Promise<string> =>
  repository.getOrInsertSetting(db, 'auth-secret', randomBytes(32).toString('base64url'));

/**
 * Creates the first admin if there is none. If an account has already confirmed that address, it becomes the admin and
 * keeps its password.
 *
 * @throws ConfigError if an account has the address without having confirmed it, since anybody could have created it, and
 *   for a password that nobody may choose
 */
export async function ensureAdmin(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  admin: { email: string; password: string },
): Promise<void> {
  if (await hasAdmin(db)) return;
  if (await isHeldUnconfirmed(db, admin.email)) {
    throw new ConfigError([
      `ADMIN_EMAIL: the account of ${admin.email} has never confirmed this address, so that anybody may have made it. ` +
        'Name another address, which can then delete that account',
    ]);
  }
  const passwordHash = await hashPassword(admin.password);
  await db.transaction(async (tx) => {
    const known = await findPersonByEmail(tx, admin.email);
    const id = known?.id ?? newId();
    if (known === undefined) {
      if (!UnleakedPassword.safeParse(admin.password).success) {
        throw new ConfigError([`ADMIN_PASSWORD is too weak. ${newPasswordHint}`]);
      }
      // No public page shows a new person yet.
      const [row] = await writeUnpublished(tx)
        .insert(users)
        .values({ id, name: 'Admin', email: admin.email, emailVerified: true })
        .onConflictDoNothing()
        .returning({ id: users.id });
      // Another process that starts at the same time was faster.
      if (row === undefined) return;
      await repository.insertPassword(tx, id, passwordHash);
    }
    await promoteToAdmin(tx, id, clock.now());
  });
}
