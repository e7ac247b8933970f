// The processor's own movements, and comparisons that fail.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { system } from '#contract/states.ts';
import { recordMovement } from '#sandbox/stripe/balance-transactions.ts';
import { checkLedger, listLedgerEntries, postToLedger } from '#server/ledger/service.ts';
import { type Books, openBooks } from '#testing/books.ts';
import { endPayouts, readNewEvents, takeProcessorDown } from '#testing/card-processor.ts';
import { recordedAbout } from '#testing/recorded-actions.ts';
import { recheckOpen, startIfDue } from './jobs.ts';
import { insertRun } from './repository.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterEach(() => books.rewind());
afterAll(() => books.close());

test('a payout of the processor is posted to the bank when it arrives, without an admin', async () => {
  await books.settled();
  const bankBefore = await bankCents();
  const { id } = await payOut(700);
  await books.reconcile();
  expect(await books.differenceOf(`payout:${id}`)).toMatchObject({
    reason: 'payout-under-way',
    processorCents: -700,
  });
  expect(await bankCents()).toBe(bankBefore);
  await endPayouts(books.market);
  await books.reconcile();
  expect(await books.differenceOf(`payout:${id}`)).toBeUndefined();
  expect((await bankCents()) - bankBefore).toBe(700);
});

test('a payout is recorded by its events, and undone where it comes back', async () => {
  await books.settled();
  const bankBefore = await bankCents();
  const paid = await payOut(300);
  const failed = await payOut(400, 'ba_sandbox_closed');
  await endPayouts(books.market);
  await books.market.services.db.$client.query('update event_reading set claimed_until = null');
  await readNewEvents(books.market);
  expect((await bankCents()) - bankBefore).toBe(300);
  expect(await listLedgerEntries(books.market.services.db, `payout-failed:${failed.id}`)).toMatchObject([
    { kind: 'payout-failed', side: 'place', fromAccount: 'bank', toAccount: 'processor', amountCents: 400 },
  ]);
  await books.reconcile();
  for (const key of [`payout:${paid.id}`, `payout:${failed.id}`, `payout-failed:${failed.id}`])
    expect(await books.differenceOf(key)).toBeUndefined();
});

test('a payout in the ledger that the processor does not know is a difference like others', async () => {
  const { db } = books.market.services;
  const key = 'payout:po_of_another_account';
  const move = { side: 'place', from: 'processor', to: 'bank', amountCents: 250 } as const;
  const at = new Date();
  await db.transaction((tx) =>
    postToLedger(tx, { kind: 'payout-to-bank', key, actor: system, at, moves: [move] }),
  );
  expect(await books.reconcile()).toMatchObject({ failure: null });
  expect(await books.differenceOf(key)).toMatchObject({ reason: 'not-at-processor', ledgerCents: -250 });
  // The second comparison asks the processor about this payout, which is unknown there: that is not a failure.
  expect(await books.reconcile()).toMatchObject({ failure: null });
});

test('a comparison goes on behind the newest of all movements, however many pages they fill', async () => {
  const { $client } = books.market.services.db;
  const older = await ownMovement(0);
  const newer = await Promise.all(Array.from({ length: 100 }, () => ownMovement(0)));
  const newest = older.created + 60;
  await $client.query(
    `update sandbox_stripe.objects set data = (data::jsonb || jsonb_build_object('created', $1::int))::json
     where id = any($2)`,
    [newest, newer.map(({ id }) => id)],
  );
  await books.reconcile();
  const { rows } = await $client.query('select max(read_to) as read_to from reconciliations');
  expect(rows).toEqual([{ read_to: new Date(newest * 1000) }]);
});

