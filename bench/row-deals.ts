/**
 * Pages of people and of the operator with very many orders, and a day's comparison with the card processor's records.
 */
import { storeDays } from '#server/ledger/day-totals.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { type Connection, openConnection, requestOf } from './connection.ts';
import { loadOrders } from './load-orders.ts';
import { countText, type Market } from './market.ts';
import { type Person, signIn } from './people.ts';
import type { Program } from './program.ts';
import { quantile, type Row } from './table.ts';

/** Transactions of the processor's balance in the day that is compared. */
const dayTransactions = 10_000;

/** How often each answer is requested. */
const asks = 200;

/** Creates the orders. @returns how long that took, in seconds */
export async function prepareDeals({ pool, env }: Market): Promise<number> {
  // Otherwise the settled deals' mails and payouts would be processed during the measurement.
  await pool.query('delete from event_outbox');
  const seconds = await loadOrders(pool);
  const { db, close } = openDatabase({ url: env.DATABASE_URL ?? '', onError: () => undefined });
  await storeDays(db, new Date());
  await close();
  return seconds;
}

export async function measureDeals(market: Market, { address }: Program): Promise<Row[]> {
  const connection = await openConnection(address);
  const seller = await busiestSeller(market);
  const admin = await signAdminIn(market);
  const orders = `of ${countText(market)} orders`;
  const within = { kind: 'most', of: 100 } as const;
  const read = async (work: string, person: Person, path: string): Promise<Row> => ({
    work: `${work} ${orders}, p95`,
    ours: [await readOften(connection, address, person, path)],
    bound: within,
    unit: 'ms',
  });
  const rows = [
    await read('My Sales of the busiest seller,', seller, '/api/sales'),
    await read('their statement,', seller, '/api/payouts/statement'),
    await read('the page Money,', admin, '/api/money?days=365'),
    await read('an admin’s search by telephone number,', admin, '/api/orders?search=01800012345'),
    await read('an admin’s search by the seller’s address,', admin, `/api/orders?search=${seller.email}`),
    await measureDay(market, connection, address, admin),
  ];
  connection.close();
  return rows;
}

const get = (address: string, path: string, { token }: Person, method = 'GET'): Buffer =>
  requestOf(address, path, { method, headers: { Authorization: `Bearer ${token}` } });

async function readOften(
  connection: Connection,
  address: string,
  person: Person,
  path: string,
): Promise<number> {
  const request = get(address, path, person);
  const waits: number[] = [];
  for (let asked = 0; asked < asks; asked += 1) waits.push((await connection.ask(request)).milliseconds);
  return quantile(waits, 0.95);
}

/** From the start of the comparison until it has ended. */
async function measureDay(
  market: Market,
  connection: Connection,
  address: string,
  admin: Person,
): Promise<Row> {
  await insertDay(market);
  const startedAt = performance.now();
  await connection.ask(get(address, '/api/reconciliations', admin, 'POST'));
  let run: { endedAt: string | null; failure: string | null; movements: number } | undefined;
  do {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { body } = await connection.ask(get(address, '/api/reconciliations?limit=1', admin));
    // Only these fields of the contract's reply are read.
    [run] = JSON.parse(body.toString()) as [typeof run];
  } while (run?.endedAt === null);
  if (run?.failure !== null || run.movements !== 2 * dayTransactions)
    throw new Error(`The comparison has failed: ${JSON.stringify(run)}`);
  return {
    work: `${dayTransactions.toLocaleString('en-US')} transactions of a day compared with the ledger, among ${countText(market)} orders`,
    ours: [(performance.now() - startedAt) / 1000],
    bound: { kind: 'most', of: 60 },
    unit: 's',
  };
}

/** A day's charges at the stand-in; every hundredth is missing in the ledger. */
async function insertDay({ pool }: Market): Promise<void> {
  await pool.query(
    `insert into sandbox_stripe.objects (id, object, parent, created, data)
     select 'ch_day' || n, 'charge', 'pi_day' || n, extract(epoch from now())::bigint,
       json_build_object('id', 'ch_day' || n, 'object', 'charge', 'payment_intent', 'pi_day' || n)
     from generate_series(1, $1::int) as n
     union all
     select 'txn_day' || n, 'balance_transaction', 'ch_day' || n, extract(epoch from now())::bigint,
       json_build_object('id', 'txn_day' || n, 'object', 'balance_transaction', 'amount', 10000, 'fee', 320,
         'net', 9680, 'currency', 'usd', 'type', 'charge', 'source', 'ch_day' || n,
         'created', extract(epoch from now())::bigint, 'available_on', 0)
     from generate_series(1, $1::int) as n`,
    [dayTransactions],
  );
  await pool.query(
    `insert into ledger_entries (id, kind, side, from_account, to_account, amount_cents, charge, idempotency_key)
     select gen_random_uuid(), kind, side, source, target, cents, 'pi_day' || n, key || ':pi_day' || n || '/' || number
     from generate_series(1, $1::int) as n cross join (values
       ('charge-unallocated', 'charge', 1, 'owner', 'world', 'unallocated', 10000),
       ('charge-unallocated', 'charge', 2, 'place', 'world', 'processor', 10000),
       ('processor-fee', 'processor-fee', 1, 'owner', 'processor_fees', 'world', 320),
       ('processor-fee', 'processor-fee', 2, 'place', 'processor', 'world', 320)
     ) as row (kind, key, number, side, source, target, cents)
     where n % 100 > 0`,
    [dayTransactions],
  );
}

async function busiestSeller(market: Market): Promise<Person> {
  const { rows } = await market.pool.query<{ id: string }>(
    'select seller_id as id from orders group by 1 order by count(*) desc limit 1',
  );
  const people = await signIn(market, 'Seller', 100_000);
  const found = people.find(({ id }) => id === rows[0]?.id);
  if (found === undefined) throw new Error('There is no seller with orders');
  return found;
}

async function signAdminIn(market: Market): Promise<Person> {
  const [person] = await signIn(market, 'Buyer', 1);
  if (person === undefined) throw new Error('There is no buyer');
  await market.pool.query(`update users set role = 'admin' where id = $1`, [person.id]);
  return person;
}
