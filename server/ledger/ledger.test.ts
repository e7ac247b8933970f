// The journal: an example of every kind of event, and the changes that the database itself refuses.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { bothSides, type LedgerMove, orderAccount, sellerAccount } from '#contract/ledger.ts';
import { system } from '#contract/states.ts';
import { openTestDatabase } from '#testing/database.ts';
import { type Database, newId } from '#server/platform/postgres/database.ts';
import { checkLedger, findLedgerBalance, type Posting, postToLedger, reversePosting } from './service.ts';

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
});
beforeEach(async () => {
  const tables = ['ledger_statement_rows', 'ledger_balances', 'ledger_entries'];
  const each = (change: (table: string) => string): string => tables.map(change).join(';');
  await db.$client.query(
    [
      each((table) => `alter table ${table} disable trigger user`),
      each((table) => `delete from ${table}`),
      each((table) => `alter table ${table} enable trigger user`),
    ].join(';'),
  );
});
afterAll(() => close());

const order = orderAccount(newId());
const seller = sellerAccount(newId());
const move = (from: LedgerMove['from'], to: LedgerMove['to'], amountCents: number): LedgerMove => ({
  side: 'owner',
  from,
  to,
  amountCents,
});

const post = (kind: Posting['kind'], moves: readonly LedgerMove[], key = `${kind}:${newId()}`) =>
  db.transaction((tx) => postToLedger(tx, { kind, key, actor: system, at: new Date(), moves }));

const charge = (key?: string) =>
  post('charge-settled', bothSides('world', order, 'world', 'processor', 42_050), key);
const complete = () => post('completed', [move(order, seller, 39_897), move(order, 'fees', 2_153)]);

/** The balance of each account on both sides; accounts with a balance of zero are left out. */
async function balances(): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ account: string; cents: string }>(sql`
    select case when account in ('world', 'losses') then account || ' by ' || side else account end as account,
      sum(cents) as cents
    from (select side, to_account as account, amount_cents as cents from ledger_entries
      union all select side, from_account, -amount_cents from ledger_entries) as moved
    group by 1 having sum(cents) <> 0`);
  return Object.fromEntries(
    rows.map(({ account, cents }) => [
      account.replace(/^order:.*/, 'order').replace(/^seller:.*/, 'seller'),
      Number(cents),
    ]),
  );
}

const world = (cents: number) => ({ 'world by owner': cents, 'world by place': cents });
const charged = { ...world(-42_050), order: 42_050, processor: 42_050 };
const completed = { ...world(-42_050), seller: 39_897, fees: 2_153, processor: 42_050 };

test.each<[string, () => Promise<unknown>, Record<string, number>]>([
  ['charge settled', charge, charged],
  [
    'charge that fits no order',
    () => post('charge-unallocated', bothSides('world', 'unallocated', 'world', 'processor', 1_234)),
    { ...world(-1_234), unallocated: 1_234, processor: 1_234 },
  ],
  [
    'processor’s fee known',
    async () => {
      await charge();
      await post('processor-fee', bothSides('processor_fees', 'world', 'processor', 'world', 1_250));
    },
    { ...charged, ...world(-40_800), processor: 40_800, processor_fees: -1_250 },
  ],
  ['completed', async () => [await charge(), await complete()], completed],
  [
    'refund decided',
    async () => [await charge(), await post('refund-decided', [move(order, 'refunds_due', 42_050)])],
    { ...world(-42_050), refunds_due: 42_050, processor: 42_050 },
  ],
  [
    'refund decided after completion',
    async () => {
      await charge();
      await complete();
      await post('refund-decided', [move(seller, 'refunds_due', 39_897), move('fees', 'refunds_due', 2_153)]);
    },
    { ...world(-42_050), refunds_due: 42_050, processor: 42_050 },
  ],
  ['refund succeeded', async () => [await refundWhole(), await succeed()], {}],
  [
    'refund failed after it had succeeded',
    async () => {
      await refundWhole();
      await succeed();
      await post('refund-failed', bothSides('world', 'refunds_due', 'world', 'processor', 42_050));
    },
    { ...world(-42_050), refunds_due: 42_050, processor: 42_050 },
  ],
  [
    'refund paid by bank',
    async () => {
      await refundWhole();
      await post('refund-by-bank', bothSides('refunds_due', 'world', 'bank', 'world', 42_050));
    },
    { processor: 42_050, bank: -42_050 },
  ],
  [
    'transfer to the seller’s account',
    async () => [await charge(), await complete(), await transfer()],
    { ...world(-2_153), fees: 2_153, processor: 2_153 },
  ],
  [
    'transfer failed',
    async () => {
      await charge();
      await complete();
      await transfer();
      await post('transfer-failed', bothSides('world', seller, 'world', 'processor', 39_897));
    },
    completed,
  ],
  [
    'processor pays out to our bank',
    async () => {
      await charge();
      await post('payout-to-bank', [{ side: 'place', from: 'processor', to: 'bank', amountCents: 2_000 }]);
    },
    { ...charged, processor: 40_050, bank: 2_000 },
  ],
  [
    'chargeback lost after completion',
    async () => {
      await charge();
      await complete();
      await post('chargeback-lost', bothSides(seller, 'losses', 'processor', 'losses', 42_050));
      await post('chargeback-fee', bothSides('fees', 'losses', 'processor', 'losses', 1_500));
    },
    {
      ...world(-42_050),
      seller: -2_153,
      fees: 653,
      processor: -1_500,
      'losses by owner': 43_550,
      'losses by place': 43_550,
    },
  ],
  [
    'refund that has arrived although a bank had taken the same money',
    () => returnTwice(),
    { fees: -42_050, processor: -42_050, 'losses by owner': 42_050, 'losses by place': 42_050 },
  ],
  [
    'that refund failed after all',
    async () => {
      await returnTwice();
      await post('refund-failed', bothSides('world', 'refunds_due', 'world', 'processor', 42_050));
      await post('returned-twice', [move('refunds_due', 'fees', 42_050)]);
    },
    { ...world(-42_050), 'losses by owner': 42_050, 'losses by place': 42_050 },
  ],
])('%s', async (_event, record, expected) => {
  await record();
  expect(await balances()).toEqual(expected);
  const findings = await checkLedger(db);
  // The test's account belongs to no order.
  expect(findings.filter(({ problem }) => !problem.endsWith('its order is missing'))).toEqual([]);
});

