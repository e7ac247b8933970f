// The behaviour of Drizzle's database also applies to ours, which adds the publishing of changes after a commit.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { openDatabaseProxy } from '#testing/database-proxy.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { type Database, openDatabase, type Transaction } from './database.ts';
import { databaseLoss } from './database-away.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

test('a transaction has the isolation level that it asks for', async () => {
  const { db } = market.services;
  const { rows } = await db.transaction((tx) => tx.execute(sql`show transaction_isolation`), {
    isolationLevel: 'repeatable read',
  });
  expect(rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
});

test('two transactions that wait for each other both complete, one of them at the second attempt', async () => {
  const { db } = market.services;
  await db.execute(sql`create table counters (id int primary key, count int not null)`);
  await db.execute(sql`insert into counters values (1, 0), (2, 0)`);
  let isFirstTry = true;
  const meeting = gate(2);
  const count = (first: number, second: number) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`update counters set count = count + 1 where id = ${first}`);
      if (isFirstTry) await meeting();
      isFirstTry = false;
      await tx.execute(sql`update counters set count = count + 1 where id = ${second}`);
    });
  await Promise.all([count(1, 2), count(2, 1)]);
  const { rows } = await db.execute(sql`select count from counters`);
  expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
});

test('the second of two transactions that change the same row runs again on a new snapshot', async () => {
  const { db } = market.services;
  await db.execute(sql`create table sums (total int not null)`);
  await db.execute(sql`insert into sums values (0)`);
  const meeting = gate(2);
  const addOne = () => {
    let isFirstTry = true;
    const add = async (tx: Transaction) => {
      const { rows } = await tx.execute<{ total: number }>(sql`select total from sums`);
      if (isFirstTry) await meeting();
      isFirstTry = false;
      await tx.execute(sql`update sums set total = ${(rows[0]?.total ?? 0) + 1}::int`);
    };
    return db.transaction(add, { isolationLevel: 'repeatable read' });
  };
  await Promise.all([addOne(), addOne()]);
  expect((await db.execute(sql`select total from sums`)).rows).toEqual([{ total: 2 }]);
});

test('the statements of transactions are prepared once, and may fail', async () => {
  const { url = '' } = market.services.config.database;
  const { db, close } = openDatabase({ url, maxConnections: 1, onError: () => undefined });
  onTestFinished(close);
  const divide = (by: number) =>
    db.transaction((tx) => tx.execute<{ quotient: number }>(sql`select 12 / ${by}::int as quotient`));
  await expect(divide(0)).rejects.toThrow('Failed query');
  expect((await divide(3)).rows).toEqual([{ quotient: 4 }]);
  expect((await divide(4)).rows).toEqual([{ quotient: 3 }]);
  const statements = sql`select statement from pg_prepared_statements where statement like 'select 12%'`;
  expect((await db.execute(statements)).rows).toEqual([{ statement: 'select 12 / $1::int as quotient' }]);
});

test('behind a transaction pooler no statement is prepared', async () => {
  const { url = '' } = market.services.config.database;
  const { db, close } = openDatabase({
    url,
    maxConnections: 1,
    hasOwnConnections: false,
    onError: () => undefined,
  });
  onTestFinished(close);
  await db.transaction((tx) => tx.execute(sql`select ${1}::int`));
  expect((await db.execute(sql`select name from pg_prepared_statements`)).rows).toEqual([]);
});

/** A database behind a proxy, with one open connection. */
async function openFar() {
  const proxy = await openDatabaseProxy(market.services.config.database.url ?? '');
  const opened = openDatabase({ url: proxy.url, maxConnections: 1, onError: () => undefined });
  onTestFinished(async () => {
    await proxy.cut();
    await opened.close();
  });
  await opened.db.execute(sql`select 1`);
  return { ...opened, proxy };
}

const ways = {
  statement: (db: Database) => db.execute(sql`select 1`),
  transaction: (db: Database) => db.transaction((tx) => tx.execute(sql`select 1`)),
};

test.each(Object.entries(ways))(
  'a %s that the database leaves without an answer is given up, and the next one has another connection',
  async (_name, ask) => {
    const { db, proxy } = await openFar();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    proxy.freeze();
    const asked = ask(db).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(databaseLoss(await asked)).toBe('broken');
    expect((await ask(db)).rowCount).toBe(1);
  },
);

test.each(
  Object.entries({ ...ways, 'query of the pool itself': (db: Database) => db.$client.query('select 1') }),
)(
  'a %s whose connection is reset before the answer is a broken one, and the next has another connection',
  async (_name, ask) => {
    const { db, proxy } = await openFar();
    proxy.freeze();
    const asked = ask(db).catch((error: unknown) => error);
    // Waits until the statement has been sent.
    await new Promise((resolve) => void setImmediate(resolve));
    proxy.reset();
    expect(databaseLoss(await asked)).toBe('broken');
    expect((await ask(db)).rowCount).toBe(1);
  },
);

test('a transaction that is declared to take long has no usual time limit', async () => {
  const { db, proxy } = await openFar();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = db.transaction(
    async (tx) => {
      proxy.freeze();
      return tx.execute(sql`select 1`);
    },
    { takesLong: true },
  );
  const end = vi.fn();
  void asked.then(end, end);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(end).not.toHaveBeenCalled();
  vi.useRealTimers();
  await proxy.cut();
  await expect(asked).rejects.toThrow();
});

test('a connection that breaks is reported once, and not at all once its pool is closed', async () => {
  const { url = '' } = market.services.config.database;
  const onError = vi.fn<(error: Error) => void>();
  const { pool, close } = openDatabase({ url, maxConnections: 1, onError });
  const connectIdle = async () => {
    const client = await pool.connect();
    client.release();
    return client;
  };
  const ending = new Error('terminating connection due to administrator command');
  (await connectIdle()).emit('error', ending);
  expect(onError).toHaveBeenCalledOnce();
  const last = await connectIdle();
  await close();
  last.emit('error', ending);
  expect(onError).toHaveBeenCalledOnce();
});

/** A barrier: waits until this number of callers have arrived. */
function gate(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
}
