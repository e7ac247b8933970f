import { createHash } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { v7 as uuidv7 } from 'uuid';

import { makers } from '#db/categories/makers.ts';
import { settings } from '#db/tables/settings.ts';

import { deviceRows, type DeviceRow } from './device-rows.ts';
import { devices } from './devices.ts';
import { refreshSearchTerms, termStatements } from './refresh-search-terms.ts';

type Executor = Pick<NodePgDatabase, 'execute' | 'insert' | 'select'>;

/** The setting that says which catalogue the tables hold: a start with the same one has nothing to do. */
const settingName = 'catalogue-hash';

/** Any number will do, as long as nothing else in the database takes the same advisory lock. */
const catalogueLock = 7_245_014;

/**
 * Brings the table of devices, and the terms that a search is mended by, up to this version's catalogue. The
 * categories must be there. A model that left the catalogue keeps its row: phones may name it.
 *
 * @returns whether there was anything to do
 */
export async function seedDevices(
  db: NodePgDatabase,
  rows: readonly DeviceRow[] = deviceRows(devices),
): Promise<boolean> {
  const hash = hashOf(rows);
  if (await holds(db, hash)) return false;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${catalogueLock})`);
    // Another process that starts at the same moment was quicker.
    if (await holds(tx, hash)) return false;
    await writeDevices(tx, rows);
    await refreshSearchTerms(tx);
    await tx
      .insert(settings)
      .values({ name: settingName, value: hash })
      .onConflictDoUpdate({ target: settings.name, set: { value: hash } });
    return true;
  });
}

/** Of all that the tables are made from, the way in which they are made among it. */
function hashOf(rows: readonly DeviceRow[]): string {
  const names = makers.map(({ name }) => name);
  const content = JSON.stringify([names, rows, deviceStatement, termStatements]);
  return createHash('sha256').update(content).digest('hex');
}

async function holds(db: Executor, hash: string): Promise<boolean> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, settingName));
  return row?.value === hash;
}

const deviceStatement = `
  select row.id, row.slug, categories.id, row.model, row.name, row.year, row."storageGb", row.colours
  from rows as row join categories on categories.name = row.maker
  on conflict (slug) do update set
    category_id = excluded.category_id, model = excluded.model, name = excluded.name, year = excluded.year,
    storage_gb = excluded.storage_gb, colours = excluded.colours`;

async function writeDevices(db: Executor, rows: readonly DeviceRow[]): Promise<void> {
  const json = JSON.stringify(rows.map((row) => ({ ...row, id: uuidv7() })));
  const written = await db.execute(sql`
    with rows as (
      select * from jsonb_to_recordset(${json}::jsonb) as row(
        id uuid, slug text, maker text, model text, name text, year integer, "storageGb" integer[], colours text[]
      )
    )
    insert into devices (id, slug, category_id, model, name, year, storage_gb, colours)
    ${sql.raw(deviceStatement)}`);
  if (written.rowCount !== rows.length) throw new Error('Some devices are of a maker without a category');
}
