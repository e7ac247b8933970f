// Limits of holds, which cost nothing and must not block phones: how many, for how long, and how soon again.
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { holdLimits } from '#contract/bookings.ts';
import { minuteMs } from '#contract/durations.ts';
import { bookings } from '#db/tables/bookings.ts';
import { callerOf } from '#testing/caller.ts';
import { type Market, newBooking, openMarket, type TestPerson } from '#testing/market.ts';

const { maxHeld, unconfirmedMinutes, rebookMinutes } = holdLimits;
const holdMinutes = 1440;

let market: Market;
beforeAll(async () => {
  market = await openMarket({ rateLimitFactor: 1, holdMinutes });
});
afterAll(() => market.close());

const buyerWith = (emailVerified: boolean) => market.person('buyer', { emailVerified });
const book = (buyer: TestPerson, productId: string) =>
  buyer.post('/bookedProduct', { productId, ...newBooking });

const onePhone = async () => market.phone(await market.person('seller'));

/** The same person with a new token: tokens are valid for a quarter of an hour, and these tests move the clock. */
async function again(person: TestPerson): Promise<TestPerson> {
  const { address, services } = market;
  return { ...person, ...callerOf(address, await services.tokens.issue(person)) };
}

async function phones(count: number, of: Market = market): Promise<string[]> {
  const by = await of.person('seller');
  const ids: string[] = [];
  while (ids.length < count) ids.push(await of.phone(by));
  return ids;
}

test.each([
  [
    'without a confirmed address',
    false,
    maxHeld.unconfirmed,
    / With a confirmed e-mail address you may hold 10 at a time\.$/,
  ],
  ['with a confirmed address', true, maxHeld.confirmed, /delete one first\.$/],
] as const)(
  'a buyer %s holds as many unpaid phones as they may and no more',
  async (_, isConfirmed, most, advice) => {
    const buyer = await buyerWith(isConfirmed);
    const [last = '', ...others] = await phones(most + 1);
    const held: string[] = [];
    for (const productId of others) held.push(await market.booking(buyer, productId));
    const refused = await book(buyer, last);
    expect(refused).toMatchObject({
      status: 429,
      body: { acknowledged: false, code: 'bookings.too-many-held' },
    });
    expect(refused.body.detail).toMatch(`You hold ${most} unpaid phones`);
    expect(refused.body.detail).toMatch(advice);
    await buyer.delete(`/bookedProduct?id=${held[0]}`);
    expect((await book(buyer, last)).status).toBe(200);
  },
);

