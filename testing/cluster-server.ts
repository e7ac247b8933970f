// Two web processes and a worker behind nginx, on an installed PostgreSQL through PgBouncer, with the files of deploy/,
// for browser journeys on a cluster. Everything ends with this process.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';

import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { freePort } from '#server/platform/process/free-port.ts';
import { describeStartError } from '#server/platform/log/describe-start-error.ts';
import { findCluster } from './find-cluster.ts';
import { throwawaySettings } from './throwaway-settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const closers: (() => Promise<unknown>)[] = [];
const say = (text: string): void => void process.stderr.write(`${text}\n`);
let isClosing = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void close(0));

try {
  await open();
} catch (error) {
  say(describeStartError(error));
  await close(1);
}

async function open(): Promise<void> {
  const programs = findCluster();
  if (programs === undefined) throw new Error('nginx, PgBouncer and PostgreSQL 15 or newer are needed');
  const folder = await mkdtemp(join(tmpdir(), 'ringback-cluster-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o777);
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    log: say,
    settings: throwawaySettings,
    installed: programs.postgres,
  });
  closers.push(() => postgres.stop());
  const pooledUrl = await openPgbouncer(programs.pgbouncer, folder, new URL(postgres.url));
  const [first, second] = [await freePort(), await freePort()];
  const env = {
    DATABASE_URL: pooledUrl,
    DATABASE_DIRECT_URL: postgres.url,
    DATABASE_PREPARE: '0',
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  };
  // The first one migrates and seeds; the second finds that done.
  for (const port of [first, second]) {
    startProgram('server/main.ts', { ...env, PORT: `${port}` });
    await untilReady(port);
  }
  // All outboxes are in the database: the web processes show what the worker sends.
  const smtpPort = await freePort();
  const mailEnv = {
    DATABASE_URL: postgres.url,
    PORT: `${await freePort()}`,
    SMTP_PORT: `${smtpPort}`,
  };
  startProgram('sandbox/main.ts', mailEnv, ['mail']);
  startProgram('server/worker.ts', { ...env, SMTP_URL: `smtp://127.0.0.1:${smtpPort}` });
  await openNginx(programs.nginx, folder, [first, second]);
}

/** @returns the address of the database through PgBouncer */
async function openPgbouncer(program: string, folder: string, postgres: URL): Promise<string> {
  const port = await freePort();
  const { port: databasePort, username, password, pathname } = postgres;
  const example = await readFile(join(root, 'deploy/pgbouncer.ini'), 'utf8');
  const database = pathname.slice(1);
  const settings = example
    .replace(
      /^ringback = .*$/m,
      `${database} = host=127.0.0.1 port=${databasePort} dbname=${database} user=${username} password=${decodeURIComponent(password)}`,
    )
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^logfile = .*$/m, `logfile = ${folder}/pgbouncer.log`)
    .replace(/^pidfile = .*$/m, `pidfile = ${folder}/pgbouncer.pid`);
  const path = join(folder, 'pgbouncer.ini');
  await writeFile(path, settings);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  if (user.length > 0) await chown(path, 0, 0);
  start(program, [...user, '-q', path], {});
  return `postgres://${username}@127.0.0.1:${port}/${database}`;
}

async function openNginx(program: string, folder: string, ports: readonly number[]): Promise<void> {
  const example = await readFile(join(root, 'deploy/nginx.conf'), 'utf8');
  const [first, second] = ports;
  const settings = example
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    .replace('listen 8080', `listen ${process.env['PORT']}`)
    .replaceAll('/var/lib/nginx', folder)
    .replace('/run/nginx.pid', `${folder}/nginx.pid`)
    .replace('/var/log/nginx/error.log', `${folder}/nginx.log`);
  const path = join(folder, 'nginx.conf');
  await writeFile(path, settings);
  start(program, ['-c', path, '-g', 'daemon off;'], {});
}

function startProgram(entry: string, env: NodeJS.ProcessEnv, parameters: readonly string[] = []): void {
  start(process.execPath, [join(root, entry), ...parameters], env);
}

function start(program: string, parameters: readonly string[], env: NodeJS.ProcessEnv): void {
  const child = spawn(program, [...parameters], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.once('error', (error) => void fail(error));
  child.once('exit', (code) => void fail(new Error(`${program} ${parameters.join(' ')} ended with ${code}`)));
  closers.push(() => end(child));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

async function fail(error: Error): Promise<void> {
  if (isClosing) return;
  say(describeStartError(error));
  await close(1);
}

async function close(code: number): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  for (const closer of closers.toReversed()) await closer();
  process.exit(code);
}

async function untilReady(port: number): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await delay(100);
  }
  throw new Error(`nothing answers on port ${port}`);
}
