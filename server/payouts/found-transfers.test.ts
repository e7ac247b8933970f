// Transfers that the processor has and the database does not: of a request that seemed to have failed, or from before a
// restore from a backup.
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { payoutSellers } from '#db/tables/payouts.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import { holdEvents, readNewEvents } from '#testing/card-processor.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, orderIn, type Sides } from '#testing/order-requests.ts';
import {
  accountOf,
  completedSale,
  findSent,
  forgetTransfer,
  onboard,
  openSides,
  overviewOf,
  transfersOf,
  untilOverview,
  untilSent,
} from '#testing/payouts.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { followSellerEvent } from './follow-events.ts';
import { makeTransfer } from './make-transfer.ts';
import { findRequested, insertReversal, listReversals } from './store-payouts.ts';
import { readAccounts, processPayouts } from './sweep-payouts.ts';
import { makeReversal } from './reverse-transfers.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket({}, ['questions to the processor']);
  // Each test decides when the processor is asked, and which events arrive: nothing is found in the background.
  await holdEvents(market);
});
afterAll(() => market.close());

const db = () => market.services.db;

/** The seller's share of a phone for $420.50. */
const share = 39_898;

/** The seller's share if $320.50 of it went back: the charge has enough left for a second transfer. */
const restShare = 9_450;

/** Lets a seller be paid, without the event that says so. */
async function openAccount(seller: Sides['seller']): Promise<void> {
  await onboard(seller);
  await readAccounts(market.services.payouts);
  await untilOverview(seller, { blockedBy: null });
}

/** A sale whose price was mostly refunded. @returns the order's id */
async function sellWithPartRefund(sides: Sides): Promise<string> {
  const orderId = await orderIn(market, sides, 'disputed');
  await act(sides.admin, orderId, 'decide', {
    outcome: 'part',
    amount: 320.5,
    reason: 'evidence-of-buyer',
    words: 'The photos show it',
    state: 'disputed',
  });
  return orderId;
}

test('a request that a gateway gave up on, and that is carried out later, pays the seller once', async () => {
  const { stripe, payouts } = market.services;
  const sides = await openSides(market);
  const { seller } = sides;
  await openAccount(seller);
  const create = stripe.transfers.create.bind(stripe.transfers);
  const later: (() => Promise<unknown>)[] = [];
  const spy = vi.spyOn(stripe.transfers, 'create').mockImplementation(async (...given) => {
    later.push(() => create(...given));
    throw new Stripe.errors.StripeAPIError({ message: 'gateway timeout', statusCode: 504, headers: {} });
  });
  const orderId = await sellWithPartRefund(sides);
  await untilOverview(seller, { blockedBy: 'processor-away', onItsWayCents: restShare });
  spy.mockRestore();
  const payout = await findRequested(db(), seller.id);
  // The market's own job may have tried again already.
  if (payout !== undefined) await makeTransfer(payouts, payout.id);
  for (const carryOut of later) await carryOut();
  expect(await transfersOf(market, orderId)).toHaveLength(1);
  await untilSent(seller, restShare);
  await expectBooks(market);
});

test('a second transfer of the same payout is recorded and comes back', async () => {
  const { stripe, payouts } = market.services;
  const sides = await openSides(market);
  const { seller } = sides;
  await openAccount(seller);
  const orderId = await sellWithPartRefund(sides);
  await untilSent(seller, restShare);
  const [transfer] = await transfersOf(market, orderId);
  const { metadata, source_transaction: source } = transfer ?? {};
  const second = await stripe.transfers.create({
    amount: restShare,
    currency: 'usd',
    destination: await accountOf(market, seller),
    ...(typeof source === 'string' ? { source_transaction: source } : {}),
    transfer_group: `order_${orderId}`,
    metadata: metadata ?? {},
  });
  await followSellerEvent(payouts)({ type: 'transfer.created', account: null, objectId: second.id });
  await vi.waitFor(async () => {
    const transfers = await transfersOf(market, orderId);
    expect(transfers.map(({ amount_reversed: back }) => back).toSorted((a, b) => a - b)).toEqual([
      0,
      restShare,
    ]);
  }, 20_000);
  await untilOverview(seller, { yoursCents: 0, blockedBy: null });
  await expectBooks(market);
});

test('after a restore, a transfer that the backup does not have is found, and the seller is paid once', async () => {
  const { payouts } = market.services;
  const sides = await openSides(market);
  const { seller } = sides;
  await openAccount(seller);
  const orderId = await sellWithPartRefund(sides);
  await untilSent(seller, restShare);
  await forgetPayout(seller);
  expect(await overviewOf(seller)).toMatchObject({ yoursCents: restShare, onItsWayCents: 0 });
  await setReady(seller, true);
  await processPayouts(payouts);
  await untilSent(seller, restShare);
  expect(await transfersOf(market, orderId)).toHaveLength(1);
  await untilOverview(seller, { yoursCents: 0, onItsWayCents: restShare });
  expect(await findRequested(db(), seller.id)).toBeUndefined();
  await expectBooks(market);
});

