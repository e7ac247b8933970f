// A sale's money, from "completed" to the seller's bank and back, by HTTP and the processor's stand-in.
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { sellerAccount } from '#contract/ledger.ts';
import type { SellerBalance } from '#contract/payouts-manual.ts';
import { payouts } from '#db/tables/payouts.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import { takeProcessorDown } from '#testing/card-processor.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, orderIn } from '#testing/order-requests.ts';
import {
  accountOf,
  banks,
  completedSale,
  confirmAddress,
  forgetTransfer,
  letBankAnswer,
  onboard,
  openSides,
  overviewOf,
  statementOf,
  transfersOf,
  untilOverview,
  untilSent,
} from '#testing/payouts.ts';
import { findLedgerBalance } from '#server/ledger/service.ts';
import { makeTransfer } from './make-transfer.ts';
import { requestPayout } from './request-payout.ts';
import { makeOverdueTransfers, processPayouts } from './sweep-payouts.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());
afterEach(async () => {
  await expectBooks(market);
});

/** The seller's share of a phone for $420.50. */
const share = 39_898;

const payoutsOf = ({ id }: { id: string }) =>
  market.services.db.select().from(payouts).where(eq(payouts.sellerId, id));

test('a seller sells before they are onboarded, and what waits goes out when they are', async () => {
  const sides = await openSides(market);
  const { seller } = sides;
  const open = await orderIn(market, sides, 'paid');
  expect(await overviewOf(seller)).toMatchObject({ waitingCents: share, yoursCents: 0, blockedBy: null });
  await completedSale(market, sides);
  expect(await overviewOf(seller)).toMatchObject({
    waitingCents: share,
    yoursCents: share,
    blockedBy: 'onboarding',
    onboarding: { state: 'none' },
  });
  await processPayouts(market.services.payouts);
  expect(await payoutsOf(seller)).toEqual([]);
  expect(await onboard(seller)).toContain('/dashboard/payouts?onboarding=back');
  await untilSent(seller, share);
  expect(await overviewOf(seller)).toMatchObject({
    yoursCents: 0,
    onItsWayCents: share,
    onboarding: ready,
  });
  await letBankAnswer(market, seller);
  await untilOverview(seller, { onItsWayCents: 0, paidOutCents: share, waitingCents: share });
  await mailTo(market.address, seller.email, '$398.98 is on its way to you');
  await mailTo(market.address, seller.email, '$398.98 has arrived at your bank');
  expect(await transfersOf(market, open)).toEqual([]);
});

const ready = { state: 'ready' as const, missing: [], bankEnding: null };

test('a transfer is of the sale’s own charge, in its group, and stands in the ledger under its id', async () => {
  const sides = await openSides(market);
  await onboard(sides.seller);
  const orderId = await completedSale(market, sides);
  await untilSent(sides.seller, share);
  const [transfer, ...others] = await transfersOf(market, orderId);
  expect(others).toEqual([]);
  expect(transfer).toMatchObject({ amount: share, destination: await accountOf(market, sides.seller) });
  expect(transfer?.source_transaction).toMatch(/^ch_/);
  const rows = await statementOf(sides.seller);
  expect(rows).toMatchObject([
    { kind: 'payout', amountCents: -share, balanceCents: 0, reference: transfer?.id, orderId },
    { kind: 'sale', amountCents: share, balanceCents: share, priceCents: 42_050, feeCents: 2_152 },
  ]);
});

test('money waits until the seller has confirmed their address', async () => {
  const sides = await openSides(market);
  const { db } = market.services;
  await onboard(sides.seller);
  await sides.seller.post('/payouts/onboarding/check', {});
  await db.execute(`update users set email_verified = false where id = '${sides.seller.id}'`);
  await completedSale(market, sides);
  await processPayouts(market.services.payouts);
  expect(await overviewOf(sides.seller)).toMatchObject({ yoursCents: share, blockedBy: 'email' });
  expect((await sides.seller.post('/payouts/onboarding', {})).status).toBe(403);
  await confirmAddress(market, sides.seller);
  await processPayouts(market.services.payouts);
  await untilOverview(sides.seller, { yoursCents: 0, onItsWayCents: share });
});

