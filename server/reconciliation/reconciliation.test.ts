// The ledger compared with the processor's own records: each kind of movement, missing, surplus, and with another
// amount.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { listLedgerEntries } from '#server/ledger/service.ts';
import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { recordFees } from '#server/payments/record-fees.ts';
import { recordRefunds } from '#server/payments/record-refunds.ts';
import { type Books, openBooks } from '#testing/books.ts';
import { endRefunds } from '#testing/card-processor.ts';
import { bookedMovements, type Moved, movementsWithoutEvent } from '#testing/moved-money.ts';
import { recheckOpen } from './jobs.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterEach(() => books.rewind());
afterAll(() => books.close());

const withoutEvent = Object.entries(movementsWithoutEvent);
const booked = Object.entries(bookedMovements);

test.each(withoutEvent)(
  'a %s that nobody has heard of is a difference, until it is processed',
  async (_, make) => {
    const { key, cents } = await make(books);
    await books.reconcile();
    expect(await books.differenceOf(key)).toMatchObject({
      reason: 'on-its-way',
      processorCents: cents,
      ledgerCents: 0,
      isOverdue: false,
    });
    books.goOn(20);
    await books.reconcile();
    const found = await books.differenceOf(key);
    expect(found).toMatchObject({ reason: 'not-in-ledger', actions: ['process', 'explain'] });
    expect(await books.processed(found)).toBe(1);
    expect(await books.differenceOf(key)).toBeUndefined();
    expect(await books.differenceOf(key, 'closed')).toMatchObject({ _id: found?._id, actions: [] });
    expect(await listLedgerEntries(books.market.services.db, key)).toHaveLength(2);
    expect(await books.processed(found)).toBe(0);
  },
);

test.each(booked)('a %s that the processor does not have is a difference', async (_, make) => {
  const moved = await make(books);
  const { key, source, type, cents } = moved;
  await forget(moved);
  await books.market.services.db.$client.query(
    `delete from sandbox_stripe.objects
     where object = 'balance_transaction' and parent = $1 and data ->> 'type' = $2`,
    [source, type],
  );
  await books.reconcile();
  const found = await books.differenceOf(key);
  expect(found).toMatchObject({ processorCents: 0, ledgerCents: cents });
  books.goOn(25 * 60);
  await books.reconcile();
  expect(await books.differenceOf(key)).toMatchObject({ reason: 'not-at-processor', isOverdue: true });
});

test.each(booked)('a %s in another amount is a difference', async (_, make) => {
  const moved = await make(books);
  const { key, source, type, cents } = moved;
  await forget(moved);
  const field = key.split(':')[0]?.endsWith('-fee') ? 'fee' : 'amount';
  await books.market.services.db.$client.query(
    `update sandbox_stripe.objects set data = (data::jsonb || jsonb_build_object($3::text,
       (data ->> $3)::int + 7, 'net', (data ->> 'net')::int + $4::int))::json
     where object = 'balance_transaction' and parent = $1 and data ->> 'type' = $2`,
    [source, type, field, field === 'fee' ? -7 : 7],
  );
  await books.reconcile();
  expect(await books.differenceOf(key)).toMatchObject({
    reason: 'other-amount',
    processorCents: field === 'fee' ? cents - 7 : cents + 7,
    ledgerCents: cents,
  });
});

test('a chargeback is explained until the bank decides, then its difference closes by itself', async () => {
  const { intent } = await books.settled('pm_card_createDispute');
  await recordFees(books.market.services);
  const dispute =
    (await books.market.services.stripe.disputes.list({ payment_intent: intent })).data[0]?.id ?? '';
  books.goOn(20);
  await books.reconcile();
  const [lost, fee] = [`chargeback-lost:${dispute}`, `chargeback-fee:${dispute}`];
  expect(await books.differenceOf(fee)).toMatchObject({ reason: 'not-in-ledger', processorCents: -1500 });
  expect(await books.processed(await books.differenceOf(lost))).toBe(0);
  expect(await books.differenceOf(lost)).toMatchObject({ reason: 'chargeback-undecided', actions: [] });
  await books.market.services.stripe.disputes.close(dispute);
  await recordChargebacks(books.market.services, intent);
  await recheckOpen(books.market.services);
  expect(await books.differenceOf(lost)).toBeUndefined();
  expect(await books.differenceOf(fee)).toBeUndefined();
});

test('a won chargeback leaves no difference', async () => {
  const { intent } = await books.settled('pm_card_createDispute');
  await recordFees(books.market.services);
  const dispute =
    (await books.market.services.stripe.disputes.list({ payment_intent: intent })).data[0]?.id ?? '';
  await books.market.services.stripe.disputes.update(dispute, {
    evidence: { uncategorized_text: 'winning_evidence' },
  });
  await recordChargebacks(books.market.services, intent);
  await books.reconcile();
  expect(await books.differenceOf(`chargeback-lost:${dispute}`)).toBeUndefined();
  expect(await books.differenceOf(`chargeback-fee:${dispute}`)).toBeUndefined();
});

test('a refund that is pending is explained', async () => {
  const { intent } = await books.settled('pm_card_pendingRefund');
  const { id } = await books.market.services.stripe.refunds.create({ payment_intent: intent, amount: 500 });
  await recordRefunds(books.market.services, intent);
  books.goOn(20);
  await books.reconcile();
  expect(await books.differenceOf(`refund:${id}`)).toMatchObject({
    reason: 'refund-under-way',
    isOverdue: false,
  });
  await endRefunds(books.market);
  await recordRefunds(books.market.services, intent);
  await recheckOpen(books.market.services);
  expect(await books.differenceOf(`refund:${id}`)).toBeUndefined();
});

test('a refund that failed before it was reported is no difference', async () => {
  const { intent } = await books.settled('pm_card_refundNeedsAction');
  const { id } = await books.market.services.stripe.refunds.create({ payment_intent: intent, amount: 500 });
  await books.market.services.stripe.refunds.cancel(id);
  await books.reconcile();
  expect(await books.differenceOf(`refund:${id}`)).toBeUndefined();
  expect(await books.differenceOf(`refund-failed:${id}`)).toBeUndefined();
});

/** Deletes the copy of the processor's movement, so that it is read again. */
const forget = ({ source, type }: Moved) =>
  books.market.services.db.$client.query('delete from processor_movements where source = $1 and type = $2', [
    source,
    type,
  ]);
