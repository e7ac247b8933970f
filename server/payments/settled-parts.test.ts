// An admin pays by bank what the list of charges shows, while more of the same charge has become due.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { maxFailedRefunds } from '#contract/payments.ts';
import {
  chargeApart,
  chargeEvent,
  chargeOfOrder,
  deliver,
  endRefunds,
  openSilentMarket,
} from '#testing/card-processor.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import { mailTo } from '#testing/mailbox.ts';
import type { Market } from '#testing/market.ts';
import { act, newSides, orderBodies, orderIn, type Sides } from '#testing/order-requests.ts';
import { sumPaidByBank } from './post-money.ts';
import { recordRefunds } from './record-refunds.ts';
import { refundCharge } from './refund-charge.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

test('only what the list shows counts as paid by bank; what became due since then is still refunded', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed', 'pm_card_refundFail');
  const charge = await chargeOfOrder(market, id);
  await act(sides.seller, id, 'offer', { kind: 'part', amount: 50, text: 'For the scratch' });
  await act(sides.buyer, id, 'accept-offer');
  await failRefunds(charge);
  // Everything becomes due while the part waits for an admin.
  await act(sides.admin, id, 'reopen');
  await act(sides.admin, id, 'decide', orderBodies.decide);

  expect(await payShownByBank(sides)).toBe(50);
  expect(await sumPaidByBank(market.services.db, charge)).toBe(5_000);
  await mailTo(market.address, sides.buyer.email, '$50.00 for the Pixel 8 Pro was paid back in another way');

  await failRefunds(charge);
  expect(await payShownByBank(sides)).toBe(370.5);
  expect(await sumPaidByBank(market.services.db, charge)).toBe(42_050);
  expect((await sides.buyer.get(`/orders/${id}`)).body).toMatchObject({ state: 'refunded', refund: 'done' });
  await expectBooks(market);
});

test.each(['succeeded', 'failed'])(
  'a refund that the processor still works on is not paid by bank as well: it has %s',
  async (outcome) => {
    const sides = await newSides(market);
    const id = await orderIn(market, sides, 'disputed', 'pm_card_pendingRefund');
    const charge = await chargeOfOrder(market, id);
    await act(sides.seller, id, 'offer', { kind: 'part', amount: 50, text: 'For the scratch' });
    await act(sides.buyer, id, 'accept-offer');
    await refundCharge(market.services, charge);
    const { $client } = market.services.db;
    const { rows } = await $client.query('delete from sandbox_stripe.refund_outcomes returning refund_id');
    expect(rows).toHaveLength(1);
    await act(sides.admin, id, 'reopen');
    await act(sides.admin, id, 'decide', orderBodies.decide);
    await failRefunds(charge);

    expect(await payShownByBank(sides)).toBe(370.5);
    expect(await sumPaidByBank(market.services.db, charge)).toBe(37_050);
    const refund = async () => (await sides.buyer.get(`/orders/${id}`)).body.refund;
    expect(await refund()).not.toBe('done');

    const outcomes = 'insert into sandbox_stripe.refund_outcomes values ($1, $2, now())';
    await $client.query(outcomes, [rows[0].refund_id, outcome]);
    await endRefunds(market);
    await recordRefunds(market.services, charge);
    expect((await refund()) === 'done').toBe(outcome === 'succeeded');
    // The rest is refunded once more, if there is any.
    await refundCharge(market.services, charge);
    await endRefunds(market);
    await recordRefunds(market.services, charge);
    expect(await refund()).toBe('done');
    await expectBooks(market);
  },
);

/** A charge that matches no booking, which is being refunded by hand at the processor. */
async function refundedByHand({ admin }: Sides, amount: number) {
  const charge = await chargeApart(market, 2_000, undefined, { card: 'pm_card_pendingRefund' });
  await deliver(market, await chargeEvent(market, charge));
  const listed = async () => (await admin.get('/chargeIssues')).body;
  const waiting = async () => (await admin.get('/todo')).body.decisions.charges;
  const [{ _id }] = await listed();
  await market.services.stripe.refunds.create({ payment_intent: charge, amount });
  await recordRefunds(market.services, charge);
  const decide = async (how: 'refund' | 'settle') =>
    (await admin.post(`/chargeIssues/${_id}/${how}`)).body.modifiedCount;
  const failAll = async () => {
    await market.services.db.$client.query(`update sandbox_stripe.refund_outcomes set status = 'failed'`);
    await endRefunds(market);
    await recordRefunds(market.services, charge);
  };
  return { charge, listed, waiting, decide, failAll };
}

test('a charge of which all is on its way needs no decision, unless that fails', async () => {
  const { listed, waiting, decide, failAll } = await refundedByHand(await newSides(market), 2_000);
  expect(await listed()).toMatchObject([{ state: 'refunding', amount: 20 }]);
  expect(await waiting()).toBe(0);
  expect(await decide('settle')).toBe(0);
  expect(await decide('refund')).toBe(0);
  await failAll();
  expect(await listed()).toMatchObject([{ state: 'open', amount: 20 }]);
  expect(await waiting()).toBe(1);
  expect(await decide('settle')).toBe(1);
  await expectBooks(market);
});

test('a charge without a booking is back on the list if a refund fails that was on its way when it was settled', async () => {
  const { charge, listed, decide, failAll } = await refundedByHand(await newSides(market), 1_500);
  expect(await listed()).toMatchObject([{ state: 'open', amount: 5 }]);
  expect(await decide('settle')).toBe(1);
  expect(await listed()).toEqual([]);
  await failAll();
  expect(await listed()).toMatchObject([{ state: 'open', problem: 'refund-failed', amount: 15 }]);
  expect(await decide('settle')).toBe(1);
  expect(await sumPaidByBank(market.services.db, charge)).toBe(2_000);
  await expectBooks(market);
});

test('a charge that an admin refunds is listed with the amount that is on its way', async () => {
  const { listed, decide } = await refundedByHand(await newSides(market), 500);
  expect(await listed()).toMatchObject([{ state: 'open', amount: 15 }]);
  expect(await decide('refund')).toBe(1);
  expect(await listed()).toMatchObject([{ state: 'refunding', amount: 20 }]);
});

/** Lets the bank return refunds of a charge until an admin has to decide. */
async function failRefunds(charge: string): Promise<void> {
  for (let failed = 0; failed <= maxFailedRefunds; failed += 1) {
    await refundCharge(market.services, charge);
    await market.services.db.$client.query(`update sandbox_stripe.refund_outcomes set status = 'failed'`);
    await endRefunds(market);
    await recordRefunds(market.services, charge);
  }
}

/** Settles the one charge on the list. @returns its amount */
async function payShownByBank({ admin }: Sides): Promise<number> {
  const { body } = await admin.get('/chargeIssues');
  expect(body).toMatchObject([{ state: 'open', problem: 'refund-failed' }]);
  const [{ _id, amount }] = body;
  expect((await admin.post(`/chargeIssues/${_id}/settle`)).body.modifiedCount).toBe(1);
  return amount;
}
