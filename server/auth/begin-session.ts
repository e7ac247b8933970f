/** Hooks of the identity library that add our data to a new session. */
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import * as z from 'zod/mini';

import { sessionsTopic } from './name-topics.ts';
import * as repository from './repository.ts';
import { firstEndOf, type SessionLife } from './session-life.ts';
import { needsSecondFactor } from './store-factors.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { TokenHolder } from '#server/platform/http/http-guard.ts';

/** The state of one call of the identity library, from its beginning to its answer. */
export interface SignInAttempt {
  readonly address: string;
  /** The person's version when the call began, before their password was checked. */
  accessVersion?: number | undefined;
  /** Whether the person has proven more than one factor, so that nothing more is required. */
  readonly hasPassedFactor?: true;
  /** When Google last authenticated the person; null if it does not say so. */
  authenticatedByGoogleAt?: Date | null;
  /** The person's name there; undefined for one that cannot be used here. */
  nameAtGoogle?: string | undefined;
  /** The session that the sign-in began. */
  begun?: BegunSession;
  /** The database's error, which the library only logs and otherwise ignores. */
  failure?: Error;
}

export interface BegunSession extends TokenHolder {
  /** Whether a second factor is still missing. */
  readonly awaitsFactor: boolean;
}

export type CurrentAttempt = () => SignInAttempt | undefined;

/**
 * Remembers the account's version, in memory, before the password is checked. If the password is replaced or all sessions are ended
 * during the check, the new session is never valid.
 */
export async function beginAttempt(
  db: Database,
  { path, body }: { path: string; body?: unknown },
  attempt: SignInAttempt | undefined,
): Promise<void> {
  if (attempt === undefined) return;
  // A new account begins at 0; if somebody else has proven its address meanwhile, its version is higher.
  if (path === '/sign-up/email') attempt.accessVersion = 0;
  if (path !== '/sign-in/email') return;
  const email: unknown = Reflect.get(Object(body), 'email');
  // PostgreSQL's type `text` accepts no NUL, so no account has such an address.
  if (typeof email !== 'string' || email.includes('\u0000')) return;
  attempt.accessVersion = await repository.findAccessVersion(db, { email });
}

/**
 * For the library's `databaseHooks`. Every session begins here, for all ways to sign in: if the account has a second
 * factor, its session begins waiting for it.
 */
export const sessionHooks = ({ db, clock, sessionLife }: SessionParts, attempt: CurrentAttempt) => ({
  create: {
    before: async (session: { userId: string; createdAt: Date }) => {
      const current = attempt();
      const accessVersion =
        current?.accessVersion ?? (await repository.findAccessVersion(db, { id: session.userId }));
      const awaitsFactor = current?.hasPassedFactor !== true && (await needsSecondFactor(db, session.userId));
      const ours = {
        awaitsFactor,
        accessVersion: accessVersion ?? 0,
        // The second step has its own time limit, which begins now.
        authenticatedAt: awaitsFactor ? clock.now() : authenticatedAt(current, clock.now()),
        expiresAt: firstEndOf(session.createdAt, sessionLife),
        ipAddress: current?.address ?? null,
      };
      return { data: { ...session, ...ours } };
    },
    after: async ({ id, userId, awaitsFactor }: { id: string; userId: string; awaitsFactor?: unknown }) => {
      const current = attempt();
      if (current === undefined) return;
      current.begun = { id: userId, sessionId: id, awaitsFactor: awaitsFactor === true };
    },
  },
  // The library deletes sessions itself when somebody signs out.
  delete: {
    after: async ({ userId }: { userId: string }) => db.$changes.publish(sessionsTopic(userId)),
  },
});

interface SessionParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly sessionLife: SessionLife;
}

/**
 * Google may sign a person in whom it authenticated long ago, so freshness counts from that time. If Google does not
 * report it, the session is not fresh: there are other ways to authenticate again.
 */
function authenticatedAt(attempt: SignInAttempt | undefined, now: Date): Date {
  const { authenticatedByGoogleAt } = attempt ?? {};
  if (authenticatedByGoogleAt === undefined) return now;
  return authenticatedByGoogleAt === null || authenticatedByGoogleAt > now
    ? new Date(0)
    : authenticatedByGoogleAt;
}

/**
 * A call of the library for our own ways to sign in: it begins a session and sets its cookie, as a sign-in of the
 * library does. It has no path, so it cannot be called from outside.
 */
export const sessionStarter = () =>
  ({
    id: 'ringback-sessions',
    endpoints: {
      startSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(ctx.body.userId);
          const session = user === null ? null : await internalAdapter.createSession(user.id);
          if (user === null || session === null) throw new APIError('UNAUTHORIZED');
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ id: session.id });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
