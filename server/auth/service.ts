import { randomBytes } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { authErrors } from '#contract/auth.ts';
import type { Person } from '#contract/access.ts';
import { users } from '#db/tables/users.ts';
import type { AccessTokens } from './issue-token.ts';
import { hashPassword } from './configure-identity.ts';
import type { Identity } from './keep-identity.ts';
import * as repository from './repository.ts';
import { type Database, type Executor, newId } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Guard } from '#server/platform/http/http-guard.ts';
import { findPerson, findPersonByEmail, hasAdmin, promoteToAdmin } from '#server/users/service.ts';

const fail = failWith(authErrors);

/** Ends every session of a removed person and every way for him to sign in. */
export const endAccess = repository.removeAccess;

/** Matches requests with people: bearer tokens for calls, the session cookie for `GET /jwt`. */
export function createGuard(db: Database, identity: Identity, tokens: AccessTokens): Guard {
  return {
    readToken: async (authorization) => {
      const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
      return token === undefined ? undefined : tokens.read(token);
    },
    findPerson: (id) => findPerson(db, id),
    findSessionHolder: async (request: FastifyRequest) => {
      const { cookie, origin } = request.headers;
      if (cookie === undefined || !identity.trusts(origin)) return undefined;
      const id = await identity.findSessionUser(new Headers({ cookie }));
      return id === undefined ? undefined : findPerson(db, id);
    },
  };
}

/**
 * An access token for the holder of a session.
 *
 * @param email whose token is asked for; absent means the holder's own
 * @throws Failure auth.not-your-session for anybody else's
 */
export async function issueAccessToken(
  tokens: AccessTokens,
  holder: Person,
  email: string | undefined,
): Promise<string> {
  if (email !== undefined && email.trim().toLowerCase() !== holder.email) throw fail('auth.not-your-session');
  return tokens.issue(holder);
}

/** The secret that signs sessions and tokens, made at the first start and shared by all processes. */
export const sharedSecret = (db: Executor): Promise<string> =>
  repository.getOrInsertSetting(db, 'auth-secret', randomBytes(32).toString('base64url'));

/** Creates the first admin where there is none. Somebody who has that address already keeps his password. */
export async function ensureAdmin(db: Database, admin: { email: string; password: string }): Promise<void> {
  if (await hasAdmin(db)) return;
  const passwordHash = await hashPassword(admin.password);
  await db.transaction(async (tx) => {
    const known = await findPersonByEmail(tx, admin.email);
    const id = known?.id ?? newId();
    if (known === undefined) {
      const [row] = await tx
        .insert(users)
        .values({ id, name: 'Admin', email: admin.email, emailVerified: true })
        .onConflictDoNothing()
        .returning({ id: users.id });
      // Another process that starts at the same moment was quicker.
      if (row === undefined) return;
      await repository.insertPassword(tx, id, passwordHash);
    }
    await promoteToAdmin(tx, id);
  });
}
