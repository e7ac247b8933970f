// The steps of `npm test`.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { findCluster } from '#testing/find-cluster.ts';
import { findInstalledPostgres } from '#testing/find-postgres.ts';
import { makeThrowawayFolder } from '#testing/throwaway-folder.ts';
import { throwawaySettings } from '#testing/throwaway-settings.ts';
import { buildIfStale } from './build.ts';
import { checks } from './check.ts';
import { findChromium } from './find-chromium.ts';
import { type Tally, tallyPlaywright, tallyReport, tallyVitest } from './test-tally.ts';

export interface Step {
  name: string;
  kind: 'check' | 'unit' | 'e2e' | 'cluster' | 'histories';
  run(): Promise<Tally>;
}

/** In their order of execution: the quick ones first. */
export const steps: Step[] = [
  ...checks.map((check): Step => ({ name: check.name, kind: 'check', run: () => runCheck(check) })),
  {
    name: 'unit and HTTP tests, embedded PostgreSQL',
    kind: 'unit',
    run: testOnEmbeddedPostgres,
  },
  { name: 'SQL on the installed PostgreSQL', kind: 'unit', run: testOnInstalledPostgres },
  { name: 'browser journeys', kind: 'e2e', run: () => runPlaywright('playwright', {}) },
  { name: 'browser journeys, two processes behind nginx and PgBouncer', kind: 'cluster', run: testOnCluster },
  { name: 'many thousand histories of a deal', kind: 'histories', run: testHistories },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'build', 'test');
const running = new Set<ChildProcess>();

/** Ends the processes of the current step. */
export function stopRunningStep(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}

async function runCheck(check: (typeof checks)[number]): Promise<Tally> {
  const { ok, output } = await check.run();
  if (!ok) console.log(output);
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function runVitest(name: string, parameters: string[], env: NodeJS.ProcessEnv): Promise<Tally> {
  const report = await emptyReport(name);
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const hasSucceeded = await runProgram([program, 'run', ...output, ...parameters], env);
  return tallyReport(report, tallyVitest, hasSucceeded);
}

/**
 * Where the machine has a supported PostgreSQL of its own, these run on it instead: PostgreSQL's versions differ in SQL.
 * They are the walk of all calls, what happens without a call, and the longest statements. On the embedded one, the
 * random calls (`http-hostile.test.ts`), the histories of deals and the journeys make almost all of the statements.
 */
const onInstalled: readonly string[] = [
  'server/access.test.ts',
  'server/catalogue.test.ts',
  'server/site-map.test.ts',
  'server/auth/confirm-address.test.ts',
  'server/bookings/hold-limits.test.ts',
  'server/cities/cities.test.ts',
  'server/ledger/ledger.test.ts',
  'server/notifications/notifications.test.ts',
  'server/orders/corrections.test.ts',
  'server/orders/deadlines.test.ts',
  'server/orders/dispute-queue.test.ts',
  'server/orders/orders.test.ts',
  'server/payments/chargebacks.test.ts',
  'server/payments/failed-refunds.test.ts',
  'server/payments/refunds.test.ts',
  'server/payouts/transfers.test.ts',
  'server/privacy/erase.test.ts',
  'server/privacy/export.test.ts',
  'server/products/product-table.test.ts',
  'server/reconciliation/reconciliation.test.ts',
  'server/search/search-facets.test.ts',
  'server/search/search-hostile.test.ts',
  'server/users/suspension.test.ts',
];

async function testOnEmbeddedPostgres(): Promise<Tally> {
  // Built before, because otherwise a test that reads pages would build them while time-critical tests run.
  await buildIfStale();
  const elsewhere = findInstalledPostgres() === undefined ? [] : onInstalled;
  return runVitest(
    'vitest',
    elsewhere.map((file) => `--exclude=${file}`),
    {},
  );
}

async function testOnInstalledPostgres(): Promise<Tally> {
  const installed = findInstalledPostgres();
  if (!installed) {
    console.log('No PostgreSQL 15 or newer in /usr/lib/postgresql: all ran on the embedded one.');
    return { passed: 0, failed: 0 };
  }
  console.log(`On ${installed}.`);
  const dataDir = makeThrowawayFolder();
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: console.log,
    settings: throwawaySettings,
    installed,
  });
  try {
    const missing = onInstalled.filter((file) => !existsSync(join(root, file)));
    if (missing.length > 0) throw new Error(`These tests are missing: ${missing.join(', ')}.`);
    return await runVitest('vitest-installed', [...onInstalled], { TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function runPlaywright(name: string, more: NodeJS.ProcessEnv): Promise<Tally> {
  await buildIfStale();
  const report = await emptyReport(name);
  const program = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const env = { ...more, CHROMIUM: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const hasSucceeded = await runProgram([program, 'test'], env);
  return tallyReport(report, tallyPlaywright, hasSucceeded);
}

/** The same journeys on an installation with several processes. Only on request: they take as long again. */
async function testOnCluster(): Promise<Tally> {
  if (findCluster() === undefined) {
    throw new Error(
      'The journeys on a cluster need nginx, PgBouncer and PostgreSQL 15 or newer on this machine:\n' +
        'on Debian, apt-get install nginx pgbouncer postgresql.',
    );
  }
  return runPlaywright('playwright-cluster', { E2E_SERVER: 'testing/cluster-server.ts' });
}

/**
 * Many more random histories of a deal than in `npm test`, also with a killed process. Only on request: it takes hours.
 */
async function testHistories(): Promise<Tally> {
  const { HISTORIES = '10000', KILL_HISTORIES = '200' } = process.env;
  const files = ['server/orders/order-histories.test.ts', 'server/kill-histories.test.ts'];
  return runVitest('vitest-histories', files, { HISTORIES, KILL_HISTORIES });
}

async function emptyReport(name: string): Promise<string> {
  const path = join(reports, `${name}.json`);
  await mkdir(reports, { recursive: true });
  await rm(path, { force: true });
  return path;
}

function runProgram(parameters: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  running.add(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code === 0);
    });
  });
}