test.each([false, true])(
  'twenty simultaneous requests never exceed the cap (confirmed address: %s)',
  async (isConfirmed) => {
    const buyer = await buyerWith(isConfirmed);
    const most = isConfirmed ? maxHeld.confirmed : maxHeld.unconfirmed;
    const replies = await Promise.all((await phones(20)).map((productId) => book(buyer, productId)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(most);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20 - most);
    const held = await market.services.db
      .select()
      .from(bookings)
      .where(and(eq(bookings.buyerId, buyer.id), eq(bookings.state, 'held')));
    expect(held).toHaveLength(most);
  },
);

test.each([
  [true, holdMinutes],
  [false, unconfirmedMinutes],
])(
  'a hold with a confirmed address (%s) lasts %d minutes, and the answer says until when',
  async (isConfirmed, minutes) => {
    const buyer = await buyerWith(isConfirmed);
    const before = market.clock.now().getTime();
    const { body } = await book(buyer, await onePhone());
    const end = Date.parse(body.holdExpiresAt);
    expect(end).toBeGreaterThanOrEqual(before + minutes * minuteMs);
    expect(end).toBeLessThanOrEqual(market.clock.now().getTime() + minutes * minuteMs);
    const { body: booking } = await buyer.get(`/bookedProduct/${body.insertedId}`);
    expect(booking.holdExpiresAt).toBe(body.holdExpiresAt);
  },
);

test('a shorter setting also holds for people without a confirmed address', async () => {
  const short = await openMarket({ rateLimitFactor: 1, holdMinutes: 5 });
  try {
    const { body } = await short.stranger.get('/config');
    expect(body).toMatchObject({ holdMinutes: 5, unconfirmedHoldMinutes: 5 });
  } finally {
    await short.close();
  }
});

test('the configuration tells how long both holds last', async () => {
  const { body } = await market.stranger.get('/config');
  expect(body).toMatchObject({ holdMinutes, unconfirmedHoldMinutes: unconfirmedMinutes });
});

test('a buyer who cancelled cannot hold that phone again for an hour, others can', async () => {
  const buyer = await buyerWith(true);
  const other = await buyerWith(true);
  const productId = await onePhone();
  const bookingId = await market.booking(buyer, productId);
  await buyer.delete(`/bookedProduct?id=${bookingId}`);
  const before = market.clock.now().getTime();
  const refused = await book(buyer, productId);
  expect(refused).toMatchObject({
    status: 409,
    body: { acknowledged: false, code: 'bookings.held-recently' },
  });
  expect(refused.body.detail).toMatch(`in ${rebookMinutes} minutes`);
  expect(Math.abs(Date.parse(refused.body.bookableAt) - before - rebookMinutes * minuteMs)).toBeLessThan(
    60_000,
  );
  const otherBookingId = await market.booking(other, productId);
  await other.delete(`/bookedProduct?id=${otherBookingId}`);
  await market.booking(buyer, await onePhone());
  market.clock.advance(rebookMinutes - 1);
  expect((await book(await again(buyer), productId)).body.code).toBe('bookings.held-recently');
  market.clock.advance(2);
  expect((await book(await again(buyer), productId)).status).toBe(200);
});

test('a buyer whose hold ran out cannot hold that phone again for an hour, others can', async () => {
  const buyer = await buyerWith(false);
  const productId = await onePhone();
  await market.booking(buyer, productId);
  market.clock.advance(unconfirmedMinutes + 1);
  // The expired hold is not ended yet: the booking ends it.
  const refused = await book(await again(buyer), productId);
  expect(refused).toMatchObject({ status: 409, body: { code: 'bookings.held-recently' } });
  expect(refused.body.detail).toMatch(`in ${rebookMinutes - 1} minutes`);
  await market.booking(await buyerWith(false), productId);
});

test('a buyer whose hold somebody else ended can book the phone again at once', async () => {
  const buyer = await buyerWith(true);
  const [productId, removedId] = [await onePhone(), await onePhone()];
  await market.booking(buyer, productId);
  await market.booking(buyer, removedId);
  const admin = await market.person('admin');
  await admin.delete(`/products/${removedId}`);
  await admin.post(`/users/${buyer.id}/suspend`, { reason: 'Is this person real?' });
  const rows = await market.services.db.select().from(bookings).where(eq(bookings.buyerId, buyer.id));
  const ended = { state: 'cancelled', rebookAfter: null };
  expect(rows).toMatchObject([ended, ended]);
  await admin.post(`/users/${buyer.id}/lift-suspension`, {});
  expect((await book(await again(buyer), productId)).status).toBe(200);
});

test('a factor of 0 lifts the cap, the shorter hold and the wait', async () => {
  const free = await openMarket({ rateLimitFactor: 0, holdMinutes });
  try {
    const buyer = await free.person('buyer', { emailVerified: false });
    const [first = '', ...others] = await phones(maxHeld.confirmed + 1, free);
    for (const productId of others) await free.booking(buyer, productId);
    const { body } = await book(buyer, first);
    expect(Date.parse(body.holdExpiresAt) - free.clock.now().getTime()).toBeGreaterThan(
      (holdMinutes - 1) * minuteMs,
    );
    await buyer.delete(`/bookedProduct?id=${body.insertedId}`);
    expect((await book(buyer, first)).status).toBe(200);
    expect((await free.stranger.get('/config')).body.unconfirmedHoldMinutes).toBe(holdMinutes);
  } finally {
    await free.close();
  }
});