test('after a restore, the event of a transfer records it, with what was taken back of it', async () => {
  const { stripe, payouts } = market.services;
  const { seller, transferId } = await openPaidOut();
  await forgetPayout(seller);
  await stripe.transfers.createReversal(transferId, { amount: share, metadata: { reversalId: newId() } });
  const event = { type: 'transfer.created', account: null, objectId: transferId };
  const reading = vi.spyOn(stripe.transfers, 'listReversals').mockRejectedValueOnce(new Error('killed'));
  await expect(followSellerEvent(payouts)(event)).rejects.toThrow('killed');
  reading.mockRestore();
  await followSellerEvent(payouts)(event);
  await followSellerEvent(payouts)(event);
  await untilOverview(seller, { yoursCents: share, onItsWayCents: 0 });
  await expectBooks(market);
});

test('after a restore, a reversal that the backup does not have is not made twice', async () => {
  const { stripe, payouts } = market.services;
  const { seller, transferId } = await openPaidOut();
  const { payoutId } = await findSent(market, seller);
  await stripe.transfers.createReversal(transferId, {
    amount: 5_000,
    metadata: { reversalId: newId() },
  });
  const row = { payoutId, cause: 'debt', amountCents: 5_000 } as const;
  const id = await db().transaction((tx) => insertReversal(tx, row));
  await makeReversal(payouts, id ?? '');
  const { data } = await stripe.transfers.listReversals(transferId);
  expect(data).toHaveLength(1);
  await untilOverview(seller, { yoursCents: 0, onItsWayCents: share });
  await expectBooks(market);
});

test('processes that take a transfer back at the same moment do so once', async () => {
  const { stripe, payouts } = market.services;
  const { seller, transferId } = await openPaidOut();
  const { payoutId } = await findSent(market, seller);
  const row = { payoutId, cause: 'debt', amountCents: 5_000 } as const;
  const id = await db().transaction((tx) => insertReversal(tx, row));
  await Promise.all([1, 2, 3].map(() => makeReversal(payouts, id ?? '')));
  const { data } = await stripe.transfers.listReversals(transferId);
  expect(data.map(({ amount }) => amount)).toEqual([5_000]);
});

test('a lost reversal of another amount does not count for a request, and one by hand counts once', async () => {
  const { stripe, payouts } = market.services;
  const { seller, transferId } = await openPaidOut();
  const { payoutId } = await findSent(market, seller);
  await stripe.transfers.createReversal(transferId, { amount: 3_000, metadata: { reversalId: newId() } });
  const row = { payoutId, cause: 'debt', amountCents: 5_000 } as const;
  const id = await db().transaction((tx) => insertReversal(tx, row));
  await makeReversal(payouts, id ?? '');
  const { data } = await stripe.transfers.listReversals(transferId);
  expect(data.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([3_000, 5_000]);
  const event = { type: 'transfer.reversed', account: null, objectId: transferId };
  await followSellerEvent(payouts)(event);
  await followSellerEvent(payouts)(event);
  const reversals = await listReversals(db(), payoutId);
  expect(reversals.map(({ amountCents }) => amountCents).toSorted((one, other) => one - other)).toEqual([
    3_000, 5_000,
  ]);
  await expectBooks(market);
});

test('after a restore from before the list of events begins, transfers and reversals are found as well', async () => {
  const { stripe } = market.services;
  const lost = await openPaidOut();
  const reversed = await openPaidOut();
  await forgetPayout(lost.seller);
  await setReady(reversed.seller, false);
  await stripe.transfers.createReversal(reversed.transferId, { amount: 5_000 });
  await db().$client.query(`
    update sandbox_stripe.objects set created = extract(epoch from now() - interval '35 days')
    where object = 'event'`);
  await db().$client.query(`
    insert into event_reading (id, read_to) values ('events', now() - interval '36 days')
    on conflict (id) do update set read_to = excluded.read_to, read_whole_at = null, claimed_until = null`);
  await readNewEvents(market);
  await untilOverview(lost.seller, { yoursCents: 0, onItsWayCents: share });
  await untilOverview(reversed.seller, { yoursCents: 5_000, onItsWayCents: share - 5_000 });
  await expectBooks(market);
});

/** A seller whose share of a completed sale has been transferred. */
async function openPaidOut(): Promise<{ seller: Sides['seller']; transferId: string }> {
  const sides = await openSides(market);
  const { seller } = sides;
  await openAccount(seller);
  const orderId = await completedSale(market, sides);
  await untilSent(seller, share);
  const [transfer] = await transfersOf(market, orderId);
  return { seller, transferId: transfer?.id ?? '' };
}

/**
 * As if the database were restored from a backup from before a seller's newest transfer. Before that, the seller cannot
 * be paid any more, or a job that looks at them late would transfer the money again.
 */
async function forgetPayout(seller: Sides['seller']): Promise<void> {
  await setReady(seller, false);
  const { payoutId } = await findSent(market, seller);
  await forgetTransfer(market, payoutId);
  await market.services.db.$client.query('delete from payouts where id = $1', [payoutId]);
}

const setReady = (seller: Sides['seller'], isReady: boolean) =>
  db().update(payoutSellers).set({ isReady }).where(eq(payoutSellers.sellerId, seller.id));
