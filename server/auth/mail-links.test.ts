// Every link in a mail: used twice, too late, for another account, and with one changed character.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { users } from '#db/tables/users.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { mailTo, tokenIn } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { join, newEmail, signUp, type Visitor, visitorOf } from '#testing/visitor.ts';
import { removeExpired } from './jobs.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const password = 'Str0ngPass';
const newPassword = 'N3wPassword';

async function joinAs({ isConfirmed = false } = {}) {
  const person = await join(market.address);
  if (isConfirmed)
    await writeUnpublished(market.services.db)
      .update(users)
      .set({ emailVerified: true })
      .where(eq(users.id, person.id));
  return person;
}
type Person = Awaited<ReturnType<typeof joinAs>>;

interface MailedLink {
  /** @returns the token of a new link, and the person that it is about */
  make(): Promise<{ readonly token: string; readonly person: Person }>;
  /** @returns the result */
  use(token: string, visitor: Visitor): Promise<string>;
  readonly works: string;
  readonly faults: { readonly used: string; readonly late: string; readonly unknown: string };
  readonly goodForMinutes: number;
  /** The result in somebody else's session; the same as in the person's own if the link alone is sufficient proof. */
  readonly elsewhere: string;
}

/** A link that is used by a call. The result of a refusal is its code. */
const byCall = (path: string, body: object = {}) => ({
  use: async (token: string, visitor: Visitor): Promise<string> => {
    const reply = await visitor.call('POST', path, { token, ...body });
    return reply.status === 200 ? 'done' : reply.body.code;
  },
  works: 'done',
  elsewhere: 'done',
  faults: { used: 'auth.link-used', late: 'auth.link-late', unknown: 'auth.link-unknown' },
});

/** A link that is used by opening it. The page that it leads to has the result. */
const byOpening = (works: string) => ({
  use: async (token: string, visitor: Visitor): Promise<string> => {
    const { url } = await visitor.open(`${market.address}/api/auth/verify-email?token=${token}`);
    expect(new URL(url).pathname).toBe('/confirm-email');
    return new URL(url).searchParams.get('result') ?? '';
  },
  works,
  elsewhere: 'other-account',
  faults: { used: 'used', late: 'late', unknown: 'unknown' },
});

const confirmLink = async () => {
  const person = await joinAs();
  return { person, token: tokenIn(await mailTo(market.address, person.email, 'Confirm your e-mail')) };
};
const resetLink = async () => {
  const person = await joinAs({ isConfirmed: true });
  await market.stranger.post('/auth/request-password-reset', { email: person.email });
  return { person, token: tokenIn(await mailTo(market.address, person.email, 'A new password')) };
};
const changeLink = async () => {
  const person = await joinAs({ isConfirmed: true });
  const email = newEmail();
  await person.caller.post('/auth/change-address', { email });
  return { person, token: tokenIn(await mailTo(market.address, email, 'Confirm your new e-mail')) };
};
const undoLink = async () => {
  const { person, token } = await changeLink();
  await byOpening('changed').use(token, person.visitor);
  return { person, token: tokenIn(await mailTo(market.address, person.email, 'was changed')) };
};
const notMeLink = async () => {
  const person = await joinAs({ isConfirmed: true });
  const entry = { email: person.email, password };
  await visitorOf(market.address).call('POST', '/auth/sign-in/email', entry);
  return { person, token: tokenIn(await mailTo(market.address, person.email, 'new sign-in')) };
};

const day = 24 * 60;
const links: Readonly<Record<string, MailedLink>> = {
  'confirming an address': { make: confirmLink, ...byOpening('confirmed'), goodForMinutes: day },
  'confirming an address by the password': {
    make: confirmLink,
    ...byCall('/auth/confirm-address', { password }),
    goodForMinutes: day,
  },
  'a new password from the link of the confirmation': {
    make: confirmLink,
    ...byCall('/auth/reset-password', { newPassword }),
    goodForMinutes: day,
  },
  'a new password': {
    make: resetLink,
    ...byCall('/auth/reset-password', { newPassword }),
    goodForMinutes: 60,
  },
  'another address': { make: changeLink, ...byOpening('changed'), goodForMinutes: day },
  'another address by the password': {
    make: changeLink,
    ...byCall('/auth/confirm-address', { password }),
    goodForMinutes: day,
  },
  'taking an address back': {
    make: undoLink,
    ...byCall('/auth/undo-address-change', { newPassword }),
    goodForMinutes: 7 * day,
  },
  '“This wasn’t me”': {
    make: notMeLink,
    ...byCall('/auth/reset-password', { newPassword }),
    goodForMinutes: 7 * day,
  },
};

