import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { folderError, programError } from './embedded-postgres-error.ts';
import type { PostgresHome } from './embedded-postgres-home.ts';
import { unlessMissing } from '#server/platform/unless-missing.ts';

const run = promisify(execFile);

/** The name of the product's role and database. */
const product = 'ringback';

/** The whole environment of PostgreSQL's programs. */
export const programEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Creates the cluster if there is none. A crash in between leaves a draft, which the next start deletes. */
export async function initialiseCluster(home: PostgresHome): Promise<void> {
  const draft = `${home.cluster}.new`;
  const passwordFile = `${home.cluster}.password`;
  try {
    if ((await unlessMissing(stat(join(home.cluster, 'PG_VERSION')))) !== undefined) return;
    await mkdir(dirname(home.cluster), { recursive: true, mode: 0o755 });
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, home.notes.password, { mode: 0o600 });
    if (home.user) await changeOwner([draft, passwordFile], home.user);
  } catch (cause) {
    throw folderError(dirname(home.cluster), cause);
  }
  try {
    await runInitdb(home, draft, passwordFile);
    await rename(draft, home.cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** The URL that the product connects to. */
export function databaseUrl(home: Pick<PostgresHome, 'notes'>, port: number): string {
  return `postgres://${product}:${home.notes.password}@127.0.0.1:${port}/${product}`;
}

/** Creates the product's role and database if they are missing. */
export async function ensureDatabase(home: PostgresHome, port: number): Promise<void> {
  if (await canConnect(databaseUrl(home, port))) return;
  const admin = new pg.Client({ connectionString: adminUrl(home, port) });
  await admin.connect();
  try {
    const roles = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [product]);
    const verb = roles.rowCount ? 'ALTER' : 'CREATE';
    // The password is hexadecimal, so it needs no quoting. CREATEDB: tests clone databases.
    await admin.query(`${verb} ROLE ${product} LOGIN CREATEDB PASSWORD '${home.notes.password}'`);
    const databases = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [product]);
    if (!databases.rowCount) await admin.query(`CREATE DATABASE ${product} OWNER ${product}`);
  } finally {
    await admin.end();
  }
}

/** Whether the server on `port` is this home's cluster; `later` while it is still starting. */
export async function identifyCluster(
  home: PostgresHome,
  port: number,
): Promise<'ours' | 'later' | 'foreign'> {
  try {
    await connectOnce(adminUrl(home, port));
    return 'ours';
  } catch (cause) {
    const code = errorCode(cause);
    return code === '57P03' || code === 'ECONNREFUSED' ? 'later' : 'foreign';
  }
}

async function changeOwner(paths: string[], user: { uid: number; gid: number }): Promise<void> {
  for (const path of paths) await chown(path, user.uid, user.gid);
}

async function runInitdb(home: PostgresHome, draft: string, passwordFile: string): Promise<void> {
  const parameters = ['--pgdata', draft, '--username', 'postgres', '--pwfile', passwordFile];
  parameters.push('--auth', 'scram-sha-256', '--encoding', 'UTF8', ...home.localeOptions);
  try {
    await run(join(home.binaries, 'bin', 'initdb'), parameters, {
      cwd: '/',
      env: programEnvironment,
      ...home.user,
    });
    await chmod(draft, 0o700);
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    await rm(draft, { recursive: true, force: true });
    throw programError('initdb', home.cluster, said || String(cause));
  }
}

function adminUrl(home: PostgresHome, port: number): string {
  return `postgres://postgres:${home.notes.password}@127.0.0.1:${port}/postgres`;
}

async function canConnect(url: string): Promise<boolean> {
  try {
    await connectOnce(url);
    return true;
  } catch (cause) {
    // The role (28…) or the database (3D000) is missing; the caller handles any other error.
    const code = errorCode(cause) ?? '';
    if (code.startsWith('28') || code === '3D000') return false;
    throw cause;
  }
}

async function connectOnce(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
  } finally {
    // The result is known by now, so an error while closing does not matter.
    await client.end().catch(() => undefined);
  }
}

function errorCode(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
