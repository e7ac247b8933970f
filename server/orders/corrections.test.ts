// How an admin corrects an error: an ended order is reopened, and its money moves back to the order.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshMinutes } from '#contract/access.ts';
import { bothSides, sellerAccount } from '#contract/ledger.ts';
import { system } from '#contract/states.ts';
import { orders } from '#db/tables/orders.ts';
import { staffActions } from '#db/tables/staff.ts';
import { checkLedger, findLedgerBalance, postToLedger } from '#server/ledger/service.ts';
import { refundCharge } from '#server/payments/refund-charge.ts';
import { expectAgreement } from '#testing/agreement.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import { chargeOfOrder, refundByHand } from '#testing/card-processor.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { act, newSides, orderIn, type Sides } from '#testing/order-requests.ts';

const inventedTransfer = 'transfer-of-a-test';

let market: Market;
let people: Sides;
beforeAll(async () => {
  market = await openMarket();
  people = await newSides(market);
});
afterAll(() => market.close());

const see = async (id: string, as: keyof Sides = 'seller') => (await people[as].get(`/orders/${id}`)).body;
const sellerHas = () => findLedgerBalance(market.services.db, sellerAccount(people.seller.id));
const decide = (id: string, outcome: string, amount?: number) =>
  people.admin.post(`/orders/${id}/decide`, {
    outcome,
    amount,
    reason: 'agreement',
    words: 'As we see it now',
  });

/** Makes the refunds, then compares the order with the ledger and the processor. */
async function settle(id: string): Promise<void> {
  const { db } = market.services;
  await refundCharge(market.services, await chargeOfOrder(market, id));
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  await expectAgreement(market.services, order?.productId ?? '');
  await expectBooks(market, inventedTransfer);
}

test('a completed order that is opened again holds its money, and is completed a second and a third time', async () => {
  const before = await sellerHas();
  const id = await orderIn(market, people, 'completed');
  expect((await sellerHas()) - before).toBe(39_898);
  for (const amount of [20.5, 100]) {
    await act(people.admin, id, 'reopen');
    expect(await see(id)).toMatchObject({ state: 'disputed', next: { step: 'decide', by: ['admin'] } });
    expect(await sellerHas()).toBe(before);
    expect((await decide(id, 'part', amount)).status).toBe(200);
  }
  // 420.50 - 120.50 = 300.00, less a fee of 15.50.
  expect(await see(id)).toMatchObject({ state: 'completed', refundedCents: 12_050, sellerCents: 28_450 });
  expect((await sellerHas()) - before).toBe(28_450);
  await settle(id);
});

test('an order that its buyer took off the list is there again once it is open again', async () => {
  const id = await orderIn(market, people, 'completed');
  const isListed = async () =>
    (await people.buyer.get('/bookedProduct')).body.some((each: { _id: string }) => each._id === id);
  expect((await people.buyer.delete(`/bookedProduct?id=${id}`)).body).toMatchObject({ deletedCount: 1 });
  expect(await isListed()).toBe(false);
  await act(people.admin, id, 'reopen');
  expect(await isListed()).toBe(true);
});

test('what an error gave the seller goes to the buyer, also after the seller was paid out', async () => {
  const id = await orderIn(market, people, 'completed');
  const before = await sellerHas();
  await payOut(before);
  await act(people.admin, id, 'reopen');
  expect(await sellerHas()).toBe(-39_898);
  expect((await decide(id, 'refund')).status).toBe(200);
  expect(await see(id)).toMatchObject({ state: 'refunded', refundedCents: 42_050, sellerCents: 0 });
  expect(await sellerHas()).toBe(-39_898);
  expect(await checkLedger(market.services.db)).toEqual([]);
  await payOut(-39_898);
});

