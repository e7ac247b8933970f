/** The data for all measurements: PostgreSQL as the product runs it, in a temporary folder. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type pg from 'pg';

import { migrate } from '#db/migrate.ts';
import { seedCatalogue } from '#server/catalogue.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { type Loaded, loadPhones } from './load-phones.ts';

/** One data set, in a separate database. */
export interface Market {
  readonly loaded: Loaded;
  readonly pool: pg.Pool;
  /** The environment of the product and the baseline. */
  readonly env: Readonly<Record<string, string>>;
  /** The category with the most phones. */
  readonly categoryId: string;
}

export interface Markets {
  /** By the number of phones, the smallest first. */
  readonly all: readonly Market[];
  close(): Promise<void>;
}

/** Starts PostgreSQL and fills a database for each number of phones. */
export async function openMarkets(sizes: readonly number[], say: (line: string) => void): Promise<Markets> {
  const folder = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => undefined,
    // The product runs once for each data set.
    settings: { max_connections: '300' },
  });
  const closers: (() => Promise<void>)[] = [];
  const all: Market[] = [];
  for (const phones of sizes) {
    const { market, close } = await openMarket(await createDatabase(postgres.url, phones), folder, phones);
    closers.push(close);
    all.push(market);
    const { loadSeconds, indexSeconds } = market.loaded;
    say(
      `loaded ${phones} phones in ${loadSeconds.toFixed(1)} s, their indexes in ${indexSeconds.toFixed(1)} s`,
    );
  }
  return {
    all,
    close: async () => {
      await Promise.all(closers.map((close) => close()));
      await postgres.stop();
    },
  };
}

async function openMarket(url: string, folder: string, phones: number) {
  await migrate(url);
  const { db, pool, close } = openDatabase({ url, queryTimeoutMs: 0, onError: console.error });
  await seedCatalogue(db);
  const loaded = await loadPhones(pool, phones);
  await refuseWithoutFsync(pool);
  const env = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, `product-${phones}`),
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    RATE_LIMIT_FACTOR: '0',
  };
  return { market: { loaded, pool, env, categoryId: await largestCategory(pool) }, close };
}

/** Creates a database beside the product's own. @returns its address */
async function createDatabase(url: string, phones: number): Promise<string> {
  const name = `phones_${phones}`;
  const { pool, close } = openDatabase({ url, onError: console.error });
  await pool.query(`create database ${name}`);
  await close();
  const own = new URL(url);
  own.pathname = name;
  return own.href;
}

/** The number of phones, as the rows show it. */
export const countText = ({ loaded }: Pick<Market, 'loaded'>): string =>
  loaded.phones.toLocaleString('en-US');

/** A folder that is removed when this process ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ringback-bench-'));
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function refuseWithoutFsync(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting <> 'on'`,
  );
  const [setting] = rows;
  if (setting !== undefined)
    throw new Error(`${setting.name} is off: commits would be measured that may be lost`);
}

async function largestCategory(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select category_id as id from products where state = 'live' group by 1 order by count(*) desc limit 1`,
  );
  const [category] = rows;
  if (category === undefined) throw new Error('There are no phones');
  return category.id;
}