test('a deduction by the processor is recorded by an admin, once', async () => {
  const { id } = await ownMovement(-2_500);
  await books.reconcile();
  const found = await books.differenceOf(`movement:${id}`);
  expect(found).toMatchObject({ reason: 'processors-own', actions: ['record', 'explain'] });
  const path = `/ledgerDifferences/${found?._id}`;
  expect((await (await books.call()).post(`${path}/process`, {})).body).toMatchObject({
    code: 'reconciliation.not-possible',
    acknowledged: false,
  });
  const pressed = await Promise.all([1, 2].map(async () => (await books.call()).post(`${path}/record`, {})));
  expect(pressed.map(({ body }) => body.modifiedCount).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await listLedgerEntries(books.market.services.db, `movement:${id}`)).toMatchObject([
    {
      side: 'owner',
      fromAccount: 'processor_fees',
      toAccount: 'world',
      amountCents: 2_500,
      actor: books.admin.id,
    },
    {
      side: 'place',
      fromAccount: 'processor',
      toAccount: 'world',
      amountCents: 2_500,
      actor: books.admin.id,
    },
  ]);
  expect(await recordedAbout(books.market, `movement:${id}`)).toMatchObject([
    { kind: 'difference-recorded', actor: books.admin.id, detail: `−$25.00, movement:${id}` },
  ]);
  await books.reconcile();
  expect(await books.differenceOf(`movement:${id}`)).toBeUndefined();
  expect(await checkLedger(books.market.services.db)).toEqual([]);
});

test('what the operator pays in is the bank’s, and can be paid out again', async () => {
  const before = await bankCents();
  const { id } = await books.market.services.stripe.topups.create({
    amount: 7_000,
    currency: 'usd',
  });
  await books.reconcile();
  const found = await books.differenceOf(`topup:${id}`);
  expect(found).toMatchObject({ reason: 'paid-in', processorCents: 7_000, actions: ['record', 'explain'] });
  expect(
    (await (await books.call()).post(`/ledgerDifferences/${found?._id}/record`, {})).body.modifiedCount,
  ).toBe(1);
  expect((await bankCents()) - before).toBe(-7_000);
  await books.reconcile();
  expect(await books.differenceOf(`topup:${id}`)).toBeUndefined();
});

test('an explained difference needs no attention, until its amounts change', async () => {
  const { id } = await ownMovement(1_100);
  await books.reconcile();
  const found = await books.differenceOf(`movement:${id}`);
  const path = `/ledgerDifferences/${found?._id}/explain`;
  expect((await (await books.call()).post(path, { explanation: ' ' })).status).toBe(400);
  expect(
    (await (await books.call()).post(path, { explanation: 'A gift of the processor' })).body.modifiedCount,
  ).toBe(1);
  expect(await books.differenceOf(`movement:${id}`)).toBeUndefined();
  await books.reconcile();
  expect(await books.differenceOf(`movement:${id}`, 'explained')).toMatchObject({
    explanation: 'A gift of the processor',
    explainedBy: books.admin.email,
  });
  await books.market.services.db.$client.query('update processor_movements set cents = 1200 where key = $1', [
    `movement:${id}`,
  ]);
  await recheckOpen(books.market.services);
  expect(await books.differenceOf(`movement:${id}`)).toMatchObject({
    processorCents: 1200,
    explanation: null,
  });
  await books.market.services.db.$client.query('update processor_movements set cents = 1100 where key = $1', [
    `movement:${id}`,
  ]);
});

test('an explanation replaces no other one, and explains no other amount, that its admin has not seen', async () => {
  const { id } = await ownMovement(1_300);
  await books.reconcile();
  const key = `movement:${id}`;
  const found = await books.differenceOf(key);
  const seen = { explanation: null, processorCents: 1_300, ledgerCents: 0 };
  const explain = async (explanation: string, before: object) =>
    (await books.call()).post(`/ledgerDifferences/${found?._id}/explain`, { explanation, seen: before });
  expect((await explain('A gift', seen)).body.modifiedCount).toBe(1);
  const late = await explain('A mistake', seen);
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'reconciliation.explained-meanwhile', explanation: 'A gift', processorCents: 1_300 },
  });
  expect(late.body.detail).toContain(`${books.admin.email} has explained it meanwhile: “A gift”`);
  // A second press is no other explanation.
  expect((await explain('A gift', seen)).body.modifiedCount).toBe(1);
  expect(await books.differenceOf(key, 'explained')).toMatchObject({ explanation: 'A gift' });
  expect(await recordedAbout(books.market, key)).toMatchObject([
    { kind: 'difference-explained', actor: books.admin.id, words: 'A gift' },
  ]);
  const otherAmount = await explain('A gift', { ...seen, explanation: 'A gift', processorCents: 1_200 });
  expect(otherAmount.status).toBe(409);
  expect(otherAmount.body.detail).toContain('$13.00 at the card processor and $0.00 in the ledger');
  expect((await explain('A mistake', { ...seen, explanation: 'A gift' })).body.modifiedCount).toBe(1);
  // The next press replaces what the refusal contains, so its words say both.
  const bothAreOther = await explain('A loan', { ...seen, processorCents: 1_200 });
  expect(bothAreOther).toMatchObject({
    body: { code: 'reconciliation.amounts-changed', explanation: 'A mistake' },
  });
  expect(bothAreOther.body.detail).toContain(`${books.admin.email} has explained it meanwhile: “A mistake”`);
});