/** Posts a payout: the money leaves the seller's balance and the processor. A negative amount comes back. */
async function payOut(cents: number): Promise<void> {
  const account = sellerAccount(people.seller.id);
  const isBack = cents < 0;
  const moves = isBack
    ? bothSides('world', account, 'world', 'processor', -cents)
    : bothSides(account, 'world', 'processor', 'world', cents);
  await market.services.db.transaction((tx) =>
    postToLedger(tx, {
      kind: isBack ? 'transfer-failed' : 'transfer',
      key: `${inventedTransfer}:${cents}`,
      actor: system,
      at: market.clock.now(),
      moves,
    }),
  );
}

test('refunded money stays refunded: the seller is paid from our fees, or not at all', async () => {
  const before = await sellerHas();
  const id = await orderIn(market, people, 'refunded');
  await settle(id);
  await act(people.admin, id, 'reopen');
  expect(await see(id)).toMatchObject({ state: 'disputed', refundedCents: 42_050 });
  expect((await see(id, 'buyer')).possible).not.toContain('withdraw-problem');
  for (const side of ['buyer', 'seller'] as const)
    expect((await people[side].post(`/orders/${id}/offer`, { kind: 'return' })).status).toBe(409);
  for (const [outcome, amount] of [
    ['part', 10],
    ['return', undefined],
  ] as const)
    expect(await decide(id, outcome, amount)).toMatchObject({
      status: 409,
      body: { code: 'orders.money-gone', state: 'disputed' },
    });
  // Each of these decisions was an error, too.
  for (const _time of [1, 2]) {
    expect((await decide(id, 'complete')).status).toBe(200);
    expect(await see(id)).toMatchObject({ state: 'completed', refundedCents: 42_050, sellerCents: 39_898 });
    expect((await sellerHas()) - before).toBe(39_898);
    await settle(id);
    await act(people.admin, id, 'reopen');
    expect(await sellerHas()).toBe(before);
  }
  expect((await decide(id, 'refund')).status).toBe(200);
  expect(await see(id)).toMatchObject({ state: 'refunded', sellerCents: 0 });
  await settle(id);
});

test('a cancelled order stays as it is, and so does one that is open', async () => {
  const body = { reason: 'new-evidence', words: 'Again' };
  for (const state of ['cancelled', 'disputed', 'paid'] as const) {
    const id = await orderIn(market, people, state);
    expect(await people.admin.post(`/orders/${id}/reopen`, body)).toMatchObject({
      status: 409,
      body: { state },
    });
  }
});

test('an order is opened again with a reason, and only by an admin who has just signed in', async () => {
  const id = await orderIn(market, people, 'completed');
  expect((await people.admin.post(`/orders/${id}/reopen`, { words: 'Why not' })).status).toBe(400);
  expect((await people.admin.post(`/orders/${id}/reopen`, { reason: 'new-evidence' })).status).toBe(400);
  for (const side of ['buyer', 'seller'] as const)
    expect((await people[side].post(`/orders/${id}/reopen`, {})).status).toBe(403);
  market.clock.advance(freshMinutes + 1);
  const stale = await people.admin.post(`/orders/${id}/reopen`, { reason: 'new-evidence', words: 'Again' });
  market.clock.advance(-freshMinutes - 1);
  expect(stale).toMatchObject({ status: 403, body: { code: 'request.fresh-sign-in-needed' } });
  expect((await see(id)).state).toBe('completed');
});

test('one of two admins who open an order again succeeds, and its money is reversed once', async () => {
  const id = await orderIn(market, people, 'completed');
  const before = await sellerHas();
  const body = { reason: 'wrong-decision', words: 'Again' };
  const replies = await Promise.all([1, 2, 3].map(() => people.admin.post(`/orders/${id}/reopen`, body)));
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  expect((await sellerHas()) - before).toBe(-39_898);
  expect((await decide(id, 'complete')).status).toBe(200);
  await settle(id);
});

