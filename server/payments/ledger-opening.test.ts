// The migration posts, once, what was charged and refunded before there was a ledger.
import { readdir, readFile } from 'node:fs/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { LedgerAccount } from '#contract/ledger.ts';
import { bookings } from '#db/tables/bookings.ts';
import { ledgerEntries } from '#db/tables/ledger.ts';
import { chargeIssues, payments, refunds } from '#db/tables/payments.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { checkLedger, sumLedgerOfCharge } from '#server/ledger/service.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { listUnposted } from './service.ts';
import { postRefunds } from './post-money.ts';

const folder = new URL('../../db/migrations/', import.meta.url);
const cents = 42_050;

let market: Market;
let seller: TestPerson;
let buyer: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  [seller, buyer] = await Promise.all([market.person('seller'), market.person('buyer')]);
});
afterAll(() => market.close());

test('payments, refunds and charges that match nothing are posted once', async () => {
  const { db } = market.services;
  const sale = await oldPayment('paid', { state: 'succeeded' });
  const byHand = await oldPayment('paid', { state: 'succeeded' });
  await oldRefund(byHand, 'succeeded', 2_050);
  const due = await oldPayment('expired', { state: 'succeeded', isRefundDue: true });
  await oldRefund(due, 'pending', cents);
  const refunded = await oldPayment('refunded', { state: 'refunded', refundId: 're_known' });
  await oldRefund(refunded, 'failed', cents);
  await oldRefund(refunded, 'succeeded', cents, 're_known');
  const older = await oldPayment('refunded', { state: 'refunded', refundId: 're_older' });
  const byBank = await oldPayment('refunded', { state: 'refunded' });
  await oldIssue(byBank, 'settled', 'refund-failed');
  const open = await oldIssue('pi_open', 'open');
  const settled = await oldIssue('pi_settled', 'settled');
  const foreign = await oldIssue('pi_foreign', 'open', 'wrong-amount', 'eur');
  await oldIssue('pi_returned', 'refunded', 'returned');
  await oldPayment('held', { state: 'pending' });

  expect(await listUnposted(db)).toHaveLength(6);
  await post();
  const first = await rows();
  await post();
  expect(await rows()).toEqual(first);

  expect(await listUnposted(db)).toEqual([]);
  expect(await checkLedger(db)).toEqual([]);
  const of = (charge: string) =>
    Promise.all(
      (['processor', 'unallocated', 'refunds_due', 'bank'] as const).map((account: LedgerAccount) =>
        sumLedgerOfCharge(db, charge, account),
      ),
    );
  expect(await of(sale)).toEqual([cents, 0, 0, 0]);
  expect(await of(byHand)).toEqual([40_000, 0, 0, 0]);
  expect(await of(due)).toEqual([cents, 0, cents, 0]);
  expect(await of(refunded)).toEqual([0, 0, 0, 0]);
  expect(await of(older)).toEqual([0, 0, 0, 0]);
  expect(await of(byBank)).toEqual([cents, 0, 0, -cents]);
  expect(await of(open)).toEqual([cents, cents, 0, 0]);
  expect(await of(settled)).toEqual([cents, 0, 0, -cents]);
  expect(await of(foreign)).toEqual([0, 0, 0, 0]);
  expect(first.filter(({ charge }) => charge === 'pi_returned')).toEqual([]);

  // The product's own postings find that the same events are recorded.
  await db.transaction((tx) => postRefunds(tx, refunded, new Date()));
  await db.transaction((tx) => postRefunds(tx, byHand, new Date()));
  expect(await rows()).toEqual(first);
});

async function post(): Promise<void> {
  const files = await readdir(folder);
  const name = files.find((file) => file.endsWith('_ledger_opening.sql')) ?? '';
  const client = await market.services.db.$client.connect();
  try {
    for (const statement of (await readFile(new URL(name, folder), 'utf8')).split('--> statement-breakpoint'))
      await client.query(statement);
  } finally {
    client.release();
  }
}

const rows = () => market.services.db.select().from(ledgerEntries).orderBy(ledgerEntries.idempotencyKey);

/** Stores a payment as it was before there was a ledger. @returns its charge */
async function oldPayment(
  bookingState: 'paid' | 'expired' | 'refunded' | 'held',
  changes: Partial<typeof payments.$inferInsert>,
): Promise<string> {
  const { db } = market.services;
  const [id, bookingId] = [newId(), newId()];
  const booking = {
    id: bookingId,
    productId: await market.phone(seller),
    buyerId: buyer.id,
    sellCents: cents,
    userLocation: 'x',
    phone: 'x',
    state: bookingState,
    holdExpiresAt: new Date(),
  };
  await db.insert(bookings).values(booking);
  const transactionId = `pi_${id}`;
  const settledAt = changes.state === 'pending' ? null : new Date();
  await db
    .insert(payments)
    .values({ id, bookingId, transactionId, amountCents: cents, settledAt, ...changes });
  return transactionId;
}

let refundsMade = 0;

async function oldRefund(
  transactionId: string,
  state: 'pending' | 'failed' | 'succeeded',
  amountCents: number,
  refundId = `re_${newId()}`,
): Promise<void> {
  refundsMade += 1;
  await market.services.db
    .insert(refunds)
    .values({ id: newId(), transactionId, attempt: refundsMade, refundId, amountCents, state });
}

/** @returns the charge */
async function oldIssue(
  transactionId: string,
  state: 'open' | 'refunded' | 'settled',
  problem: 'no-booking' | 'returned' | 'wrong-amount' | 'refund-failed' = 'no-booking',
  currency = 'usd',
): Promise<string> {
  const row = { id: newId(), transactionId, problem, state, amountCents: cents, currency };
  await market.services.db.insert(chargeIssues).values({ ...row, chargedAt: new Date() });
  return transactionId;
}
