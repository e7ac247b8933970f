// Refunds that an order did not cause: by hand, in parts, late; and accounts that cannot be deleted because of money.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { orderAccount, sellerAccount } from '#contract/ledger.ts';
import { maxFailedRefunds } from '#contract/payments.ts';
import { stateChanges } from '#db/tables/events.ts';
import { orders } from '#db/tables/orders.ts';
import { endDueRefunds } from '#sandbox/stripe/refund-outcomes.ts';
import {
  checkLedger,
  findLedgerBalance,
  sumLedgerOfCharge,
  sumLedgerOfKind,
} from '#server/ledger/service.ts';
import { recordRefunds } from '#server/payments/record-refunds.ts';
import { refundCharge } from '#server/payments/refund-charge.ts';
import { expectAgreement } from '#testing/agreement.ts';
import { chargeOfOrder, endRefunds, holdRefunds, refundByHand } from '#testing/card-processor.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { act, orderIn, paidOrder, type Sides } from '#testing/order-requests.ts';

let market: Market;
let sides: Sides;
beforeAll(async () => {
  market = await openMarket();
  await holdRefunds(market);
  sides = await newSides();
});
afterAll(() => market.close());

async function newSides(): Promise<Sides> {
  const [buyer, seller, admin] = [
    await market.person('buyer'),
    await market.person('seller'),
    await market.person('admin'),
  ];
  return { buyer, seller, admin };
}

const see = async (id: string, person: TestPerson = sides.seller) => (await person.get(`/orders/${id}`)).body;
const sellerCents = (id: string) => findLedgerBalance(market.services.db, sellerAccount(id));

test.each(['paid', 'handed_over', 'disputed'] as const)(
  'a %s order whose charge is given back at the processor is refunded',
  async (state) => {
    const id = await orderIn(market, sides, state);
    await refundByHand(market, id);
    const order = await see(id);
    expect(order).toMatchObject({
      state: 'refunded',
      refundedCents: 42_050,
      refund: 'done',
      possible: ['list-again'],
    });
    expect(order.timeline.at(-1)).toMatchObject({ role: 'system', state: 'refunded' });
    await expectAgreement(market.services, order.productId);
  },
);

test('after completion what goes back by hand is taken from seller and fee in proportion', async () => {
  const own = await newSides();
  const id = await orderIn(market, own, 'completed');
  expect(await sellerCents(own.seller.id)).toBe(39_898);
  await refundByHand(market, id, 10_000);
  // The fee was 2,152 of 42,050 cents.
  expect(await sellerCents(own.seller.id)).toBe(39_898 - (10_000 - 512));
  await refundByHand(market, id);
  expect(await sellerCents(own.seller.id)).toBe(0);
  const order = await see(id, own.seller);
  expect(order).toMatchObject({ state: 'refunded', refundedCents: 42_050 });
  await expectAgreement(market.services, order.productId);
});

test('a part that went back by hand leaves the order open, and the fee is of what the seller keeps', async () => {
  const own = await newSides();
  const id = await orderIn(market, own, 'handed_over');
  await refundByHand(market, id, 12_050);
  expect(await see(id, own.seller)).toMatchObject({
    state: 'handed_over',
    refundedCents: 12_050,
    // 30,000 cents less 5 % less 50 cents.
    sellerCents: 28_450,
  });
  await act(own.buyer, id, 'accept');
  expect(await sellerCents(own.seller.id)).toBe(28_450);
  expect(await findLedgerBalance(market.services.db, orderAccount(id))).toBe(0);
  expect(await checkLedger(market.services.db)).toEqual([]);
  const receipt = (await own.seller.get(`/orders/${id}/receipt`)).body;
  expect(receipt).toMatchObject({
    amountCents: 42_050,
    refundedCents: 12_050,
    fee: { feeCents: 1550, vatCents: 0, sellerCents: 28_450 },
    number: expect.stringMatching(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/),
  });
  expect((await own.buyer.get(`/orders/${id}/receipt`)).body.fee).toBeUndefined();
});

test('a part that went back by hand before a cancellation is not given back twice', async () => {
  const id = await paidOrder(market, sides);
  await refundByHand(market, id, 2050);
  await act(sides.seller, id, 'cancel');
  const charge = await chargeOfOrder(market, id);
  await refundCharge(market.services, charge);
  expect(await sumLedgerOfKind(market.services.db, charge, 'refund-decided')).toBe(42_050);
  await expectAgreement(market.services, (await see(id)).productId);
});

