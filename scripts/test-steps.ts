// The steps of `npm test`.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { findCluster } from '#testing/find-cluster.ts';
import { findInstalledPostgres } from '#testing/find-postgres.ts';
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
    // Built before, because otherwise a test that reads pages would build them while time-critical tests run.
    run: () => buildIfStale().then(() => runVitest('vitest', [], {})),
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
 * PostgreSQL's versions differ in SQL, and most statements run in the walk of all calls. In addition, the tests of what
 * happens without a call, and of the longest statements.
 */
const repeated: readonly string[] = [
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

/** Repeats tests on the machine's own PostgreSQL, if it has a supported one. */
async function testOnInstalledPostgres(): Promise<Tally> {
  const installed = findInstalledPostgres();
  if (!installed) {
    console.log('No PostgreSQL 15 or newer in /usr/lib/postgresql: not repeated.');
    return { passed: 0, failed: 0 };
  }
  console.log(`Repeated on ${installed}.`);
  const dataDir = await mkdtemp(join(tmpdir(), 'ringback-test-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: console.log,
    settings: throwawaySettings,
    installed,
  });
  try {
    const missing = repeated.filter((file) => !existsSync(join(root, file)));
    if (missing.length > 0) throw new Error(`To be repeated, and missing: ${missing.join(', ')}.`);
    return await runVitest('vitest-installed', [...repeated], { TEST_DATABASE_URL: postgres.url });
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
