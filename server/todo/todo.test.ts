// The list at the top of the dashboard of what a person has to do next.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { chargeOfOrder } from '#testing/card-processor.ts';
import { ledgerDifferences } from '#db/tables/reconciliation.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { chargeIssue } from '#testing/endpoint-things.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { act, newSides, orderIn, passTime, sidesAgain } from '#testing/order-requests.ts';
import { completedSale, openSides } from '#testing/payouts.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const todoOf = async (person: TestPerson) => (await person.get('/todo')).body;

test('a person for whom nothing waits gets an empty to-do list', async () => {
  const nothing = { toPay: null, turns: [], waiting: 0, decisions: null };
  expect(await todoOf(await market.person('buyer'))).toEqual(nothing);
});

test('unpaid phones are counted, with the one whose hold ends first', async () => {
  const [buyer, seller] = [await market.person('buyer'), await market.person('seller')];
  const first = await market.booking(buyer, await market.phone(seller));
  await market.booking(buyer, await market.phone(seller));
  const { toPay } = await todoOf(buyer);
  expect(toPay).toEqual({ count: 2, model: 'Pixel 8 Pro', bookingId: first, until: expect.any(String) });
  await buyer.delete(`/bookedProduct?id=${first}`);
  expect((await todoOf(buyer)).toPay).toMatchObject({ count: 1 });
});

test('each side reads its own turns, by what is to be done, and the other one waits', async () => {
  const sides = await newSides(market);
  const { buyer, seller } = sides;
  const own = await orderIn(market, sides, 'paid');
  await orderIn(market, sides, 'paid');
  const received = await orderIn(market, sides, 'handed_over');
  const about = { model: 'Pixel 8 Pro', until: expect.any(String) };
  const handOver = { ...about, step: 'hand-over', count: 2, orderId: own };
  expect(await todoOf(seller)).toMatchObject({ turns: [{ ...handOver, as: 'seller' }], waiting: 1 });
  // The earliest deadline comes first.
  expect(await todoOf(buyer)).toMatchObject({
    turns: [
      { step: 'try-out', as: 'buyer', count: 1, orderId: received },
      { ...handOver, as: 'buyer' },
    ],
    waiting: 0,
  });
  await act(buyer, received, 'report-problem');
  expect((await todoOf(seller)).turns[0]).toMatchObject({ step: 'answer', as: 'seller', orderId: received });
  expect(await todoOf(buyer)).toMatchObject({ turns: [handOver], waiting: 1 });
});

test('admins read what waits for their decision, and nobody else does', async () => {
  const sides = await newSides(market);
  const { buyer, seller, admin } = sides;
  const before = (await todoOf(admin)).decisions;
  await buyer.post('/reportItem', { productId: await market.phone(seller), problem: 'Fake photo' });
  await chargeIssue(market);
  const id = await orderIn(market, sides, 'disputed');
  await act(seller, id, 'refuse', { text: 'It worked when I handed it over' });
  expect((await todoOf(admin)).decisions).toEqual({
    ...before,
    reports: before.reports + 1,
    disputes: before.disputes + 1,
    charges: before.charges + 1,
  });
  expect((await todoOf(seller)).decisions).toBeNull();
});

test('a chargeback waits for an admin until it is answered, with the day until which the bank reads it', async () => {
  const sides = await newSides(market);
  const { admin } = sides;
  expect((await todoOf(admin)).decisions.chargebacks).toBeNull();
  const disputed = async () => {
    const id = await orderIn(market, sides, 'paid', 'pm_card_createDispute');
    await recordChargebacks(market.services, await chargeOfOrder(market, id));
  };
  await disputed();
  await disputed();
  const waiting = (await admin.get('/chargebacks')).body;
  const until = waiting.map(({ dueAt }: { dueAt: string }) => dueAt).toSorted()[0];
  expect((await todoOf(admin)).decisions.chargebacks).toEqual({ count: 2, until });
  await admin.post(`/chargebacks/${waiting[0]._id}/answer`, {
    evidence: 'Both have met, and the code was entered.',
  });
  expect((await todoOf(admin)).decisions.chargebacks).toMatchObject({ count: 1 });
  await passTime(market, 60 * 24 * 60);
  expect((await todoOf((await sidesAgain(market, sides)).admin)).decisions.chargebacks).toBeNull();
});

