// Where the cluster of a DATA_DIR is, with which binaries it runs, and as which user.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { copyBinaries, findBinaries } from './embedded-postgres-binaries.ts';
import { folderError, postgresError } from './embedded-postgres-error.ts';
import {
  canReach,
  choosePostgresUser,
  firstClosedFolder,
  type SystemUser,
} from './embedded-postgres-user.ts';
import { parseJson } from '#server/platform/parse-json.ts';
import { unlessMissing } from '#server/platform/unless-missing.ts';

/** Where root stores what PostgreSQL's user cannot reach at its usual place. */
const rootUserFolder = '/var/lib/ringback';

export interface PostgresHome {
  /** The folder of `bin/`, `lib/` and `share/`. */
  binaries: string;
  /** The locale settings for `initdb`. */
  localeOptions: string[];
  cluster: string;
  /** The user that PostgreSQL runs as, if it cannot be this process's own user. */
  user: SystemUser | undefined;
  logFile: string;
  notes: Notes;
}

/** What Ringback stores about the cluster in `postgres.json`, readable by its own user only. */
interface Notes {
  password: string;
  /** The port of the last run; used again if it is free. */
  port?: number;
  /** Relative to DATA_DIR, unless the cluster had to be elsewhere. */
  cluster: string;
}

/** Unicode without the system's locales, which differ between machines and may be missing. */
const builtinLocale = ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'];

/**
 * Finds or decides everything that must be known before PostgreSQL can be initialised or started.
 *
 * @param installed the folder of another PostgreSQL's `bin/`, used in place of the packaged one
 */
export async function openPostgresHome(
  dataDir: string,
  installed: string | undefined,
  log: (message: string) => void,
): Promise<PostgresHome> {
  const known = await readNotes(dataDir);
  const password = known?.password ?? randomBytes(24).toString('hex');
  const usual = resolve(dataDir, known?.cluster ?? 'postgres');
  const user = await choosePostgresUser(usual, log);
  const cluster = user && !known ? await findReachablePlace(usual, user, log) : usual;
  if (user) refuseClosedFolder(cluster, user);
  const notes = known ?? { password, cluster: cluster === usual ? 'postgres' : cluster };
  if (!known) await writeNotes(dataDir, notes);
  const logFile = join(dataDir, 'postgres.log');
  if (installed) {
    // The builtin locales came with PostgreSQL 17.
    return { binaries: installed, localeOptions: ['--locale', 'C.UTF-8'], cluster, user, logFile, notes };
  }
  const packaged = await findBinaries();
  const isRunnable = !user || canReach(join(packaged, 'bin', 'postgres'), user);
  const binaries = isRunnable ? packaged : await copyBinaries(packaged, await openRootUserFolder(), user);
  return { binaries, localeOptions: builtinLocale, cluster, user, logFile, notes };
}

/** Stores the port for the next start. */
export async function rememberPort(dataDir: string, home: PostgresHome, port: number): Promise<void> {
  if (home.notes.port === port) return;
  home.notes.port = port;
  await writeNotes(dataDir, home.notes);
}

/** The stored facts about the cluster; undefined if there is none yet. */
export async function readNotes(dataDir: string): Promise<Notes | undefined> {
  const path = join(dataDir, 'postgres.json');
  const text = await unlessMissing(readFile(path, 'utf8')).catch((cause: unknown) => {
    throw folderError(dataDir, cause);
  });
  if (text === undefined) return undefined;
  const notes = parseNotes(text);
  if (notes) return notes;
  throw postgresError(
    `${path} holds the database's password and is damaged.`,
    'Restore it, move the data folder away to start again',
  );
}

/** Undefined if the file is damaged, which the caller reports. */
function parseNotes(text: string): Notes | undefined {
  const notes = parseJson(text);
  if (typeof notes !== 'object' || notes === null) return undefined;
  if (!('password' in notes) || typeof notes.password !== 'string') return undefined;
  if (!('cluster' in notes) || typeof notes.cluster !== 'string') return undefined;
  const { password, cluster } = notes;
  return 'port' in notes ? { password, cluster, port: Number(notes.port) } : { password, cluster };
}

async function writeNotes(dataDir: string, notes: Notes): Promise<void> {
  const path = join(dataDir, 'postgres.json');
  try {
    await mkdir(dataDir, { recursive: true });
    // Written to another name and then renamed, so that a crash or a full disk never leaves an incomplete password.
    await writeFile(`${path}.new`, JSON.stringify(notes), { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
  } catch (cause) {
    throw folderError(dataDir, cause);
  }
}

async function findReachablePlace(
  usual: string,
  user: SystemUser,
  log: (message: string) => void,
): Promise<string> {
  const closed = firstClosedFolder(dirname(usual), user);
  if (!closed) return usual;
  const place = join(await openRootUserFolder(), randomBytes(6).toString('hex'));
  log(
    `PostgreSQL does not run as root and its user may not enter ${closed}: the database is stored in ${place}.`,
  );
  return place;
}

async function openRootUserFolder(): Promise<string> {
  try {
    await mkdir(rootUserFolder, { recursive: true });
    // Whatever the umask of this process is.
    await chmod(rootUserFolder, 0o755);
    return rootUserFolder;
  } catch (cause) {
    throw folderError(rootUserFolder, cause);
  }
}

function refuseClosedFolder(cluster: string, user: SystemUser): void {
  const closed = firstClosedFolder(dirname(cluster), user);
  if (!closed) return;
  throw postgresError(
    `PostgreSQL runs as the system user ${user.uid}, who may not enter ${closed} on the way to ${cluster}.`,
    `Run \`chmod o+x ${closed}\`, set DATA_DIR to a folder that everybody may enter`,
  );
}
