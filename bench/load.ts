// `npm run bench:load -- 1000000`: adds this many phones to the database that `npm start` uses.
import { migrate } from '#db/migrate.ts';
import { seedCatalogue } from '#server/catalogue.ts';
import { checkDatabase, claimDatabase } from '#server/claim-mode.ts';
import { loadConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { type Loaded, loadPhones } from './load-phones.ts';

const usage = 'Usage: npm run bench:load -- <phones, 100 to 10000000>';

try {
  await run(readCount(process.argv.slice(2)));
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
}

function readCount([count = '', ...more]: readonly string[]): number {
  const phones = /^\d+$/.test(count) ? Number(count) : 0;
  if (more.length > 0 || phones < 100 || phones > 10_000_000) throw new Error(usage);
  return phones;
}

async function run(phones: number): Promise<void> {
  const { database, dataDir, mode } = loadConfig();
  // Its phones belong to invented people, and while it loads, indexes and references are missing.
  if (mode === 'live') throw new Error('MODE=live: phones are only put into databases to try things with.');
  const url = database.directUrl ?? database.url;
  if (url !== undefined) return report(await fill(url, phones));
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.log });
  try {
    report(await fill(postgres.url, phones));
  } finally {
    await postgres.stop();
  }
}

async function fill(url: string, phones: number): Promise<Loaded> {
  // A live site may have been named without its MODE, and this database must not become one.
  await checkDatabase(url, 'demo');
  await migrate(url);
  await claimDatabase(url, 'demo');
  let isOver = false;
  // PostgreSQL may end before the last connection is closed.
  const onError = (error: Error): void => (isOver ? undefined : console.error(error));
  const { db, pool, close } = openDatabase({ url, queryTimeoutMs: 0, onError });
  try {
    await seedCatalogue(db);
    const { rowCount } = await pool.query(`select from users where email = 'person-1@bench.example'`);
    if (rowCount !== 0) throw new Error('This database has been filled before. Begin with another one.');
    return await loadPhones(pool, phones);
  } finally {
    isOver = true;
    await close();
  }
}

function report({ phones, loadSeconds, indexSeconds }: Loaded): void {
  const seconds = loadSeconds + indexSeconds;
  console.log(`Loaded ${phones.toLocaleString('en-US')} phones in ${seconds.toFixed(0)} s.`);
}