test('a refund that is decided goes out at once, and the order does not wait for it', async () => {
  const id = await paidOrder(market, sides);
  await act(sides.seller, id, 'cancel');
  const order = await see(id, sides.buyer);
  expect(order).toMatchObject({ state: 'cancelled', refundedCents: 42_050 });
  expect(['decided', 'under-way', 'done']).toContain(order.refund);
  await expect.poll(async () => (await see(id, sides.buyer)).refund, { timeout: 20_000 }).toBe('done');
});

test('a listing that an admin removes leaves its open order going, and cannot be listed again', async () => {
  const id = await paidOrder(market, sides);
  const { productId } = await see(id);
  expect((await sides.admin.delete(`/products/${productId}`)).status).toBe(200);
  const order = await see(id, sides.buyer);
  expect(order).toMatchObject({ state: 'paid', listing: { model: 'Pixel 8 Pro' } });
  expect(order.listing.photos).toHaveLength(1);
  await act(sides.seller, id, 'cancel');
  expect((await sides.seller.post(`/orders/${id}/list-again`)).status).toBe(409);
});

test('an order shows the listing as it was when the phone was booked', async () => {
  const { db } = market.services;
  const productId = await market.phone(sides.seller, { description: 'As it was', batteryHealth: 91 });
  await market.booking(sides.buyer, productId);
  await db.execute(sql`update products set description = 'Changed', model = 'Other' where id = ${productId}`);
  const { rows } = await db.execute<{ listing: unknown }>(
    sql`select listing from bookings where product_id = ${productId}`,
  );
  expect(rows[0]?.listing).toMatchObject({
    model: 'Pixel 8 Pro',
    description: 'As it was',
    batteryHealth: 91,
    sellerName: sides.seller.name,
    sellCents: 42_050,
  });
});

