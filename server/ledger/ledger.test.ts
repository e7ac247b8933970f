// The journal: what it records once, and the changes that the database itself refuses.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { LedgerMove } from '#contract/ledger.ts';
import { system } from '#contract/states.ts';
import { charged, type Journal, move, openJournal, order, seller } from '#testing/journal.ts';
import { checkLedger, findLedgerBalance, reversePosting } from './service.ts';

let journal: Journal;
let db: Journal['db'];
beforeAll(async () => {
  journal = await openJournal();
  db = journal.db;
});
beforeEach(() => journal.clear());
afterAll(() => journal.close());

test('the same event is recorded once, also by two at the same moment', async () => {
  const results = await Promise.all([
    journal.charge('charge:pi_1'),
    journal.charge('charge:pi_1'),
    journal.charge('charge:pi_1'),
  ]);
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await journal.balances()).toEqual(charged);
});

test('an error is corrected by rows that undo it, once', async () => {
  await journal.charge('charge:pi_1');
  const reverse = () =>
    db.transaction((tx) => reversePosting(tx, 'charge:pi_1', { actor: system, at: new Date() }));
  expect(await reverse()).toBe(true);
  expect(await reverse()).toBe(false);
  expect(await journal.balances()).toEqual({});
  expect(await checkLedger(db)).toEqual([]);
  await expect(
    db.transaction((tx) => reversePosting(tx, 'charge:none', { actor: system, at: new Date() })),
  ).rejects.toThrow('no posting charge:none');
});

test('an event moves money only between its own accounts', async () => {
  await expect(journal.post('completed', [move('world', seller, 1)])).rejects.toThrow(
    'completed does not move',
  );
  await expect(journal.post('completed', [move(order, seller, 0)])).rejects.toThrow(
    'completed does not move',
  );
  await expect(journal.post('completed', [move(order, seller, 0.5)])).rejects.toThrow(
    'completed does not move',
  );
});

test('an order never pays out more than it has', async () => {
  await journal.charge();
  const twice = () => journal.post('refund-decided', [move(order, 'refunds_due', 30_000)]);
  await twice();
  await expect(twice()).rejects.toMatchObject({
    cause: { constraint: 'ledger_balances_of_orders' },
  });
  expect(await findLedgerBalance(db, order)).toBe(12_050);
});

test.each([
  'update ledger_entries set amount_cents = 1',
  'delete from ledger_entries',
  'truncate ledger_entries',
])('the journal can only be added to: %s', async (statement) => {
  await journal.charge();
  await expect(db.$client.query(statement)).rejects.toThrow('ledger_entries is append-only');
});

test.each(['update ledger_balances set balance_cents = 1', 'delete from ledger_balances'])(
  'balances are not written by hand: %s',
  async (statement) => {
    await journal.charge();
    await expect(db.$client.query(statement)).rejects.toThrow('written by the journal only');
  },
);

test.each([
  ['a negative amount', `'owner', 'world', 'fees', -1, null`],
  ['an account to itself', `'owner', 'fees', 'fees', 1, null`],
  ['an account that there is not', `'owner', 'world', 'pocket', 1, null`],
  ['an account of the other side', `'place', 'world', 'fees', 1, null`],
  ['a reversal of another amount', `'owner', 'fees', 'world', 2, (select id from ledger_entries limit 1)`],
])('the database refuses %s', async (_what, values) => {
  await journal.charge();
  const { $client } = db;
  await expect(
    $client.query(`insert into ledger_entries
      (id, kind, idempotency_key, side, from_account, to_account, amount_cents, reverses)
      values (gen_random_uuid(), 'completed', 'x', ${values})`),
  ).rejects.toThrow(/violates check constraint|does not undo/);
});

test('accounts with a wrong balance are named', async () => {
  await journal.charge();
  await db.$client.query(`
    alter table ledger_balances disable trigger user;
    update ledger_balances set balance_cents = 42000;
    alter table ledger_balances enable trigger user;
    insert into ledger_entries (id, kind, side, from_account, to_account, amount_cents, idempotency_key, charge)
      values (gen_random_uuid(), 'x', 'place', 'world', 'bank', 5, 'x/1', null),
        (gen_random_uuid(), 'x', 'owner', 'refunds_due', 'fees', 7, 'x/2', 'pi_2')`);
  expect(await checkLedger(db)).toEqual([
    { account: 'world', problem: '-42050 cents by who owns it, -42055 by where it lies' },
    { account: order, problem: '42000 cents stored, 42050 by its rows' },
    { account: order, problem: '42000 cents, though its order is missing' },
    { account: 'refunds_due', problem: '-7 cents of the charge pi_2' },
    { account: 'world', problem: '42050 cents charged, 42000 accounted for' },
  ]);
});

test('a key that was recorded with fewer movements takes no more of them', async () => {
  await journal.charge('charge:pi_fewer');
  await journal.post('chargeback-lost', [move(order, 'losses', 100), lying], 'chargeback-lost:du_1');
  const more = [move('fees', 'losses', 40), move(order, 'losses', 60), lying];
  await expect(journal.post('chargeback-lost', more, 'chargeback-lost:du_1')).rejects.toThrow('du_1');
  expect(await journal.balances()).toMatchObject({ 'losses by owner': 100, 'losses by place': 100 });
});

const lying: LedgerMove = { side: 'place', from: 'processor', to: 'losses', amountCents: 100 };
