// Transfers that the processor refused to reverse, as an admin sees them, and the retry.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type LedgerMove, sellerAccount } from '#contract/ledger.ts';
import type { RefusedReversal } from '#contract/payouts-reversals.ts';
import { system } from '#contract/states.ts';
import { payouts } from '#db/tables/payouts.ts';
import { postToLedger, reversePosting } from '#server/ledger/service.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import { type Market, openMarket } from '#testing/market.ts';
import type { Sides } from '#testing/order-requests.ts';
import { mailTo } from '#testing/mailbox.ts';
import {
  completedSale,
  findSent,
  letBankAnswer,
  onboard,
  openSides,
  untilOverview,
  untilSent,
} from '#testing/payouts.ts';
import { recordedAbout } from '#testing/recorded-actions.ts';
import { findTransactions } from '#server/payments/service.ts';
import { listIndebted } from './repository.ts';
import { readArrivedNotices, readFailedNotices } from './notify-payout.ts';
import { changePayout, endReversal, insertReversal, listReversals, refuseReversal } from './store-payouts.ts';
import { makeReversal, settleDebt } from './reverse-transfers.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const share = 39_898;
const listed = async ({ admin, seller }: Sides) =>
  (await admin.get('/payouts/reversals')).body.filter(
    (each: { seller: { _id: string } }) => each.seller._id === seller.id,
  );
const untilListed = async (sides: Sides, expected: object): Promise<RefusedReversal> => {
  await vi.waitFor(async () => expect(await listed(sides)).toEqual([expect.objectContaining(expected)]), {
    timeout: 20_000,
  });
  return (await listed(sides))[0];
};

