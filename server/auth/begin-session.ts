/** What a sign-in brings into the session that it begins, as hooks of the identity library. */
import * as repository from './repository.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import type { TokenHolder } from '#server/platform/http/http-guard.ts';

/** One call of the identity library, from its begin to its answer. */
export interface SignInAttempt {
  readonly address: string;
  /** The person's when the call began, before their password was checked. */
  accessVersion?: number | undefined;
  /** The session that came of it. */
  begun?: TokenHolder;
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

/** For the library's `databaseHooks`. */
export const sessionHooks = (db: Database, clock: Clock, attempt: CurrentAttempt) => ({
  create: {
    before: async (session: { userId: string }) => {
      const current = attempt();
      const accessVersion =
        current?.accessVersion ?? (await repository.findAccessVersion(db, { id: session.userId }));
      const ours = {
        accessVersion: accessVersion ?? 0,
        authenticatedAt: clock.now(),
        ipAddress: current?.address ?? null,
      };
      return { data: { ...session, ...ours } };
    },
    after: async ({ id, userId }: { id: string; userId: string }) => {
      const current = attempt();
      if (current !== undefined) current.begun = { id: userId, sessionId: id };
    },
  },
});