test('what an admin decides, corrects and confirms is recorded for good', async () => {
  const { db } = market.services;
  const id = await orderIn(market, people, 'sent');
  await act(people.admin, id, 'confirm-delivery', { reason: 'Signed at the door' });
  await act(people.buyer, id, 'report-problem', { reason: 'locked', text: 'It asks for a code' });
  await act(people.admin, id, 'decide', {
    outcome: 'part',
    amount: 20.5,
    reason: 'agreement',
    words: 'Both want it',
  });
  await act(people.admin, id, 'reopen', { reason: 'wrong-amount', words: 'It was 25' });
  const rows = await db
    .select()
    .from(staffActions)
    .where(eq(staffActions.orderId, id))
    .orderBy(staffActions.position);
  const actor = people.admin.id;
  expect(rows).toMatchObject([
    { kind: 'delivery-confirmed', actor, words: 'Signed at the door' },
    { kind: 'order-decided', actor, detail: 'part $20.50', reason: 'agreement', words: 'Both want it' },
    { kind: 'order-reopened', actor, detail: 'completed', reason: 'wrong-amount', words: 'It was 25' },
  ]);
  for (const change of [
    sql`update staff_actions set words = ''`,
    sql`delete from staff_actions`,
    sql`truncate staff_actions`,
  ])
    await expect(db.execute(change)).rejects.toThrow();
});

test('a decision that is refused leaves no record', async () => {
  const id = await orderIn(market, people, 'completed');
  expect((await decide(id, 'refund')).status).toBe(409);
  const rows = await market.services.db.select().from(staffActions).where(eq(staffActions.orderId, id));
  expect(rows).toEqual([]);
});

test('an order is not opened again that another admin has decided otherwise meanwhile', async () => {
  const id = await orderIn(market, people, 'completed');
  const correction = { reason: 'new-evidence', words: 'The photos show it', state: 'completed' };
  await act(people.admin, id, 'reopen', correction);
  expect((await decide(id, 'refund')).status).toBe(200);
  expect(await people.admin.post(`/orders/${id}/reopen`, correction)).toMatchObject({
    status: 409,
    body: { code: 'orders.not-possible', state: 'refunded', possible: expect.arrayContaining(['reopen']) },
  });
  await act(people.admin, id, 'reopen', { ...correction, state: 'refunded' });
});

test('admins are told of a dispute that waits for them, and of one that was opened again by another admin', async () => {
  const other: TestPerson = await market.person('admin');
  const id = await orderIn(market, people, 'disputed');
  const about = async (person: TestPerson): Promise<number> =>
    (await person.get('/notifications?limit=100')).body.filter(
      ({ kind, link }: { kind: string; link: { path: string } | null }) =>
        kind === 'dispute-waits' && link?.path.endsWith(id),
    ).length;
  await act(people.seller, id, 'refuse');
  // They are not told about a dispute that is decided before.
  await expect.poll(() => about(other), { timeout: 20_000 }).toBe(1);
  await act(people.admin, id, 'decide', { outcome: 'complete', reason: 'agreement', words: 'Fine' });
  await act(people.admin, id, 'reopen');
  await expect.poll(() => about(other), { timeout: 20_000 }).toBe(2);
  expect(await about(people.admin)).toBe(1);
  expect(await about(people.buyer)).toBe(0);
});

test.each(['refund', 'complete', 'part'] as const)(
  'what went back by hand after the completion is not taken twice when the order is opened again: %s',
  async (outcome) => {
    const before = await sellerHas();
    const id = await orderIn(market, people, 'completed');
    await refundByHand(market, id, 30_000);
    for (const words of ['A first error', 'A second one']) {
      await act(people.admin, id, 'reopen', { reason: 'new-evidence', words });
      expect(await sellerHas()).toBe(before);
      expect(await checkLedger(market.services.db)).toEqual([]);
      if (words === 'A first error') await decide(id, 'complete');
    }
    expect(await decide(id, outcome, 20)).toMatchObject({ status: 200 });
    await settle(id);
  },
);
