// The refund states that an order shows, and its further charges.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { maxFailedRefunds } from '#contract/payments.ts';
import { recordRefunds } from '#server/payments/record-refunds.ts';
import { refundCharge } from '#server/payments/refund-charge.ts';
import {
  chargeApart,
  chargeEvent,
  chargeOfOrder,
  deliver,
  endRefunds,
  openSilentMarket,
  refundByHand,
  takeProcessorDown,
} from '#testing/card-processor.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import { mailTo } from '#testing/mailbox.ts';
import type { Market } from '#testing/market.ts';
import { act, newSides, orderIn, paidOrder, type Sides } from '#testing/order-requests.ts';

let market: Market;
let sides: Sides;
beforeAll(async () => {
  market = await openSilentMarket();
  sides = await newSides(market);
});
afterAll(() => market.close());
// Runs before the market is closed: hooks end in the opposite order.
afterAll(() => expectBooks(market));

const see = async (id: string) => (await sides.buyer.get(`/orders/${id}`)).body;

test('while the processor is away, a refund is decided and not said to be on its way', async () => {
  const id = await paidOrder(market, sides);
  const back = await takeProcessorDown(market);
  try {
    await act(sides.seller, id, 'cancel');
    expect(await see(id)).toMatchObject({
      state: 'cancelled',
      refund: 'decided',
      next: { step: 'refund-decided', by: [] },
    });
    expect((await sides.buyer.get(`/orders/${id}/receipt`)).body.refund).toBe('decided');
  } finally {
    await back();
  }
  await refundCharge(market.services, await chargeOfOrder(market, id));
  expect(await see(id)).toMatchObject({ refund: 'done', next: { step: 'nothing' } });
});

test('what went back before is not said to be still due', async () => {
  const id = await paidOrder(market, sides);
  const charge = await chargeOfOrder(market, id);
  await refundByHand(market, id, 10_000);
  const back = await takeProcessorDown(market);
  try {
    await act(sides.seller, id, 'cancel');
    const refund = { refund: 'decided', refundedCents: 42_050, returnedCents: 10_000 };
    expect(await see(id)).toMatchObject(refund);
    expect((await sides.buyer.get(`/orders/${id}/receipt`)).body).toMatchObject(refund);
  } finally {
    await back();
  }
  await refundCharge(market.services, charge);
  expect(await see(id)).toMatchObject({ refund: 'done', refundedCents: 42_050, returnedCents: 42_050 });
});

test('a refund that the processor has is on its way until the bank has answered', async () => {
  const id = await orderIn(market, sides, 'cancelled', 'pm_card_pendingRefund');
  const charge = await chargeOfOrder(market, id);
  await refundCharge(market.services, charge);
  expect(await see(id)).toMatchObject({ refund: 'under-way', next: { step: 'refund' } });
  await endRefunds(market);
  await recordRefunds(market.services, charge);
  expect(await see(id)).toMatchObject({ refund: 'done', next: { step: 'nothing' } });
});

test('buyer and admin see what becomes of a second charge of an order, its seller does not', async () => {
  const id = await paidOrder(market, sides);
  const second = await chargeApart(market, 42_050, id);
  expect((await see(id)).extraCharges).toEqual([]);
  await deliver(market, await chargeEvent(market, second));
  const { body: issues } = await sides.admin.get('/chargeIssues?limit=100');
  const issue = issues.find(({ transactionId }: { transactionId: string }) => transactionId === second);
  expect(issue).toMatchObject({ problem: 'paid-already', orderId: id });
  const charge = { _id: issue._id, amount: 420.5, currency: 'usd', problem: 'paid-already' };
  for (const person of [sides.buyer, sides.admin])
    expect((await person.get(`/orders/${id}`)).body.extraCharges).toMatchObject([
      { ...charge, state: 'open' },
    ]);
  expect((await sides.seller.get(`/orders/${id}`)).body.extraCharges).toBeUndefined();
  const told = await mailTo(market.address, sides.buyer.email, 'You were charged $420.50 too much');
  expect(told.text).toMatch(/Another charge has paid for the .+ already\./);

  await sides.admin.post(`/chargeIssues/${issue._id}/refund`);
  await refundCharge(market.services, second);
  expect(await see(id)).toMatchObject({
    state: 'paid',
    refund: null,
    extraCharges: [{ ...charge, state: 'refunded' }],
  });
  await mailTo(market.address, sides.buyer.email, '$420.50 goes back to your card');
  // Also if its amount is another one, since the phone is paid.
  const third = await chargeApart(market, 5_000, id);
  await deliver(market, await chargeEvent(market, third));
  await mailTo(market.address, sides.buyer.email, 'You were charged $50.00 too much');
});

test('the charge that paid an order is no further charge of it, whatever is wrong with its refund', async () => {
  const id = await orderIn(market, sides, 'cancelled', 'pm_card_refundFail');
  const charge = await chargeOfOrder(market, id);
  for (let failed = 0; failed <= maxFailedRefunds; failed += 1) {
    await refundCharge(market.services, charge);
    await endRefunds(market);
    await recordRefunds(market.services, charge);
  }
  expect(await see(id)).toMatchObject({ refund: 'delayed', extraCharges: [] });

  // A buyer may have bought several phones of one model: each mail leads to the order that it is about.
  const { address } = market;
  const delayed = await mailTo(address, sides.buyer.email, 'takes longer');
  expect(delayed.text).toContain(`/dashboard/order/${id}`);
  const [issue] = (await sides.admin.get('/chargeIssues')).body;
  await sides.admin.post(`/chargeIssues/${issue._id}/settle`);
  const settled = await mailTo(address, sides.buyer.email, 'was paid back in another way');
  expect(settled.text).toContain(`/dashboard/order/${id}`);
});
