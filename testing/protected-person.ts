/** A person whose account has an authenticator app, and the two steps of their sign-in. */
import { eq } from 'drizzle-orm';

import { users } from '#db/tables/users.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { newId } from '#server/platform/postgres/database.ts';

import { totpCode } from './authenticator-app.ts';
import type { Caller, Reply } from './caller.ts';
import type { Market } from './market.ts';
import { signUp, type Visitor, visitorOf } from './visitor.ts';

export interface ProtectedPerson {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly visitor: Visitor;
  readonly caller: Caller;
  /** The app's secret, in Base32. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code that turned the app on. */
  readonly firstCode: string;
}

const password = 'Str0ngPass';

/** How long a code is shown (RFC 6238). */
const stepMs = 30_000;

export async function protectedPerson(
  { address, clock, services }: Market,
  { emailVerified = true } = {},
): Promise<ProtectedPerson> {
  const email = `protected-${newId()}@example.com`;
  const person = await signUp(address, { name: 'Mina', email, password });
  await writeUnpublished(services.db).update(users).set({ emailVerified }).where(eq(users.id, person.id));
  const { body } = await person.caller.post('/auth/totp');
  const firstCode = totpCode(body.secret, clock.now());
  const confirmed = await person.caller.post('/auth/totp/confirm', { code: firstCode });
  if (confirmed.status !== 200) throw new Error(`refused: ${JSON.stringify(confirmed.body)}`);
  const { recoveryCodes } = confirmed.body;
  return { email, password, ...person, secret: body.secret, recoveryCodes, firstCode };
}

/** The code that the app shows after the one that was used last. */
export function nextCode({ clock }: Market, { secret }: Pick<ProtectedPerson, 'secret'>): string {
  // To the start of the next step, so that the test has all of it, however slow the machine is.
  clock.advance((stepMs - (clock.now().getTime() % stepMs) + 1) / 60_000);
  return totpCode(secret, clock.now());
}

/** The first step, with the password alone. */
export async function firstStep(
  { address }: Market,
  { email }: Pick<ProtectedPerson, 'email'>,
): Promise<Visitor> {
  const visitor = visitorOf(address);
  const reply = await visitor.call('POST', '/auth/sign-in/email', { email, password });
  if (reply.body.secondFactorNeeded !== true)
    throw new Error(`no second step: ${JSON.stringify(reply.body)}`);
  return visitor;
}

export const secondStep = (visitor: Visitor, code: string): Promise<Reply> =>
  visitor.call('POST', '/auth/second-factor', { code });