test('disputes that have waited longer than they should are named apart', async () => {
  const sides = await newSides(market);
  // Those of other tests are late by now as well.
  await passTime(market, 8 * 24 * 60);
  const before = (await todoOf((await sidesAgain(market, sides)).admin)).decisions.lateDisputes;
  const again = await sidesAgain(market, sides);
  const id = await orderIn(market, again, 'disputed');
  await act(again.seller, id, 'refuse', { text: 'It worked when I handed it over' });
  await passTime(market, 8 * 24 * 60);
  const { admin } = await sidesAgain(market, sides);
  expect((await todoOf(admin)).decisions.lateDisputes).toBe(before + 1);
});

test('an appeal waits for an admin until it is answered or its suspension ends, the oldest first', async () => {
  const admin = await market.person('admin');
  expect((await todoOf(admin)).decisions.appeals).toBeNull();
  const [first, second] = [await market.person('seller'), await market.person('buyer')];
  for (const person of [first, second]) {
    await admin.post(`/users/${person.id}/suspend`, { reason: 'Spam', days: 7 });
    await person.post('/suspension/appeal', { text: 'It was not me' });
    market.clock.advance(1);
  }
  expect((await todoOf(admin)).decisions.appeals).toEqual({ count: 2, personId: first.id });
  await admin.post(`/users/${first.id}/keep-suspension`, { words: 'We have looked at it again' });
  expect((await todoOf(admin)).decisions.appeals).toEqual({ count: 1, personId: second.id });
  await admin.post(`/users/${second.id}/lift-suspension`, {});
  expect((await todoOf(admin)).decisions.appeals).toBeNull();
});

test('sellers who are paid by hand wait for an admin, and then their lines do', async () => {
  const own = await freshMarket({ payouts: 'manual' });
  const sides = await openSides(own);
  const { seller, admin } = sides;
  const waiting = async () => (await todoOf(admin)).decisions.payouts;
  await completedSale(own, sides);
  expect(await waiting()).toEqual({ sellers: 0, lines: 0 });
  await seller.put('/payouts/bank-details', { holder: 'Mina Rahman', account: 'GB33BUKB20201555555555' });
  expect(await waiting()).toEqual({ sellers: 1, lines: 0 });
  await admin.post(`/users/${seller.id}/suspend`, { reason: 'Spam', days: 7 });
  expect(await waiting()).toEqual({ sellers: 0, lines: 0 });
  await admin.post(`/users/${seller.id}/lift-suspension`, {});
  await admin.post('/payouts/exports', {});
  expect(await waiting()).toEqual({ sellers: 0, lines: 1 });
  const [line] = (await admin.get('/payouts/lines')).body;
  await admin.post(`/payouts/lines/${line._id}/confirm`, {});
  expect(await waiting()).toEqual({ sellers: 0, lines: 0 });
});

test('what could not be finished automatically and old differences in the books wait for an admin', async () => {
  const own = await freshMarket();
  const { db } = own.services;
  const admin = await own.person('admin');
  expect((await todoOf(admin)).decisions).toMatchObject({ differences: 0, stuck: 0 });
  await db.$client.query(
    `insert into pgboss.job (id, name, data, state, retry_count, output, completed_on)
     values ($1, 'privacy-remove-files', '{}', 'failed', 10, '{}', now())`,
    [newId()],
  );
  const difference = { reason: 'not-at-processor', processorCents: 0, ledgerCents: 5000 } as const;
  const [old, recent] = [new Date(own.clock.now().getTime() - 7 * 24 * 3_600_000), own.clock.now()];
  for (const happenedAt of [old, recent])
    await db
      .insert(ledgerDifferences)
      .values({ ...difference, id: newId(), key: newId(), happenedAt, foundAt: own.clock.now() });
  expect((await todoOf(admin)).decisions).toMatchObject({ differences: 1, stuck: 1 });
});
