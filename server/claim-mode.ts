/** Data belongs to the mode that created it: a demo's accounts have published passwords. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import { settings } from '#db/tables/settings.ts';
import { users } from '#db/tables/users.ts';
import { type Config, ConfigError } from '#server/platform/config.ts';
import { databaseErrorOf } from '#server/platform/postgres/database.ts';
import { unlessMissing } from '#server/platform/unless-missing.ts';

type Mode = Config['mode'];

/**
 * Marks the database with its mode, once and permanently.
 *
 * @param url the URL of a migrated database
 * @throws ConfigError if it contains data of the other mode, or nothing at all
 */
export const claimDatabase = (url: string, mode: Mode): Promise<void> =>
  onDatabase(url, async (db) => refuseOther(mode, (await readMark(db)) ?? (await markUnmarked(db, mode))));

/**
 * For the time before the migrations, so that data of the other mode stays as it is.
 *
 * @throws ConfigError if the database is marked with the other mode
 */
export const checkDatabase = (url: string, mode: Mode): Promise<void> =>
  onDatabase(url, async (db) => refuseOther(mode, await readMark(db)));

async function onDatabase(url: string, run: (db: NodePgDatabase) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await run(drizzle(client));
  } finally {
    await client.end();
  }
}

function refuseOther(mode: Mode, marked: string | undefined): void {
  if (marked !== undefined && marked !== mode)
    throw refusal(mode, 'The database', 'name another one in DATABASE_URL, or another DATA_DIR');
}

/**
 * Marks the folder that contains pictures and the embedded database.
 *
 * @throws ConfigError if it contains data of the other mode, or is no folder that can be written
 */
export async function claimFolder(folder: string, mode: Mode): Promise<void> {
  if (await isMarked(folder, mode)) return;
  const marking = mkdir(folder, { recursive: true }).then(() => writeFile(markIn(folder), `${mode}\n`));
  await marking.catch((error: unknown) => refuseFolder(folder, error));
}

/**
 * For a worker, which uses the pictures of the web processes: in another folder it would find none of them.
 *
 * @throws ConfigError if no web process of this mode uses the folder
 */
export async function requireFolder(folder: string, mode: Mode): Promise<void> {
  if (await isMarked(folder, mode)) return;
  throw new ConfigError([
    `DATA_DIR: no web process uses the folder ${folder}. Name the folder in which theirs stores pictures, or store pictures in S3`,
  ]);
}

function refuseFolder(folder: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new ConfigError([
    `DATA_DIR: the folder ${folder} cannot be used: ${reason}. Name a folder that this user can write`,
  ]);
}

/** @throws ConfigError if the folder is marked with the other mode, or cannot be read */
async function isMarked(folder: string, mode: Mode): Promise<boolean> {
  const reading = unlessMissing(readFile(markIn(folder), 'utf8'));
  // A start on a full disk leaves an empty file, which marks nothing.
  const marked = (await reading.catch((error: unknown) => refuseFolder(folder, error)))?.trim() ?? '';
  if (marked !== '' && marked !== mode)
    throw refusal(mode, `The folder ${folder}`, 'name another one in DATA_DIR');
  return marked === mode;
}

const markIn = (folder: string): string => join(folder, 'mode');

function refusal(mode: Mode, what: string, remedy: string): ConfigError {
  const reason =
    mode === 'live'
      ? 'holds a demo’s data, whose people have published passwords. MODE=live begins with an empty one'
      : 'holds a live site’s data. A demo shows its passwords to everybody and takes test cards as payment: set MODE=live';
  return new ConfigError([`${what} ${reason}; ${mode === 'live' ? remedy : `or ${remedy}`}`]);
}

const settingName = 'mode';

/** Undefined without a mark, also in a database without tables. */
async function readMark(db: NodePgDatabase): Promise<string | undefined> {
  const reading = db.select({ value: settings.value }).from(settings).where(eq(settings.name, settingName));
  const [row] = await reading.catch((error: unknown) => {
    if (isTableMissing(error)) return [];
    throw error;
  });
  return row?.value;
}

/** PostgreSQL's `undefined_table`. */
const isTableMissing = (error: unknown): boolean => databaseErrorOf(error)?.code === '42P01';

/** Marks a new database, or one from before there were marks. If several processes start at once, the first decides. */
async function markUnmarked(db: NodePgDatabase, mode: Mode): Promise<string | undefined> {
  const value = (await hasDemoPeople(db).catch(refuseEmpty)) ? 'demo' : mode;
  // It may be a live one that was started without MODE: MODE=live would refuse it if it were marked as a demo's.
  if (value === mode && mode === 'demo' && (await hasPeople(db))) return undefined;
  await db.insert(settings).values({ name: settingName, value }).onConflictDoNothing();
  return readMark(db);
}

function refuseEmpty(error: unknown): never {
  if (isTableMissing(error)) throw new ConfigError(['the database is empty: start a web process first']);
  throw error;
}

/** They are confirmed from the start. Nobody else can confirm their addresses: `example.com` gets no mail. */
async function hasDemoPeople(db: NodePgDatabase): Promise<boolean> {
  const { demoEmails } = await import('./demo-people.ts');
  const isOne = or(inArray(users.email, demoEmails), inArray(users.removedEmail, demoEmails));
  return exists(db, and(users.emailVerified, isOne));
}

const hasPeople = (db: NodePgDatabase): Promise<boolean> => exists(db, undefined);

async function exists(db: NodePgDatabase, condition: SQL | undefined): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(condition).limit(1);
  return rows.length > 0;
}