test('what is older than its reason allows is counted for the monitoring, and listed', async () => {
  const { id } = await ownMovement(-90);
  await books.reconcile();
  expect(await books.differenceOf(`movement:${id}`, 'overdue')).toBeUndefined();
  const before = await overdueCount();
  books.goOn(25 * 60);
  expect(await books.differenceOf(`movement:${id}`, 'overdue')).toMatchObject({ isOverdue: true });
  expect(await overdueCount()).toBeGreaterThan(before);
});

test('one of two simultaneous comparisons runs, and the other admin is told so', async () => {
  const answers = await Promise.all(
    [1, 2].map(async () => (await books.call()).post('/reconciliations', {})),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'reconciliation.running',
    acknowledged: false,
  });
  await books.untilEnded(answers.find(({ status }) => status === 200)?.body.insertedId);
});

test('a comparison says that the processor cannot be reached, and the night repeats it', async () => {
  const repair = await takeProcessorDown(books.market);
  const failed = await books.reconcile().finally(repair);
  expect(failed).toMatchObject({ failure: 'The card processor could not be reached.', ledgerCents: null });
  books.goOn(3 * 24 * 60);
  const id = await startIfDue(books.market.services);
  expect(id).toBeDefined();
  expect(await books.untilEnded(id ?? '')).toMatchObject({ failure: null, requestedBy: null });
  expect(await startIfDue(books.market.services)).toBeUndefined();
});

test('comparisons of a clock that was ahead keep none from running once it is right again', async () => {
  const { services } = books.market;
  const month = 30 * 24 * 60;
  books.goOn(month);
  await books.reconcile();
  await insertRun(services.db, null, services.clock.now());
  books.goOn(-month);
  expect(await books.reconcile()).toMatchObject({ failure: null });
  books.goOn(3 * 24 * 60);
  const id = await startIfDue(services);
  expect(await books.untilEnded(id ?? '')).toMatchObject({ failure: null, requestedBy: null });
  expect(await startIfDue(services)).toBeUndefined();
});

test('a difference that an older, changed book makes is found as well', async () => {
  const key = `charge:${(await books.settled()).intent}`;
  await books.reconcile();
  books.goOn(10 * 24 * 60);
  await books.reconcile();
  await books.market.services.db.$client.query(
    'update processor_movements set cents = cents + 5 where key = $1',
    [key],
  );
  await books.reconcile();
  expect(await books.differenceOf(key)).toMatchObject({ reason: 'other-amount' });
  expect(await books.differenceOf('balance')).toMatchObject({
    reason: 'balance-differs',
    processorCents: -5,
  });
  await books.market.services.db.$client.query(
    'update processor_movements set cents = cents - 5 where key = $1',
    [key],
  );
  await books.reconcile();
  expect(await books.differenceOf('balance')).toBeUndefined();
});

const ownMovement = (amount: number) => {
  const { $client } = books.market.services.db;
  const about = { category: 'fee', currency: 'usd', source: '', description: 'Radar' };
  return recordMovement($client, { ...about, type: 'stripe_fee', amount });
};

async function payOut(amount: number, destination = 'ba_sandbox_open') {
  await books.market.services.db.$client.query(
    `update sandbox_stripe.objects set data = (data::jsonb || '{"available_on": 1}')::json
     where object = 'balance_transaction'`,
  );
  return books.market.services.stripe.payouts.create({ amount, currency: 'usd', destination });
}

async function bankCents(): Promise<number> {
  return (await (await books.call()).get('/money')).body.balances.bank;
}

async function overdueCount(): Promise<number> {
  const metrics = await (await fetch(`${books.market.address}/metrics`)).text();
  return Number(/^ledger_differences_overdue\{reason="processors-own"\} (\d+)$/m.exec(metrics)?.[1]);
}
