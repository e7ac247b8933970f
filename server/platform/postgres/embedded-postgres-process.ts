// One run of the PostgreSQL server program: starting it, finding one that is still running after its Ringback ended,
// and stopping it.
import { spawn } from 'node:child_process';
import { open, readFile, readlink, realpath, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identifyCluster, programEnvironment } from './embedded-postgres-cluster.ts';
import { folderError } from './embedded-postgres-error.ts';
import type { PostgresHome } from './embedded-postgres-home.ts';
import { isAlive } from '#server/platform/process/process-marks.ts';
import { unlessMissing } from '#server/platform/unless-missing.ts';

export interface Postmaster {
  pid: number;
  port: number;
  /** Settles when the process has ended. */
  exited: Promise<void>;
}

/** PostgreSQL ended before it was ready; the message is its output. */
export class LaunchError extends Error {}

/**
 * Starts PostgreSQL and resolves when it accepts connections.
 *
 * @throws LaunchError if it ends before that
 */
export async function launchPostmaster(
  home: PostgresHome,
  port: number,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const log = await openLog(home.logFile);
  const { size } = await log.stat();
  const options = Object.entries({ ...settings, port: String(port) });
  const parameters = ['-D', home.cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(join(home.binaries, 'bin', 'postgres'), parameters, {
    cwd: '/',
    env: programEnvironment,
    // A session of its own, because Ctrl-C reaches all processes of the terminal and the database must stop last.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    ...home.user,
  });
  let spawnError: Error | undefined;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      spawnError = error;
      resolve();
    });
  });
  child.unref();
  await log.close();
  const { pid } = child;
  const isReady = pid !== undefined && (await waitUntilReady(home, pid, exited));
  if (isReady) return { pid, port, exited };
  await exited;
  throw new LaunchError(spawnError?.message ?? (await readFrom(home.logFile, size)));
}

/**
 * Finds a PostgreSQL of this home that is still running after its Ringback ended. One that does not answer is
 * stopped, and a pid file whose number now belongs to another program is removed.
 */
export async function adoptPostmaster(home: PostgresHome): Promise<Postmaster | undefined> {
  const found = await readPidFile(home);
  if (!found || !isAlive(found.pid)) return undefined;
  if (!(await isPostmasterOf(home, found.pid))) {
    await rm(join(home.cluster, 'postmaster.pid'), { force: true });
    return undefined;
  }
  const deadline = Date.now() + 30_000;
  let answer = await identifyCluster(home, found.port);
  while (answer === 'later' && isAlive(found.pid) && Date.now() < deadline) {
    await delay(50);
    answer = await identifyCluster(home, found.port);
  }
  if (answer === 'ours') return { pid: found.pid, port: found.port, exited: untilGone(found.pid) };
  await stopPostmaster(found.pid);
  return undefined;
}

/**
 * How long to wait after each signal, in milliseconds; all within the time that a stop of Ringback may take
 * (`stop-on-signals.ts`). After the second one, the next start only takes longer.
 */
const stopSteps: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 2_000],
];

/** Stops PostgreSQL with increasingly strong signals. Committed work survives each of them. */
export async function stopPostmaster(pid: number, steps = stopSteps): Promise<void> {
  for (const [signal, timeoutMs] of steps) {
    signalProcess(pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (isAlive(pid) && Date.now() < deadline) await delay(10);
    if (!isAlive(pid)) return;
  }
}

/** Sends a signal to a process that may have ended already. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}

async function openLog(path: string): ReturnType<typeof open> {
  try {
    const old = await unlessMissing(stat(path));
    const isLong = old !== undefined && old.size > 10_000_000;
    return await open(path, isLong ? 'w' : 'a', 0o600);
  } catch (cause) {
    throw folderError(path, cause);
  }
}

async function readFrom(path: string, start: number): Promise<string> {
  const text = await readFile(path);
  return text.subarray(start).toString('utf8').trim();
}

/** PostgreSQL writes its progress into the pid file; its own pg_ctl reads it, too. */
async function waitUntilReady(home: PostgresHome, pid: number, exited: Promise<void>): Promise<boolean> {
  let hasExited = false;
  void exited.then(() => (hasExited = true));
  while (!hasExited) {
    const found = await readPidFile(home);
    if (found?.pid === pid && found.status === 'ready') return true;
    await delay(10);
  }
  return false;
}

async function readPidFile(
  home: PostgresHome,
): Promise<{ pid: number; port: number; status: string } | undefined> {
  const text = await unlessMissing(readFile(join(home.cluster, 'postmaster.pid'), 'utf8'));
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7] ?? '' };
}

/** The number in an old pid file may now belong to any program: containers reuse the same ones. */
async function isPostmasterOf(home: PostgresHome, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  // If it has ended, it is not ours. Its folder is not readable if it runs as another user; then the name must suffice.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (basename(command.split('\0')[0] ?? '') !== 'postgres') return false;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === undefined || folder === (await realpath(home.cluster));
}

/** Waits for the end of a process that is not our child, for which there is no event. */
async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(200, undefined, { ref: false });
}
