// Holds: how they end, how many one buyer may have, and that a phone never has two.
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bookings } from '#db/tables/bookings.ts';
import { products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import { expectAgreement } from '#testing/agreement.ts';
import { lockWaits } from '#testing/database.ts';
import { type Market, newBooking, openMarket } from '#testing/market.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { holdDeadline } from './service.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket({ holdMinutes: 5 });
});
afterAll(() => market.close());

test('a phone whose hold expires returns to its category', async () => {
  const buyer = await market.person('buyer');
  const productId = await market.phone(await market.person('seller'));
  const bookingId = await market.booking(buyer, productId);
  market.clock.advance(4);
  await runDue(market.services, holdDeadline);
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.state).toBe('held');
  market.clock.advance(2);
  await runDue(market.services, holdDeadline);
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body).toMatchObject({
    state: 'expired',
    holdExpiresAt: null,
  });
  const { body } = await market.stranger.get(`/products?id=${await market.category()}&limit=100`);
  expect(body.map(({ _id }: { _id: string }) => _id)).toContain(productId);
  await expectAgreement(market.services, productId);
});

test('a hold that cannot be ended does not delay others', async () => {
  const { db } = market.services;
  const seller = await market.person('seller');
  const [stuck, other] = [await market.phone(seller), await market.phone(seller)];
  const stuckBooking = await market.booking(await market.person('buyer'), stuck);
  const buyer = await market.person('buyer');
  const bookingId = await market.booking(buyer, other);
  await db.$client.query(`
    create function refuse_expiry() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
    create trigger refuse_expiry before update on bookings for each row
      when (old.id = '${stuckBooking}' and new.state = 'expired') execute function refuse_expiry();`);
  market.clock.advance(6);
  await runDue(market.services, holdDeadline);
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body.state).toBe('expired');
  await db.$client.query('drop trigger refuse_expiry on bookings; drop function refuse_expiry()');
  await runDue(market.services, holdDeadline);
  await expectAgreement(market.services, stuck);
});

test('simultaneous sweeps and bookings leave one holder', async () => {
  const productId = await market.phone(await market.person('seller'));
  await market.booking(await market.person('buyer'), productId);
  market.clock.advance(6);
  const others = await Promise.all(Array.from({ length: 8 }, () => market.person('buyer')));
  const sweep = () => runDue(market.services, holdDeadline);
  const [, , , ...replies] = await Promise.all([
    sweep(),
    sweep(),
    sweep(),
    ...others.map((other) => other.post('/bookedProduct', { productId, ...newBooking })),
  ]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(7);
  await expectAgreement(market.services, productId);
});

test('sixty buyers who book, delete and book again never hold a phone at the same time', async () => {
  const productId = await market.phone(await market.person('seller'));
  const buyers = await Promise.all(Array.from({ length: 60 }, () => market.person('buyer')));
  const statuses = new Set<number>();
  let holders = 0;
  let most = 0;
  await Promise.all(
    buyers.map(async (buyer) => {
      for (let round = 0; round < 5; round += 1) {
        const { status, body } = await buyer.post('/bookedProduct', { productId, ...newBooking });
        statuses.add(status);
        if (status !== 200) continue;
        holders += 1;
        most = Math.max(most, holders);
        expect((await buyer.get(`/bookedProduct/${body.insertedId}`)).body.state).toBe('held');
        // Before the request: after it, somebody else may book the phone before the answer arrives.
        holders -= 1;
        statuses.add((await buyer.delete(`/bookedProduct?id=${body.insertedId}`)).status);
      }
    }),
  );
  expect(statuses).toEqual(new Set([200, 409]));
  expect(most).toBe(1);
  const all = await market.services.db.select().from(bookings).where(eq(bookings.productId, productId));
  expect(all.length).toBeGreaterThan(1);
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['cancelled']));
  await expectAgreement(market.services, productId);
});

test('a buyer who is deleted while they book holds nothing afterwards', async () => {
  const { db } = market.services;
  for (let round = 0; round < 10; round += 1) {
    const [buyer, admin] = await Promise.all([market.person('buyer'), market.person('admin')]);
    const seller = await market.person('seller');
    const phones = await Promise.all([market.phone(seller), market.phone(seller), market.phone(seller)]);
    const [removal, ...replies] = await Promise.all([
      admin.delete(`/users/${buyer.id}`),
      ...phones.map((productId) => buyer.post('/bookedProduct', { productId, ...newBooking })),
    ]);
    expect(removal.status).toBe(200);
    for (const { status } of replies) expect([200, 401]).toContain(status);
    const holds = and(eq(bookings.buyerId, buyer.id), eq(bookings.state, 'held'));
    expect(await db.select().from(bookings).where(holds)).toEqual([]);
    const free = await db.select().from(products).where(inArray(products.id, phones));
    expect(free.map(({ state }) => state)).toEqual(['live', 'live', 'live']);
  }
});

test('a booking waits for the removal of its buyer, and is then refused', async () => {
  const { db } = market.services;
  const buyer = await market.person('buyer');
  const productId = await market.phone(await market.person('seller'));
  const reply = await db.transaction(async (tx) => {
    await writeUnpublished(tx)
      .update(users)
      .set({ removedAt: new Date(), email: `${buyer.id}@gone.invalid` })
      .where(eq(users.id, buyer.id));
    const asked = buyer.post('/bookedProduct', { productId, ...newBooking });
    await expect.poll(() => lockWaits(db)).toBeGreaterThan(0);
    return { asked };
  });
  expect((await reply.asked).status).toBe(401);
  await expectAgreement(market.services, productId);
});

test.each([1e300, -1, 0.1, 21_474_836.48, 2 ** 53 + 2])(
  'a price of %d that the phone never had is refused as stale',
  async (sell) => {
    const buyer = await market.person('buyer');
    const productId = await market.phone(await market.person('seller'), { sell: 100 });
    const reply = await buyer.post('/bookedProduct', { productId, ...newBooking, sell });
    expect(reply).toMatchObject({ status: 409, body: { code: 'bookings.price-changed', sell: 100 } });
  },
);
