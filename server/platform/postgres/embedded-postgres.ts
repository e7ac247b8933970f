import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseUrl, ensureDatabase, initialiseCluster } from './embedded-postgres-cluster.ts';
import { folderError, postgresError, programError } from './embedded-postgres-error.ts';
import { openPostgresHome, type PostgresHome, readNotes, rememberPort } from './embedded-postgres-home.ts';
import {
  adoptPostmaster,
  launchPostmaster,
  LaunchError,
  type Postmaster,
  signalProcess,
  stopPostmaster,
} from './embedded-postgres-process.ts';
import { memoryMegabytes, memorySettings, usualSettings } from './embedded-postgres-settings.ts';
import { freePort } from '#server/platform/process/free-port.ts';
import { markFolder, type ProcessMark } from '#server/platform/process/process-marks.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: (message: string) => void;
  /** PostgreSQL settings on top of ours, e.g. `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>;
  /** The folder `bin/` of an installed PostgreSQL to use instead of the packaged one. */
  installed?: string;
}

export interface EmbeddedPostgres {
  /** Constant while this process runs, also across restarts of PostgreSQL. */
  url: string;
  /** Stops PostgreSQL and resolves when it has ended; close the pools before. */
  stop(): Promise<void>;
}

/**
 * Runs a PostgreSQL of our own for `dataDir`, created at the first start, on a port of the loopback interface. One that
 * still runs after its Ringback was killed is adopted; one that ends unexpectedly is started again on the same port.
 *
 * @throws Error that says what is wrong and what to do: another Ringback on the folder, a folder that cannot be written
 *   or entered, a full disk, a machine without binaries
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const mark = await claim(dataDir);
  try {
    const home = await openPostgresHome(dataDir, options.installed, log);
    const settings = { ...usualSettings, ...memorySettings(memoryMegabytes()), ...options.settings };
    const first = (await adopt(home, log)) ?? (await launchFirst(home, settings));
    try {
      await rememberPort(dataDir, home, first.port);
      await ensureDatabase(home, first.port);
    } catch (cause) {
      await stopPostmaster(first.pid);
      throw cause;
    }
    const restart = (): Promise<Postmaster> => launch(home, first.port, settings);
    const stopPostgres = keepRunning(first, restart, log);
    const stop = (): Promise<void> => stopPostgres().then(() => mark.remove());
    return { url: databaseUrl(home, first.port), stop };
  } catch (cause) {
    await mark.remove();
    throw cause;
  }
}

/** The URL of the PostgreSQL that a Ringback runs, or last ran, in `dataDir`; undefined if none ever did. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const notes = await readNotes(dataDir);
  return notes?.port === undefined ? undefined : databaseUrl({ notes }, notes.port);
}

/** Waits a moment for another Ringback that is about to end, as after a stop followed by a start. */
async function claim(dataDir: string): Promise<ProcessMark> {
  const deadline = Date.now() + 5000;
  for (;;) {
    const mark = await markFolder(join(dataDir, 'running')).catch((cause: unknown) => {
      throw folderError(dataDir, cause);
    });
    const [other] = mark.others;
    if (other === undefined) return mark;
    await mark.remove();
    if (Date.now() < deadline) await delay(100 + Math.random() * 100);
    else throw inUseError(dataDir, other);
  }
}

function inUseError(dataDir: string, pid: number): Error {
  return postgresError(
    `Another Ringback (process ${pid}) is running on the data folder ${dataDir}.`,
    'Stop it first, set DATA_DIR to another folder',
  );
}

async function adopt(home: PostgresHome, log: (message: string) => void): Promise<Postmaster | undefined> {
  const orphan = await adoptPostmaster(home);
  if (orphan) log(`PostgreSQL (process ${orphan.pid}) is still running from before: going on with it.`);
  return orphan;
}

async function launchFirst(home: PostgresHome, settings: Record<string, string>): Promise<Postmaster> {
  await initialiseCluster(home);
  const port = home.notes.port ?? (await freePort());
  try {
    return await launch(home, port, settings);
  } catch (cause) {
    if (!isPortTaken(cause)) throw cause;
    return launch(home, await freePort(), settings);
  }
}

/** After a kill -9, old backends may use the shared memory for a moment longer, so there are several attempts. */
async function launch(
  home: PostgresHome,
  port: number,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      return await launchPostmaster(home, port, settings);
    } catch (cause) {
      if (!(cause instanceof LaunchError) || isPortTaken(cause)) throw cause;
      const isHeld = /shared memory block|lock file .* already exists/.test(cause.message);
      if (!isHeld || Date.now() > deadline) throw programError('postgres', home.cluster, cause.message);
      await delay(100);
    }
  }
}

function isPortTaken(cause: unknown): boolean {
  return cause instanceof LaunchError && /Address already in use/.test(cause.message);
}

/** Restarts PostgreSQL whenever it ends unexpectedly; the returned function stops both this and PostgreSQL. */
function keepRunning(
  first: Postmaster,
  restart: () => Promise<Postmaster>,
  log: (message: string) => void,
): () => Promise<void> {
  let current: Postmaster | undefined = first;
  const stopping = new AbortController();
  const stopAsked = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // Stops PostgreSQL however this process ends, unless by a kill -9.
  const stopAtExit = (): void => {
    if (current) signalProcess(current.pid, 'SIGINT');
  };
  process.once('exit', stopAtExit);

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (current) await Promise.race([current.exited, stopAsked]);
      if (stopping.signal.aborted) break;
      log('PostgreSQL has ended unexpectedly: starting it again.');
      current = undefined;
      current = await restartWithRetries(restart, stopping.signal, log);
    }
    if (current) await stopPostmaster(current.pid);
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
    process.off('exit', stopAtExit);
  };
}

async function restartWithRetries(
  restart: () => Promise<Postmaster>,
  signal: AbortSignal,
  log: (message: string) => void,
): Promise<Postmaster | undefined> {
  for (let pauseMs = 100; !signal.aborted; pauseMs = Math.min(pauseMs * 2, 10_000)) {
    try {
      const postmaster = await restart();
      log('PostgreSQL is running again.');
      return postmaster;
    } catch (cause) {
      log(`PostgreSQL does not start: ${cause instanceof Error ? cause.message : String(cause)}`);
      // Aborted when Ringback stops; the loop then ends.
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}