const walked = Object.entries(links);

test.each(walked)('%s works once', async (_, { make, use, works, faults }) => {
  const { token, person } = await make();
  expect(await use(token, person.visitor)).toBe(works);
  expect(await use(token, person.visitor)).toBe(faults.used);
});

test.each(walked)('%s works up to its end', async (_, { make, use, works, faults, goodForMinutes }) => {
  const [inTime, late] = [await make(), await make()];
  market.clock.advance(goodForMinutes - 1);
  expect(await use(inTime.token, inTime.person.visitor)).toBe(works);
  market.clock.advance(1);
  expect(await use(late.token, late.person.visitor)).toBe(faults.late);
  market.clock.advance(-goodForMinutes);
});

test.each(walked)('%s does nothing with another character', async (_, { make, use, works, faults }) => {
  const { token, person } = await make();
  const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
  for (const other of [changed, token.slice(0, -1), `${token}A`])
    expect(await use(other, person.visitor)).toBe(faults.unknown);
  expect(await use(token, person.visitor)).toBe(works);
});

test.each(walked)('%s in somebody else’s session changes nothing of theirs', async (_, link) => {
  const { token } = await link.make();
  const other = await joinAs();
  expect(await link.use(token, other.visitor)).toBe(link.elsewhere);
  expect((await other.caller.get('/user')).body).toMatchObject({ email: other.email, emailConfirmed: false });
  const again = { email: other.email, password };
  expect((await visitorOf(market.address).call('POST', '/auth/sign-in/email', again)).status).toBe(200);
});

const kinds = walked.filter(
  ([, { make }], place) => walked.findIndex(([, each]) => each.make === make) === place,
);

test.each(kinds)('the link for %s does nothing where another kind is needed', async (kind, { make }) => {
  const { token, person } = await make();
  for (const [name, { use, faults, make: makeOwn }] of walked) {
    // These links can set a new password as well.
    const isPassword = name.includes('new password') || name.includes('wasn’t me');
    const setsPassword = [confirmLink, resetLink, notMeLink].includes(make);
    const confirms = [confirmLink, changeLink].includes(make) && name.includes('address');
    if (makeOwn === make || (isPassword && setsPassword) || (confirms && !name.includes('back'))) continue;
    expect(await use(token, person.visitor), `${kind} for ${name}`).toBe(faults.unknown);
  }
});

test('a page knows before anybody types whether a link sets a password, and for whom', async () => {
  const { token, person } = await resetLink();
  const check = (about: string, purpose = 'new-password') =>
    market.stranger.post('/auth/check-link', { token: about, purpose });
  expect(await check(token)).toMatchObject({
    status: 200,
    body: { email: person.email, personId: person.id },
  });
  expect((await check(token, 'undo-change')).body.code).toBe('auth.link-unknown');
  expect((await check(`${token}x`)).body.code).toBe('auth.link-unknown');
  expect((await check('')).status).toBe(400);
  market.clock.advance(60);
  expect((await check(token)).body.code).toBe('auth.link-late');
  market.clock.advance(-60);
  await byCall('/auth/reset-password', { newPassword }).use(token, visitorOf(market.address));
  expect((await check(token)).body.code).toBe('auth.link-used');
  const undo = await undoLink();
  expect((await check(undo.token, 'undo-change')).body).toEqual({
    email: undo.person.email,
    personId: undo.person.id,
  });
});

test('a page says that somebody else has taken the address meanwhile', async () => {
  const person = await joinAs({ isConfirmed: true });
  const email = newEmail();
  await person.caller.post('/auth/change-address', { email });
  const token = tokenIn(await mailTo(market.address, email, 'Confirm your new e-mail'));
  await signUp(market.address, { name: 'Quicker', email, password });
  expect(await byOpening('').use(token, person.visitor)).toBe('taken');
  expect((await person.caller.get('/user')).body.email).toBe(person.email);
  expect(await byCall('/auth/confirm-address', { password }).use(token, person.visitor)).toBe(
    'auth.address-taken',
  );
});

test('a link says why it does not work any more for a week after its end, and is deleted then', async () => {
  const { token } = await resetLink();
  const codeAfterDays = async (days: number): Promise<string> => {
    market.clock.advance(days * 24 * 60);
    await removeExpired(market.services.db, market.clock.now());
    return (await market.stranger.post('/auth/check-link', { token, purpose: 'new-password' })).body.code;
  };
  expect(await codeAfterDays(7)).toBe('auth.link-late');
  expect(await codeAfterDays(1)).toBe('auth.link-unknown');
  market.clock.advance(-8 * 24 * 60);
});
