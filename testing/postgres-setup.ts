// Runs once before the tests of a project that needs a database: one PostgreSQL, one migrated template.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#db/migrate.ts';
import { prepareSchema as prepareGoogle } from '#sandbox/google/record-store.ts';
import { prepareSchema as prepareMail } from '#sandbox/mail/mail-store.ts';
import { prepareSchema as prepareStripe } from '#sandbox/stripe/schema.ts';
import { seedCatalogue } from '#server/catalogue.ts';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { createLog } from '#server/platform/log/log.ts';
import { openDatabase } from '#server/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { makeThrowawayFolder } from './throwaway-folder.ts';
import { throwawaySettings } from './throwaway-settings.ts';

/** Uses the server of TEST_DATABASE_URL, or starts one for the duration of the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env.TEST_DATABASE_URL ? undefined : await startThrowaway();
  const url = own?.url ?? process.env.TEST_DATABASE_URL ?? '';
  // Several projects may be set up in one run, one after the other: they use the first one's server and template.
  process.env.TEST_DATABASE_URL = url;
  if (own) process.env.TEST_DATABASE_IS_THROWAWAY = 'yes';
  // A throwaway server is removed with all its databases, possibly before the other projects are torn down.
  const outlivesRun = process.env.TEST_DATABASE_IS_THROWAWAY === undefined;
  const shared = process.env.TEST_DATABASE_TEMPLATE;
  if (shared !== undefined) {
    project.provide('postgres', { url, template: shared });
    return () => Promise.resolve();
  }
  const template = `ringback_template_${randomBytes(4).toString('hex')}`;
  const tearDown = async (): Promise<void> => {
    if (own) await own.remove();
    else if (outlivesRun) await runStatement(url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  };
  try {
    await makeTemplate(url, template);
  } catch (cause) {
    await tearDown().catch((second: unknown) => {
      throw new AggregateError([cause, second], 'no template was made, and its remains stay', { cause });
    });
    throw cause;
  }
  process.env.TEST_DATABASE_TEMPLATE = template;
  project.provide('postgres', { url, template });
  return tearDown;
}

async function makeTemplate(url: string, name: string): Promise<void> {
  await runStatement(url, `CREATE DATABASE ${name}`);
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${name}`;
  await migrate(templateUrl.href);
  // What each start of a server would otherwise repeat in each clone.
  const { db, pool, close } = openDatabase({ url: templateUrl.href, maxConnections: 1, onError: endRun });
  try {
    await seedCatalogue(db);
    for (const prepareSchema of [prepareGoogle, prepareMail, prepareStripe]) await prepareSchema(pool);
  } finally {
    await close();
  }
  const jobs = createJobs({ url: templateUrl.href, log: createLog('silent') });
  await jobs.start();
  await jobs.stop();
}

/** Ends the run if the server breaks a connection: no result would be valid. */
function endRun(error: Error): never {
  throw error;
}

async function startThrowaway(): Promise<{ url: string; remove(): Promise<void> }> {
  const dataDir = makeThrowawayFolder();
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: throwawaySettings,
  });
  const remove = async (): Promise<void> => {
    delete process.env.TEST_DATABASE_URL;
    delete process.env.TEST_DATABASE_IS_THROWAWAY;
    delete process.env.TEST_DATABASE_TEMPLATE;
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: postgres.url, remove };
}

async function runStatement(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
