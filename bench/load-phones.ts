/** Fills an empty, migrated database with people, pictures and phones: the same every time, except for the date. */
import type pg from 'pg';

import { copyRows, type Rows } from './copy-rows.ts';
import { dropParts, otherDocuments, prepareParts } from './load-documents.ts';
import { takeIndexes } from './load-indexes.ts';
import { functions, listings, people, pictures } from './load-statements.ts';

/** The number of phones per seller and per buyer: most people only look. */
const phonesPerSeller = 25;
const phonesPerBuyer = 5;

/** Each loads half of the phones: PostgreSQL does not parallelise a copy. */
const sessions = 2;

export interface Loaded {
  readonly phones: number;
  /** Without the indexes. */
  readonly loadSeconds: number;
  /** All indexes and references of phones and pictures, except for their primary keys. */
  readonly indexSeconds: number;
  readonly indexMegabytes: number;
  readonly tableMegabytes: number;
}

/**
 * Fills the tables by `COPY` from queries, without indexes, references and triggers, which follow later.
 *
 * Few makers have most of the phones and few sellers list most of them; three sellers of ten are verified, a tenth of
 * the phones is sold or removed, one in fifty of the others is advertised. Categories and devices must exist.
 */
export async function loadPhones(pool: pg.Pool, phones: number): Promise<Loaded> {
  const startedAt = performance.now();
  const sellers = Math.ceil(phones / phonesPerSeller);
  const buyers = Math.ceil(phones / phonesPerBuyer);
  const buildIndexes = await inSession(pool, async (client) => {
    await prepareParts(client);
    return takeIndexes(client, ['products', 'images']);
  });
  const today = `${new Date().toISOString().slice(0, 10)} 00:00+00`;
  const numbers = { today, phones, sellers, buyers };
  await copy(pool, people(numbers));
  const ranges = parted(phones);
  for (const rowsOf of [pictures, listings])
    await Promise.all(ranges.map((range) => copy(pool, rowsOf(numbers, range))));
  const loadedAt = performance.now();
  await buildIndexes(pool);
  const indexedAt = performance.now();
  await inSession(pool, finish);
  return {
    phones,
    loadSeconds: (loadedAt - startedAt) / 1000,
    indexSeconds: (indexedAt - loadedAt) / 1000,
    ...(await sizesOf(pool)),
  };
}

async function finish(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into advertisements (id, product_id)
    select id, id from products where state = 'live' and pg_temp.pick(hashtext(id::text), 20) < 0.02`);
  await client.query(
    `insert into places (key, label) select key, label from bench.places on conflict do nothing`,
  );
  await client.query('update cities set is_used = true where id in (select city_id from products)');
  await client.query('alter table products enable trigger products_write_search');
  const { rows } = await client.query<{ count: number }>(otherDocuments);
  if (rows[0]?.count !== 0)
    throw new Error('Phones were loaded with other documents than their trigger writes');
  await client.query(dropParts);
  await client.query('vacuum analyze');
}

/** A separate connection: its temporary functions and its settings end with it. */
async function inSession<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(functions);
    return await work(client);
  } finally {
    client.release(true);
  }
}

const copy = (pool: pg.Pool, rows: Rows): Promise<void> =>
  inSession(pool, (maker) => inSession(pool, (loader) => copyRows(maker, loader, rows)));

/** As many ranges of numbers as there are sessions. */
function parted(phones: number): { from: number; to: number }[] {
  const share = Math.ceil(phones / sessions);
  return Array.from({ length: sessions }, (_, session) => ({
    from: session * share + 1,
    to: Math.min(phones, (session + 1) * share),
  }));
}

async function sizesOf(pool: pg.Pool): Promise<Pick<Loaded, 'indexMegabytes' | 'tableMegabytes'>> {
  const { rows } = await pool.query<{ indexes: string; tables: string }>(`
    select sum(pg_indexes_size(oid)) as indexes, sum(pg_table_size(oid)) as tables
    from pg_class where oid in ('products'::regclass, 'images'::regclass)`);
  const [row] = rows;
  return { indexMegabytes: Number(row?.indexes) / 1e6, tableMegabytes: Number(row?.tables) / 1e6 };
}