test('sellers list their sales, and admins find orders by id, number, mail and telephone', async () => {
  const own = await newSides();
  const ids = [
    await orderIn(market, own, 'completed'),
    await paidOrder(market, own),
    await paidOrder(market, own),
  ];
  const list = async (query: string) => (await own.seller.get(`/sales${query}`)).body;
  expect((await list('')).map(({ _id }: { _id: string }) => _id)).toEqual(ids.toReversed());
  expect((await list('?show=ended')).map(({ _id }: { _id: string }) => _id)).toEqual([ids[0]]);
  expect(await list('?show=open')).toHaveLength(2);
  expect((await list(''))[0]).toMatchObject({
    state: 'paid',
    buyer: own.buyer.name,
    sellerCents: 39_898,
    isYourTurn: true,
    next: { step: 'hand-over' },
  });
  const first = await own.seller.get('/sales?limit=2');
  expect(first.body).toHaveLength(2);
  const [, next = ''] = /<\/api([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
  expect((await own.seller.get(next)).body).toHaveLength(1);
  expect((await own.buyer.get('/sales')).body).toEqual([]);

  const [, id = ''] = ids;
  const { number } = (await own.buyer.get(`/orders/${id}/receipt`)).body;
  expect(await see(id, own.seller)).toMatchObject({ number });
  for (const words of [id, number]) expect(await find(words)).toEqual([id]);
  expect(await find(own.seller.email.toUpperCase())).toEqual(ids.toReversed());
  expect(await find(own.buyer.email)).toEqual(ids.toReversed());
  expect(await find('+0 (1811) 000-000')).toContain(id);
  expect(await find('nobody')).toEqual([]);
});

/** The orders that an admin's search finds. */
const find = async (search: string): Promise<string[]> =>
  (await sides.admin.get(`/orders?search=${encodeURIComponent(search)}`)).body.map(
    ({ _id }: { _id: string }) => _id,
  );

test('the fee of an order is the one that it was paid under', async () => {
  const id = await paidOrder(market, sides);
  await market.services.db
    .update(orders)
    .set({ feePercent: 10, feeFixedCents: 0, feeCents: 4205, vatPercent: 20, vatCents: 701 })
    .where(eq(orders.id, id));
  expect(await see(id)).toMatchObject({
    fee: { percent: 10, feeCents: 4205, vatCents: 701 },
    sellerCents: 37_845,
  });
});

test('parts that the bank refuses wait for an admin, who pays each of them in another way', async () => {
  const { buyer, seller, admin } = sides;
  const { db } = market.services;
  const id = await orderIn(market, sides, 'disputed', 'pm_card_refundFail');
  await act(seller, id, 'offer', { kind: 'part', amount: 60, text: 'For the scratch' });
  await act(buyer, id, 'accept-offer');
  const charge = await chargeOfOrder(market, id);
  const settleRefused = async (amount: number, reference: string) => {
    await refuseRefunds(charge);
    const { body: issues } = await admin.get('/chargeIssues');
    const issue = issues.find(({ transactionId }: { transactionId: string }) => transactionId === charge);
    expect(issue).toMatchObject({ problem: 'refund-failed', state: 'open', amount });
    for (const path of [id, `${id}/receipt`]) expect((await see(path)).refund).toBe('delayed');
    const settled = await admin.post(`/chargeIssues/${issue._id}/settle`, { reference });
    expect(settled.body.modifiedCount).toBe(1);
    expect(await sumLedgerOfCharge(db, charge, 'refunds_due')).toBe(0);
    return issue._id;
  };
  await settleRefused(60, 'SEPA 1');
  expect(await see(id)).toMatchObject({ state: 'completed', refundedCents: 6_000, refund: 'done' });

  // The rest has to be refunded as well, and is refused like the first part: nothing is paid twice.
  await act(admin, id, 'reopen');
  await act(admin, id, 'decide');
  const issueId = await settleRefused(360.5, 'SEPA 2');
  expect(await see(id)).toMatchObject({ state: 'refunded', refundedCents: 42_050, refund: 'done' });
  expect(await sumLedgerOfKind(db, charge, 'refund-by-bank')).toBe(42_050);
  const steps = await db
    .select()
    .from(stateChanges)
    .where(eq(stateChanges.subject, issueId))
    .orderBy(stateChanges.position);
  expect(steps.flatMap(({ toState, reason }) => (toState === 'settled' ? [reason] : []))).toEqual([
    'Settled elsewhere: SEPA 1',
    'Settled elsewhere: SEPA 2',
  ]);
  expect(await checkLedger(db)).toEqual([]);
});

test.each([
  ['succeeded', 25_000],
  ['failed', 15_000],
] as const)(
  'a part that is on its way while more goes back by hand stays so until it has %s',
  async (ending, refundedCents) => {
    const id = await orderIn(market, sides, 'disputed', 'pm_card_pendingRefund');
    await act(sides.seller, id, 'offer', { kind: 'part', amount: 100, text: 'For the scratch' });
    await act(sides.buyer, id, 'accept-offer');
    const charge = await chargeOfOrder(market, id);
    await refundCharge(market.services, charge);
    const ours = (await refundsOf(charge))[0]?.id ?? '';
    await endAs(ours, ending, '1 day');
    await refundByHand(market, id, 15_000);
    const byHand = (await refundsOf(charge)).find((refund) => refund.id !== ours);
    await endAs(byHand?.id ?? '', 'succeeded', '0');
    await recordRefunds(market.services, charge);
    expect(await see(id)).toMatchObject({ state: 'completed', refundedCents: 15_000, refund: 'under-way' });
    await endAs(ours, ending, '0');
    await recordRefunds(market.services, charge);
    const order = await see(id);
    expect(order).toMatchObject({ state: 'completed', refundedCents, refund: 'done' });
    await expectAgreement(market.services, order.productId);
  },
);

const refundsOf = async (charge: string) =>
  (await market.services.stripe.refunds.list({ payment_intent: charge })).data;

/** Makes a pending refund end with this status after this time; if that is now, waits for it. */
async function endAs(refundId: string, ending: 'succeeded' | 'failed', after: string): Promise<void> {
  const { $client } = market.services.db;
  const outcome = 'sandbox_stripe.refund_outcomes';
  await $client.query(
    `update ${outcome} set status = $2, due_at = now() + $3::interval where refund_id = $1`,
    [refundId, ending, after],
  );
  const waiting = `select from ${outcome} where refund_id = $1 and due_at <= now()`;
  const endDue = async () => {
    await endDueRefunds($client);
    return (await $client.query(waiting, [refundId])).rowCount;
  };
  await expect.poll(endDue, { timeout: 20_000 }).toBe(0);
}

/** The bank refuses every attempt to refund the charge, until an admin has to decide. */
async function refuseRefunds(charge: string): Promise<void> {
  for (let failed = 0; failed <= maxFailedRefunds; failed += 1) {
    await refundCharge(market.services, charge);
    await endRefunds(market);
    await recordRefunds(market.services, charge);
  }
}
