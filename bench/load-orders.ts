/**
 * Creates an order for every phone, with its booking, payment, rows of the ledger and movements of the card processor.
 */
import type pg from 'pg';

import { takeIndexes } from './load-indexes.ts';

/** Of a hundred orders, this many are completed; the others are open. */
const completedShare = 90;

/** Orders are distributed evenly over this many days before today. */
const days = 730;

/** Creates orders for all phones of a data set, with SQL statements only. @returns how long that took, in seconds */
export async function loadOrders(pool: pg.Pool): Promise<number> {
  const startedAt = performance.now();
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const buildIndexes = await takeIndexes(client, tables);
    // The statements write what the triggers would write.
    for (const table of triggered) await client.query(`alter table ${table} disable trigger user`);
    // Without statistics of the new rows, a join of a million phones takes many minutes.
    await client.query('analyze');
    for (const statement of statements) await client.query(statement);
    for (const table of triggered) await client.query(`alter table ${table} enable trigger user`);
    await buildIndexes(pool);
    // It was disabled together with the indexes.
    await client.query('alter table products enable trigger products_write_search');
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
  return (performance.now() - startedAt) / 1000;
}

const triggered = ['bookings', 'orders', 'ledger_entries', 'ledger_balances', 'ledger_statement_rows'];

const tables = ['bookings', 'payments', 'orders', 'ledger_entries', 'processor_movements'];

/** A UUIDv7 of this time, always the same for a phone and a name. */
const ident = (name: string) =>
  `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
    || '7' || substr(md5('${name}' || product_id), 1, 3) || '8' || substr(md5('${name}' || product_id), 4, 15))::uuid`;

const intent = `'pi_' || md5('intent' || product_id)`;

/** The stand-in's fee for a charge. */
const fee = '(round(sell_cents * 0.029) + 30)::int';
const ownFee = '(round(sell_cents * 0.05) + 50)::int';

/** In chronological order, as the ledger is written. */
const posting = (from: string, rows: string): string => `
  insert into ledger_entries
    (id, kind, side, from_account, to_account, amount_cents, order_id, charge, idempotency_key, at)
  select (left(replace(id::text, '-', ''), 17) || substr(md5(key || number), 1, 15))::uuid,
    kind, side, source, target, cents, id, intent, key || '/' || number, at
  from bench_orders cross join lateral (values ${rows})
    as row (kind, key, number, side, source, target, cents) where ${from}
  order by at`;

const statements: readonly string[] = [
  `create temp table bench_orders as
   select *, ${ident('booking')} as id, ${intent} as intent, ${fee} as fee, ${ownFee} as own_fee,
     place % 100 < ${completedShare} as is_completed
   from (
     select products.id as product_id, seller_id, buyer.id as buyer_id, greatest(sell_cents, 500) as sell_cents,
       model, products.phone, numbered.place,
       date_trunc('day', now()) - numbered.place * (interval '${days} days' / count(*) over ()) as at
     from (select id, row_number() over (order by id desc) as place from products
           where not exists (select from bookings where product_id = products.id)) as numbered
     join products on products.id = numbered.id
     join (select id, row_number() over () as place from users where user_type = 'Buyer') as buyer
       on buyer.place = 1 + numbered.place % (select count(*) from users where user_type = 'Buyer')
   ) as sold`,
  'analyze bench_orders',
  `insert into bookings (id, product_id, buyer_id, sell_cents, listing, user_location, phone, state, hold_expires_at,
     created_at, updated_at)
   select id, product_id, buyer_id, sell_cents, jsonb_build_object('sellerName', 'Mina', 'phone', phone, 'model', model,
     'category', 'Samsung', 'deviceName', null, 'condition', 'Good Condition', 'location', 'Dhaka', 'buyCents', 90000,
     'sellCents', sell_cents, 'useYear', '2', 'storageGb', null, 'colour', null, 'networkLock', null,
     'batteryHealth', null, 'accessories', '[]'::jsonb, 'description', '', 'listedAt', at, 'photoIds', '[]'::jsonb),
     'Gulshan 2', '018' || lpad(place::text, 8, '0'), 'paid', at, at, at
   from bench_orders`,
  `insert into payments (id, booking_id, transaction_id, amount_cents, state, settled_at, created_at, updated_at)
   select ${ident('payment')}, id, intent, sell_cents, 'succeeded', at, at, at from bench_orders`,
  `insert into orders (id, product_id, buyer_id, seller_id, amount_cents, state, fee_percent, fee_fixed_cents,
     vat_percent, fee_cents, vat_cents, ended_at, created_at, updated_at)
   select id, product_id, buyer_id, seller_id, sell_cents, case when is_completed then 'completed' else 'paid' end,
     5, 50, 0, own_fee, 0, case when is_completed then at end, at, at
   from bench_orders`,
  posting(
    'true',
    `('charge-settled', 'charge:' || intent, 1, 'owner', 'world', 'order:' || id, sell_cents),
     ('charge-settled', 'charge:' || intent, 2, 'place', 'world', 'processor', sell_cents),
     ('processor-fee', 'processor-fee:' || intent, 1, 'owner', 'processor_fees', 'world', fee),
     ('processor-fee', 'processor-fee:' || intent, 2, 'place', 'processor', 'world', fee)`,
  ),
  posting(
    'is_completed',
    `('completed', 'completed:' || id, 1, 'owner', 'order:' || id, 'seller:' || seller_id, sell_cents - own_fee),
     ('completed', 'completed:' || id, 2, 'owner', 'order:' || id, 'fees', own_fee)`,
  ),
  `insert into ledger_balances (account, balance_cents)
   select 'order:' || id, case when is_completed then 0 else sell_cents end from bench_orders
   union all select 'seller:' || seller_id, sum(sell_cents - own_fee) from bench_orders where is_completed
     group by seller_id
   on conflict (account) do update set balance_cents = ledger_balances.balance_cents + excluded.balance_cents`,
  `insert into ledger_statement_rows (account, entry_id, order_id, cents, balance_cents)
   select to_account, id, order_id, amount_cents, sum(amount_cents) over (partition by to_account order by id)
   from ledger_entries where to_account like 'seller:%' and order_id in (select id from bench_orders) order by id`,
  `insert into processor_movements (transaction_id, key, cents, type, source, charge, at)
   select 'txn_' || intent, key, cents, 'charge', 'ch_' || intent, intent, at
   from bench_orders cross join lateral
     (values ('charge:' || intent, sell_cents), ('processor-fee:' || intent, -fee)) as row (key, cents)
   order by at`,
  `insert into reconciliations (id, started_at, seen_at, ended_at, read_to)
   select min(id::text)::uuid, max(at), max(at), max(at), max(at) from bench_orders`,
];