/** How many refused reversals of a seller's debt the metrics name. */
async function refusedDebts(): Promise<number> {
  const metrics = await (await fetch(`${market.address}/metrics`)).text();
  return Number(/^payout_reversals_refused\{cause="debt"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

test('what the processor does not give back stands on a list, and is asked for again by one press', async () => {
  const sides = await openSides(market);
  const { seller, admin } = sides;
  await onboard(seller);
  const orderId = await completedSale(market, sides);
  await untilSent(seller, share);
  await letBankAnswer(market, seller);
  await untilOverview(seller, { paidOutCents: share });
  const intent = (await findTransactions(market.services.db, [orderId])).get(orderId) ?? '';
  const before = await refusedDebts();
  await market.services.stripe.refunds.create({ payment_intent: intent });

  const first = await untilListed(sides, {
    cause: 'debt',
    seller: { _id: seller.id, name: seller.name, email: seller.email },
    amountCents: share,
    orderId,
    reason: expect.stringContaining('funds'),
  });
  expect(await refusedDebts()).toBe(before + 1);
  for (const person of [seller, sides.buyer]) {
    expect((await person.get('/payouts/reversals')).status).toBe(403);
    expect((await person.post(`/payouts/reversals/${first._id}/retry`, {})).status).toBe(403);
  }
  // What other sales have settled is not asked for.
  const settled = { actor: system, at: new Date() };
  const part: LedgerMove = { side: 'owner', from: 'fees', to: sellerAccount(seller.id), amountCents: 9_898 };
  await market.services.db.transaction((tx) =>
    postToLedger(tx, { kind: 'made-good', key: `test:part:${orderId}`, ...settled, moves: [part] }),
  );
  expect(await listed(sides)).toMatchObject([{ amountCents: 30_000 }]);
  await market.services.db.transaction((tx) => reversePosting(tx, `test:part:${orderId}`, settled));

  // Two admins press at the same time: the processor is asked once.
  const pressed = await Promise.all(
    [1, 2].map(() => admin.post(`/payouts/reversals/${first._id}/retry`, {})),
  );
  expect(pressed.map(({ body }) => body.modifiedCount).toSorted((a, b) => a - b)).toEqual([0, 1]);
  const second = await untilListed(sides, { cause: 'debt', amountCents: share });
  expect(second._id).not.toBe(first._id);
  expect(await listed(sides)).toHaveLength(1);
  const done = { kind: 'reversal-retried', actor: admin.id, personId: seller.id };
  expect(await recordedAbout(market, `${second.transferId}`)).toMatchObject([done]);

  // The next sale settles the debt: nothing is missing any more.
  await completedSale(market, sides);
  await untilOverview(seller, { yoursCents: 0 });
  expect(await listed(sides)).toEqual([]);
  const late = await admin.post(`/payouts/reversals/${second._id}/retry`, {});
  expect(late.body).toMatchObject({ modifiedCount: 0 });
});

test('a debt that is larger than its transfer does not hide how much was not taken back', async () => {
  const sides = await openSides(market);
  const { seller } = sides;
  await onboard(seller);
  const orderId = await completedSale(market, sides);
  await untilSent(seller, share);
  await letBankAnswer(market, seller);
  await untilOverview(seller, { paidOutCents: share });
  const { db, payouts: services } = market.services;
  // The buyer's bank takes the whole price, which contains our fee.
  const key = `test:${orderId}`;
  const now = { actor: system, at: new Date() };
  await db.transaction((tx) =>
    postToLedger(tx, {
      kind: 'chargeback-lost',
      key,
      orderId,
      ...now,
      moves: [{ side: 'owner', from: sellerAccount(seller.id), to: 'losses', amountCents: 42_050 }],
    }),
  );
  await settleDebt(services, seller.id);
  const { _id } = await untilListed(sides, { cause: 'debt', amountCents: share, orderId });
  await settleDebt(services, seller.id);
  const [payout] = await db.select().from(payouts).where(eq(payouts.orderId, orderId));
  expect(await listReversals(db, payout?.id ?? '')).toMatchObject([{ id: _id, amountCents: share }]);
  await db.transaction((tx) => reversePosting(tx, key, now));
  expect(await listed(sides)).toEqual([]);
});

test('a payout that was taken back has neither arrived nor failed, and of another one only what is left', async () => {
  const { seller } = await openSides(market);
  const { db } = market.services;
  const payoutId = await insertPaid(seller.id);
  const arrived = {
    id: newId(),
    kind: 'payout.paid',
    subject: payoutId,
    actor: null,
    at: new Date().toISOString(),
    data: { from: 'sent', to: 'paid', role: 'system', reason: null },
  } as const;
  const told = () => db.transaction((tx) => readArrivedNotices(tx, arrived));
  const toldOfFailure = () =>
    db.transaction((tx) =>
      readFailedNotices(tx, {
        ...arrived,
        kind: 'payout.failed',
        data: { ...arrived.data, from: 'sent', to: 'failed' },
      }),
    );
  const takeBack = (amountCents: number, cause: 'bank' | 'debt' = 'debt') =>
    db.transaction(async (tx) => {
      const id = await insertReversal(tx, { payoutId, cause, amountCents });
      await endReversal(tx, id ?? '', `trr_${id}`);
    });
  expect(await told()).toMatchObject([{ kind: 'payout-paid', data: { cents: 100 } }]);
  await takeBack(60);
  expect(await told()).toMatchObject([{ data: { cents: 40 } }]);
  await takeBack(40, 'bank');
  expect(await told()).toEqual([]);
  expect(await toldOfFailure()).toMatchObject([{ kind: 'payout-failed', data: { cents: 40 } }]);
});

test('only the rest of a transfer is asked for again, and not what was made', async () => {
  const { seller, admin } = await openSides(market);
  const { db } = market.services;
  const payoutId = await insertPaid(seller.id);
  await db.transaction((tx) => postToLedger(tx, debtOf(seller.id, 300)));
  const [refused = '', made = ''] = await db.transaction(async (tx) => {
    const first = await insertReversal(tx, { payoutId, cause: 'debt', amountCents: 100 });
    await refuseReversal(tx, first ?? '', 'Insufficient funds');
    const second = await insertReversal(tx, { payoutId, cause: 'debt', amountCents: 40 });
    await endReversal(tx, second ?? '', `trr_${second}`);
    return [first, second];
  });
  const press = async (id: string) =>
    (await admin.post(`/payouts/reversals/${id}/retry`, {})).body.modifiedCount;
  expect(await press(made)).toBe(0);
  expect(await press(refused)).toBe(1);
  const amounts = (await listReversals(db, payoutId)).map(({ amountCents }) => amountCents);
  expect(amounts.toSorted((a, b) => a - b)).toEqual([40, 60, 100]);
});

test('a payout that a bank gave back and the processor does not, is listed and asked for again', async () => {
  const sides = await openSides(market);
  const { seller, admin } = sides;
  const { db, payouts: services } = market.services;
  const payoutId = newId();
  await db.insert(payouts).values({
    id: payoutId,
    sellerId: seller.id,
    method: 'stripe',
    state: 'sent',
    amountCents: 100,
    transferId: 'tr_unknown',
    failureReason: 'The account is closed',
  });
  const reversalId = await db.transaction((tx) =>
    insertReversal(tx, { payoutId, cause: 'bank', amountCents: 100 }),
  );
  await makeReversal(services, reversalId ?? '');
  const { _id } = await untilListed(sides, {
    cause: 'bank',
    amountCents: 100,
    transferId: 'tr_unknown',
    reason: 'The card processor knows no such transfer.',
  });
  expect(_id).toBe(reversalId);
  const { body } = await admin.post(`/payouts/reversals/${_id}/retry`, {});
  expect(body.modifiedCount).toBe(1);
  expect((await admin.post(`/payouts/reversals/${newId()}/retry`, {})).status).toBe(404);
});

test('a payout that a bank gave back has failed also if it is reversed by hand', async () => {
  const sides = await openSides(market);
  const { seller } = sides;
  const { stripe, db } = market.services;
  await onboard(seller);
  await completedSale(market, sides);
  await untilSent(seller, share);
  const { payoutId, transferId } = await findSent(market, seller);
  // As after a refusal of the bank, and of the processor to take the transfer back.
  await db.transaction(async (tx) => {
    await changePayout(tx, payoutId, { failureReason: 'The account is closed' });
    const id = await insertReversal(tx, { payoutId, cause: 'bank', amountCents: share });
    await refuseReversal(tx, id ?? '', 'Insufficient funds');
  });
  await stripe.transfers.createReversal(transferId, { amount: share });
  await mailTo(market.address, seller.email, 'Your payout of $398.98 did not arrive');
  const { body } = await seller.get('/payouts');
  expect(body).toContainEqual(expect.objectContaining({ state: 'failed', reason: 'The account is closed' }));
  await expectBooks(market);
});

test('each seller below zero is processed, however many others there are', async () => {
  const owing = [newId(), newId()];
  const undone = new Error('what the test has posted is undone');
  const trying = market.services.db.transaction(async (tx) => {
    for (const id of owing) await postToLedger(tx, debtOf(id, 100));
    const found = new Set<string>();
    for (let round = 0; round < 60; round++) for (const id of await listIndebted(tx, 1)) found.add(id);
    expect([...found]).toEqual(expect.arrayContaining(owing));
    throw undone;
  });
  await expect(trying).rejects.toBe(undone);
});

/** What takes a seller's account below zero. */
const debtOf = (sellerId: string, amountCents: number) =>
  ({
    kind: 'refund-decided',
    key: `test:${sellerId}`,
    actor: system,
    at: new Date(),
    moves: [{ side: 'owner', from: sellerAccount(sellerId), to: 'refunds_due', amountCents }],
  }) as const;

/** A payout of $1.00 that has arrived. @returns its id */
async function insertPaid(sellerId: string): Promise<string> {
  const id = newId();
  const row = { id, sellerId, method: 'stripe', state: 'paid', amountCents: 100 } as const;
  await market.services.db.insert(payouts).values({ ...row, transferId: `tr_${id}` });
  return id;
}