const refundWhole = async () => {
  await charge();
  await post('refund-decided', [move(order, 'refunds_due', 42_050)]);
};
const succeed = () =>
  post('refund-succeeded', bothSides('refunds_due', 'world', 'processor', 'world', 42_050));
const returnTwice = async () => {
  await refundWhole();
  await post('chargeback-lost', bothSides('refunds_due', 'losses', 'processor', 'losses', 42_050));
  await succeed();
  await post('returned-twice', [move('fees', 'refunds_due', 42_050)]);
};
const transfer = () => post('transfer', bothSides(seller, 'world', 'processor', 'world', 39_897));

test('the same event is recorded once, also by two at the same moment', async () => {
  const results = await Promise.all([charge('charge:pi_1'), charge('charge:pi_1'), charge('charge:pi_1')]);
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await balances()).toEqual(charged);
});

test('an error is corrected by rows that undo it, once', async () => {
  await charge('charge:pi_1');
  const reverse = () =>
    db.transaction((tx) => reversePosting(tx, 'charge:pi_1', { actor: system, at: new Date() }));
  expect(await reverse()).toBe(true);
  expect(await reverse()).toBe(false);
  expect(await balances()).toEqual({});
  expect(await checkLedger(db)).toEqual([]);
  await expect(
    db.transaction((tx) => reversePosting(tx, 'charge:none', { actor: system, at: new Date() })),
  ).rejects.toThrow('no posting charge:none');
});

test('an event moves money only between its own accounts', async () => {
  await expect(post('completed', [move('world', seller, 1)])).rejects.toThrow('completed does not move');
  await expect(post('completed', [move(order, seller, 0)])).rejects.toThrow('completed does not move');
  await expect(post('completed', [move(order, seller, 0.5)])).rejects.toThrow('completed does not move');
});

test('an order never gives more than it has', async () => {
  await charge();
  const twice = () => post('refund-decided', [move(order, 'refunds_due', 30_000)]);
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
  await charge();
  await expect(db.$client.query(statement)).rejects.toThrow('ledger_entries is append-only');
});

test.each(['update ledger_balances set balance_cents = 1', 'delete from ledger_balances'])(
  'balances are not written by hand: %s',
  async (statement) => {
    await charge();
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
  await charge();
  const { $client } = db;
  await expect(
    $client.query(`insert into ledger_entries
      (id, kind, idempotency_key, side, from_account, to_account, amount_cents, reverses)
      values (gen_random_uuid(), 'completed', 'x', ${values})`),
  ).rejects.toThrow(/violates check constraint|does not undo/);
});

test('accounts that do not hold are named', async () => {
  await charge();
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
  await charge('charge:pi_fewer');
  await post('chargeback-lost', [move(order, 'losses', 100), lying], 'chargeback-lost:du_1');
  const more = [move('fees', 'losses', 40), move(order, 'losses', 60), lying];
  await expect(post('chargeback-lost', more, 'chargeback-lost:du_1')).rejects.toThrow('du_1');
  expect(await balances()).toMatchObject({ 'losses by owner': 100, 'losses by place': 100 });
});

const lying: LedgerMove = { side: 'place', from: 'processor', to: 'losses', amountCents: 100 };
