// How much of which transfer is taken back from a seller who owes something.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bothSides, sellerAccount } from '#contract/ledger.ts';
import { system } from '#contract/states.ts';
import { payouts } from '#db/tables/payouts.ts';
import { postToLedger } from '#server/ledger/service.ts';
import { type Database, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { completedSale, openSides } from '#testing/payouts.ts';
import { storeReversal } from './follow-reversals.ts';
import { findReversal, listReversals, refuseReversal } from './store-payouts.ts';
import { settleDebt } from './reverse-transfers.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());
// Runs before the market is closed: hooks end in the opposite order.
afterAll(() => expectBooks(market));

const share = 39_898;
const posting = { actor: system, at: new Date(Date.UTC(2026, 0, 1)) };

/** A transfer of the whole share of an order. @returns its payout */
async function sent(tx: Transaction, sellerId: string, orderId: string): Promise<string> {
  const id = newId();
  const row = { id, sellerId, orderId, method: 'stripe', state: 'sent', amountCents: share } as const;
  await tx.insert(payouts).values({ ...row, transferId: `tr_${id}` });
  const moves = bothSides(sellerAccount(sellerId), 'world', 'processor', 'world', share);
  await postToLedger(tx, { ...posting, kind: 'transfer', key: `transfer:tr_${id}`, orderId, moves });
  return id;
}

/** A part of an order's money goes back to its buyer, at the seller's cost. */
const owe = (tx: Transaction, sellerId: string, orderId: string, amountCents: number) =>
  postToLedger(tx, {
    ...posting,
    kind: 'refund-decided',
    key: `refund-decided:${newId()}`,
    orderId,
    moves: [{ side: 'owner', from: sellerAccount(sellerId), to: 'refunds_due', amountCents }],
  });

test('of each transfer its own debt is taken back once, and no more than is missing or left of it', async () => {
  const sides = await openSides(market);
  const { id: sellerId } = sides.seller;
  const [first, second, kept] = [
    await completedSale(market, sides),
    await completedSale(market, sides),
    await completedSale(market, sides),
  ];
  const undone = new Error('what the test has posted is undone, so that no job sees it');
  const { db, payouts: services } = market.services;
  const story = db.transaction(async (tx) => {
    // Settling uses nothing else of a database.
    const own = { transaction: (work: (inner: Transaction) => unknown) => work(tx) } as unknown as Database;
    const jobs = { ...services.jobs, enqueue: async () => undefined };
    const settle = () => settleDebt({ ...services, jobs, db: own }, sellerId);
    const [one, other] = [await sent(tx, sellerId, first), await sent(tx, sellerId, second)];
    const reversals = async () =>
      [...(await listReversals(tx, one)), ...(await listReversals(tx, other))]
        .toSorted((a, b) => a.id.localeCompare(b.id))
        .map(({ payoutId, amountCents }) => [payoutId === one ? 'one' : 'other', amountCents]);
    const idsOf = async (payoutId: string) => (await listReversals(tx, payoutId)).map(({ id }) => id);

    // The third sale is not paid out, and settles most of the debts.
    await owe(tx, sellerId, first, share);
    await owe(tx, sellerId, second, 20_000);
    await settle();
    expect(await reversals()).toEqual([['other', 20_000]]);
    // What is being asked for is not missing any more.
    await owe(tx, sellerId, kept, 10_000);
    await settle();
    expect((await reversals()).slice(1)).toEqual([['one', 10_000]]);
    // What was refused is not asked for again.
    for (const id of [...(await idsOf(one)), ...(await idsOf(other))])
      await refuseReversal(tx, id, 'No funds');
    await settle();
    expect((await reversals()).slice(2)).toEqual([['one', 29_898]]);
    // What was returned is not left of its transfer.
    for (const id of await idsOf(one))
      if ((await findReversal(tx, id))?.state === 'requested')
        await storeReversal(tx, { ...services, jobs }, id, { reversalId: 'trr_1' });
    await owe(tx, sellerId, first, 20_000);
    await settle();
    expect(await reversals()).toHaveLength(3);
    throw undone;
  });
  await expect(story).rejects.toBe(undone);
});
