/** The data that both sides are measured on: PostgreSQL as the product runs it, in a folder that goes with the run. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type pg from 'pg';

import { migrate } from '#db/migrate.ts';
import { seedCatalogue } from '#server/catalogue.ts';
import { openDatabase } from '#server/platform/database.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { loadPhones } from './load-phones.ts';

export interface Market {
  readonly pool: pg.Pool;
  /** What the product and the floor are started with. */
  readonly env: Readonly<Record<string, string>>;
  /** The category with the most phones. */
  readonly categoryId: string;
  close(): Promise<void>;
}

/** Starts PostgreSQL and fills it. */
export async function openMarket(phones: number): Promise<Market> {
  const folder = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  await migrate(postgres.url);
  const { db, pool, close } = openDatabase({ url: postgres.url, onError: console.error });
  await seedCatalogue(db);
  await loadPhones(pool, phones);
  await refuseWithoutFsync(pool);
  return {
    pool,
    env: {
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, 'product'),
      AUTH_SECRET: randomBytes(32).toString('base64url'),
      RATE_LIMIT_FACTOR: '0',
    },
    categoryId: await largestCategory(pool),
    close: async () => {
      await close();
      await postgres.stop();
    },
  };
}

/** A folder that is removed when this process ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ringback-bench-'));
  // As root, PostgreSQL runs as another user, who must be able to pass.
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