test('what a bank may still take back is held, of other sales as well', async () => {
  const sides = await openSides(market);
  const { db } = market.services;
  const disputed = await completedSale(market, sides);
  await db.execute(`
    insert into chargebacks (id, dispute_id, transaction_id, state, amount_cents, currency, reason, fee_cents,
      is_answered, opened_at)
    select gen_random_uuid(), 'du_' || replace(id::text, '-', ''), transaction_id, 'open', amount_cents, 'usd',
      'general', 0, false, now()
    from payments where booking_id = '${disputed}'`);
  await onboard(sides.seller);
  await untilOverview(sides.seller, { onboarding: ready, blockedBy: 'chargeback', heldBackCents: share });
  // The bank may take the whole price, which exceeds the first sale's share by our fee: that much of the next share is
  // held back.
  await completedSale(market, sides);
  await untilSent(sides.seller, share - 2_152);
  await db.execute(`update chargebacks set state = 'won' where transaction_id in (
    select transaction_id from payments where booking_id = '${disputed}')`);
  await processPayouts(market.services.payouts);
  await untilOverview(sides.seller, { yoursCents: 0, onItsWayCents: 2 * share, blockedBy: null });
});

test('an onboarding that is not finished says what is missing, and one that is refused says so', async () => {
  const [unfinished, refused] = [await openSides(market), await openSides(market)];
  await onboard(unfinished.seller, { outcome: 'incomplete' });
  const { body } = await unfinished.seller.post('/payouts/onboarding/check', {});
  expect(body.onboarding).toEqual({
    state: 'unfinished',
    missing: ['a picture of an identity document'],
    bankEnding: null,
  });
  await onboard(refused.seller, { outcome: 'rejected' });
  await untilOverview(refused.seller, { onboarding: { state: 'refused', missing: [], bankEnding: null } });
  await completedSale(market, refused);
  expect(await requestPayout(market.services.payouts, refused.seller.id)).toBeUndefined();
  expect(await payoutsOf(refused.seller)).toEqual([]);
});

test('a bank that refuses the payout makes the money the seller’s again, and it goes out once that is mended', async () => {
  const sides = await openSides(market);
  const { seller } = sides;
  await onboard(seller, { bank: banks.refusing });
  await completedSale(market, sides);
  await untilSent(seller, share);
  await letBankAnswer(market, seller);
  await untilOverview(seller, {
    yoursCents: share,
    onItsWayCents: 0,
    blockedBy: 'onboarding',
    onboarding: { state: 'unfinished', missing: ['a bank account that takes payouts'], bankEnding: null },
  });
  expect((await statementOf(seller)).map(({ kind }) => kind)).toEqual(['payout-failed', 'payout', 'sale']);
  const { body: list } = await seller.get('/payouts');
  expect(list).toMatchObject([{ state: 'failed', reason: expect.stringContaining('No bank account') }]);
  const failed = await mailTo(market.address, seller.email, 'Your payout of $398.98 did not arrive');
  expect(failed.text).toContain('No bank account');
  const { body: owed } = await sides.admin.get('/payouts/balances?limit=100');
  const isTheirs = (each: SellerBalance) => each.seller._id === seller.id;
  expect(owed.find(isTheirs)).toMatchObject({ isReady: false, isByHand: false, hasAccount: true });
  await onboard(seller);
  await untilSent(seller, share);
  await letBankAnswer(market, seller);
  await untilOverview(seller, { paidOutCents: share, onItsWayCents: 0 });
});

test('while the processor is away nothing moves, and it goes on by itself', async () => {
  const sides = await openSides(market);
  await onboard(sides.seller);
  await untilOverview(sides.seller, { onboarding: ready });
  const orderId = await orderIn(market, sides, 'handed_over');
  const bringBack = await takeProcessorDown(market);
  await act(sides.buyer, orderId, 'accept');
  await untilOverview(sides.seller, { blockedBy: 'processor-away', yoursCents: 0, onItsWayCents: share });
  expect(await sides.seller.post('/payouts/onboarding', {})).toMatchObject({
    status: 502,
    body: { code: 'payouts.processor-away' },
  });
  expect(await findLedgerBalance(market.services.db, sellerAccount(sides.seller.id))).toBe(share);
  await bringBack();
  market.clock.advance(2);
  await makeOverdueTransfers(market.services.payouts);
  await untilSent(sides.seller, share);
  expect(await payoutsOf(sides.seller)).toMatchObject([{ unansweredAt: null }]);
  expect(await transfersOf(market, orderId)).toHaveLength(1);
  market.clock.advance(-2);
});

