/** What a sign-in brings into the session that it begins, as hooks of the identity library. */
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

/** One call of the identity library, from its begin to its answer. */
export interface SignInAttempt {
  readonly address: string;
  /** The person's when the call began, before their password was checked. */
  accessVersion?: number | undefined;
  /** Whether the person has shown more than one factor, so that nothing is asked of them any more. */
  readonly hasPassedFactor?: true;
  /** When Google has last asked the person who they are, as it says; null where it does not say so. */
  askedByGoogleAt?: Date | null;
  /** The session that came of it. */
  begun?: BegunSession;
  /** What the database failed with where the library only logs it, and goes on as if nothing had happened. */
  failure?: Error;
}

export interface BegunSession extends TokenHolder {
  /** Whether a second factor is still to come. */
  readonly awaitsFactor: boolean;
}

export type CurrentAttempt = () => SignInAttempt | undefined;

/**
 * Remembers what the account stood at before the password is checked. If the password is replaced or everybody is
 * signed out while the check goes on, the session that follows is void from its start.
 */
export async function beginAttempt(
  db: Database,
  { path, body }: { path: string; body?: unknown },
  attempt: SignInAttempt | undefined,
): Promise<void> {
  if (attempt === undefined) return;
  // A new account begins at 0; if its address was proven by somebody else meanwhile, it does not stand there any more.
  if (path === '/sign-up/email') attempt.accessVersion = 0;
  if (path !== '/sign-in/email') return;
  const email: unknown = Reflect.get(Object(body), 'email');
  // PostgreSQL's text takes no NUL, so nobody has such an address.
  if (typeof email !== 'string' || email.includes('\u0000')) return;
  attempt.accessVersion = await repository.findAccessVersion(db, { email });
}

/**
 * For the library's `databaseHooks`. Every session begins here, however somebody signed in: that of an account with a
 * second factor begins waiting for it.
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
  // The library ends sessions by itself where somebody signs out.
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
 * Google signs people in whom it has asked long ago. What asks for a fresh sign-in counts from when it asked; where it
 * does not say when, from never: there are other ways to confirm that it is oneself.
 */
function authenticatedAt(attempt: SignInAttempt | undefined, now: Date): Date {
  const { askedByGoogleAt } = attempt ?? {};
  if (askedByGoogleAt === undefined) return now;
  return askedByGoogleAt === null || askedByGoogleAt > now ? new Date(0) : askedByGoogleAt;
}

/**
 * A call of the library for our own ways to sign in: it begins a session and sets its cookie, as a sign-in of the
 * library does. It has no address, so nobody can make it from outside.
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
