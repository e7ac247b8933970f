import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { stopPostmaster } from './embedded-postgres-process.ts';
import { isAlive } from '#server/platform/process/process-marks.ts';
import { makeThrowawayFolder } from '#testing/throwaway-folder.ts';

const undo: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

test('the first start makes a UTF-8 database that the product may work in', async () => {
  const { url } = await start(await emptyFolder());
  expect(await query(url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
  expect(await query(url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  expect(await query(url, "SELECT current_user AS name, lower('ÄÖ') AS lower")).toEqual([
    { name: 'ringback', lower: 'äö' },
  ]);
});

test('a connection without the password is refused', async () => {
  const { url } = await start(await emptyFolder());
  const wrong = new URL(url);
  wrong.password = 'guessed';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
});

test('a restart keeps the data and the address', async () => {
  const folder = await emptyFolder();
  const first = await start(folder);
  await query(first.url, "CREATE TABLE phone AS SELECT 'Pixel 8' AS model");
  await first.stop();
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  const second = await start(folder);
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'SELECT model FROM phone')).toEqual([{ model: 'Pixel 8' }]);
});

test('a PostgreSQL that outlived its killed Ringback is adopted', async () => {
  const folder = await emptyFolder();
  const killed = await startInAnotherProcess(folder);
  const before = await query(killed.url, 'SELECT pg_postmaster_start_time()::text AS start');
  await kill(killed.process);
  const { url, log } = await start(folder);
  expect(await query(url, 'SELECT pg_postmaster_start_time()::text AS start')).toEqual(before);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('still running from before'));
});

test('an adopted PostgreSQL is stopped like one of our own', async () => {
  const folder = await emptyFolder();
  const killed = await startInAnotherProcess(folder);
  await kill(killed.process);
  const adopted = await start(folder);
  const pid = await postmasterOf(folder);
  await adopted.stop();
  expect(isAlive(pid)).toBe(false);
});

test('a PostgreSQL that has frozen is killed at a stop, and keeps the data', async () => {
  const folder = await emptyFolder();
  const killed = await startInAnotherProcess(folder);
  await query(killed.url, "CREATE TABLE phone AS SELECT 'Pixel 8' AS model");
  await kill(killed.process);
  const pid = await postmasterOf(folder);
  process.kill(pid, 'SIGSTOP');
  await stopPostmaster(pid, [
    ['SIGINT', 50],
    ['SIGQUIT', 50],
    ['SIGKILL', 20_000],
  ]);
  expect(isAlive(pid)).toBe(false);
  const { url } = await start(folder);
  expect(await query(url, 'SELECT model FROM phone')).toEqual([{ model: 'Pixel 8' }]);
});

test.each(['own', 'adopted'])('a killed PostgreSQL (%s) comes back at the same address', async (kind) => {
  const folder = await emptyFolder();
  if (kind === 'adopted') await kill((await startInAnotherProcess(folder)).process);
  const { url, log } = await start(folder);
  await query(url, "CREATE TABLE phone AS SELECT 'Pixel 8' AS model");
  process.kill(await postmasterOf(folder), 'SIGKILL');
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith('PostgreSQL is running again.'), 20_000);
  expect(await query(url, 'SELECT model FROM phone')).toEqual([{ model: 'Pixel 8' }]);
});

test('both Ringback and PostgreSQL may be killed at once', async () => {
  const folder = await emptyFolder();
  const killed = await startInAnotherProcess(folder);
  await query(killed.url, "CREATE TABLE phone AS SELECT 'Pixel 8' AS model");
  process.kill(await postmasterOf(folder), 'SIGKILL');
  await kill(killed.process);
  const { url } = await start(folder);
  expect(await query(url, 'SELECT model FROM phone')).toEqual([{ model: 'Pixel 8' }]);
});

test('if the port of the last run is taken, PostgreSQL starts on another one', async () => {
  const { folder, url } = await folderWithTakenPort();
  const second = await start(folder);
  expect(second.url).not.toBe(url);
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('PostgreSQL starts although its old pid file names another program', async () => {
  const folder = await emptyFolder();
  await (await start(folder)).stop();
  const file = join(folder, 'postgres', 'postmaster.pid');
  await writeFile(file, `${process.pid}\n${folder}/postgres\n1\n1\n\n127.0.0.1\n\nready\n`);
  await chmod(file, 0o644);
  const { url } = await start(folder);
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a second Ringback on the same data folder is refused and harms nothing', async () => {
  const folder = await emptyFolder();
  const { url } = await start(folder);
  await expect(start(folder)).rejects.toThrow(
    /Another Ringback \(process \d+\) is running on the data folder/,
  );
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a start that was killed halfway begins again', async () => {
  const folder = await emptyFolder();
  await mkdir(join(folder, 'postgres.new', 'base'), { recursive: true });
  const { url } = await start(folder);
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a folder that cannot be written is named, with what to do', async () => {
  const file = join(await emptyFolder(), 'file');
  await writeFile(file, '');
  const attempt = start(join(file, 'data'));
  await expect(attempt).rejects.toThrow(`The data folder ${join(file, 'data')} cannot be written`);
  await expect(attempt).rejects.toThrow(/set DATA_DIR to another folder, or set DATABASE_URL/);
});

test('a damaged password file is named instead of a new database begun', async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, 'postgres.json'), '{');
  await expect(start(folder)).rejects.toThrow(/postgres\.json holds the database's password and is damaged/);
});

test('a start that fails leaves no PostgreSQL running', async () => {
  const { folder } = await folderWithTakenPort();
  // The new port cannot be stored.
  await mkdir(join(folder, 'postgres.json.new'));
  await expect(start(folder)).rejects.toThrow('cannot be written');
  await expect(postmasterOf(folder)).rejects.toThrow('ENOENT');
});

/** The folder of a stopped PostgreSQL with the URL of its last run, whose port another program listens on now. */
async function folderWithTakenPort(): Promise<{ folder: string; url: string }> {
  const folder = await emptyFolder();
  const first = await start(folder);
  await first.stop();
  const holder = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
  await once(holder, 'listening');
  undo.push(async () => holder.close());
  return { folder, url: first.url };
}

async function emptyFolder(): Promise<string> {
  const folder = makeThrowawayFolder();
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedPostgres & { log: ReturnType<typeof vi.fn> }> {
  const log = vi.fn();
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  undo.push(postgres.stop);
  return { ...postgres, log };
}

async function startInAnotherProcess(dataDir: string): Promise<{ url: string; process: ChildProcess }> {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url))});
    const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1], log() {} });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface(child.stdout), 'line');
  return { url: String(url), process: child };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function postmasterOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  // PostgreSQL is killed under some of these connections.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