test('a process that dies between the transfer and storing it pays nobody twice', async () => {
  const sides = await openSides(market);
  await onboard(sides.seller);
  const orderId = await completedSale(market, sides);
  await untilSent(sides.seller, share);
  const [payout] = await payoutsOf(sides.seller);
  // The state after the process died: the transfer is made, but not stored.
  await forgetTransfer(market, payout?.id ?? '');
  // The processor forgets idempotency keys after a day.
  await market.services.db.$client.query('delete from sandbox_stripe.requests');
  await Promise.all([1, 2, 3].map(() => makeTransfer(market.services.payouts, payout?.id ?? '')));
  expect(await payoutsOf(sides.seller)).toMatchObject([{ state: 'sent', transferId: payout?.transferId }]);
  expect(await transfersOf(market, orderId)).toHaveLength(1);
});

test('two simultaneous jobs for a seller set the money aside once', async () => {
  const sides = await openSides(market);
  await Promise.all([completedSale(market, sides), completedSale(market, sides)]);
  await onboard(sides.seller);
  await sides.seller.post('/payouts/onboarding/check', {});
  await Promise.all([1, 2, 3, 4].map(() => processPayouts(market.services.payouts)));
  await untilOverview(sides.seller, { yoursCents: 0, onItsWayCents: 2 * share });
  await untilSent(sides.seller, share, share);
});

test('a seller whose money cannot be set aside does not delay other sellers', async () => {
  const { payouts: services, db } = market.services;
  const [one, other] = [await openSides(market), await openSides(market)];
  for (const sides of [one, other]) {
    await onboard(sides.seller);
    await sides.seller.post('/payouts/onboarding/check', {});
    await db.execute(`update users set email_verified = false where id = '${sides.seller.id}'`);
    await completedSale(market, sides);
  }
  for (const { seller } of [one, other]) await confirmAddress(market, seller);
  const enqueue = vi.fn(services.jobs.enqueue).mockRejectedValueOnce(new Error('the queue is away'));
  await processPayouts({ ...services, jobs: { ...services.jobs, enqueue } });
  expect([...(await payoutsOf(one.seller)), ...(await payoutsOf(other.seller))]).not.toEqual([]);
  await processPayouts(services);
  for (const { seller } of [one, other]) await untilOverview(seller, { yoursCents: 0, onItsWayCents: share });
});

test('a refund at the processor after the payout takes the transfer back', async () => {
  const sides = await openSides(market);
  await onboard(sides.seller);
  const orderId = await completedSale(market, sides);
  await untilSent(sides.seller, share);
  await refundAtProcessor(orderId);
  await untilOverview(sides.seller, { yoursCents: 0, onItsWayCents: 0 });
  await vi.waitFor(async () => {
    expect((await statementOf(sides.seller)).map(({ kind }) => kind)).toEqual([
      'taken-back',
      'refund',
      'payout',
      'sale',
    ]);
  }, 20_000);
  const { body } = await sides.seller.get('/payouts');
  expect(body).toMatchObject([{ orderId, takenBackCents: share }]);
  // Nothing of it is on its way any more.
  const record = await sides.admin.get(`/people/${sides.seller.id}`);
  expect(record.body).toMatchObject({ owedCents: 0, onItsWayCents: 0 });
  expect((await sides.seller.post('/privacy/leave')).status).toBe(200);
});

async function refundAtProcessor(orderId: string): Promise<void> {
  const [transfer] = await transfersOf(market, orderId);
  await market.services.stripe.refunds.create({ charge: String(transfer?.source_transaction) });
}

test('what was paid out already becomes a debt, which the next sales settle', async () => {
  const sides = await openSides(market);
  const { seller, admin } = sides;
  await onboard(seller);
  const orderId = await completedSale(market, sides);
  await untilSent(seller, share);
  await letBankAnswer(market, seller);
  await untilOverview(seller, { paidOutCents: share });
  await refundAtProcessor(orderId);
  await untilOverview(seller, { yoursCents: -share, blockedBy: 'debt' });
  await vi.waitFor(async () => {
    const { rows } = await market.services.db.$client.query(
      `select payout_reversals.state from payout_reversals join payouts on payouts.id = payout_id where seller_id = $1`,
      [seller.id],
    );
    expect(rows).toEqual([{ state: 'refused' }]);
  }, 20_000);
  const { body: owing } = await admin.get('/payouts/balances?show=owing');
  expect(owing).toContainEqual({
    seller: { _id: seller.id, name: seller.name, email: seller.email },
    cents: -share,
    isReady: true,
    isByHand: false,
    hasAccount: true,
    blockedBy: null,
    refusal: null,
  });
  // The next sale settles the debt exactly, with nothing left; the one after is paid out in full.
  await completedSale(market, sides);
  await untilOverview(seller, { yoursCents: 0, onItsWayCents: 0, blockedBy: null });
  await completedSale(market, sides);
  await untilOverview(seller, { yoursCents: 0, onItsWayCents: share });
});
