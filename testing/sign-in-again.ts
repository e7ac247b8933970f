import { eq } from 'drizzle-orm';

import { sessions } from '#db/tables/auth.ts';
import { callerOf } from './caller.ts';
import type { Market, TestPerson } from './market.ts';

/** The same person with a new session: moving the clock ends tokens and makes a sign-in too old. */
export async function signInAgain(
  { address, clock, services: { db, tokens } }: Market,
  person: TestPerson,
): Promise<TestPerson> {
  await db.update(sessions).set({ authenticatedAt: clock.now() }).where(eq(sessions.id, person.sessionId));
  return { ...person, ...callerOf(address, await tokens.issue(person)) };
}
