import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { v7 as uuidv7 } from 'uuid';

import { makers } from '#db/categories/makers.ts';
import { seedOnce } from '#db/seed-once.ts';

import { devices } from './devices.ts';
import { refreshSearchTerms, termStatements } from './refresh-search-terms.ts';
import { type Device, deviceName } from './device.ts';

type Executor = Pick<NodePgDatabase, 'execute' | 'insert' | 'select'>;

const catalogueLock = 7_245_014;

/**
 * Updates the table of devices, and the terms by which searches are corrected, to this version's catalogue. The
 * categories must exist. Models that are no longer in the catalogue keep their row: phones may refer to them.
 *
 * @returns whether there was anything to do
 */
export async function seedDevices(
  db: NodePgDatabase,
  rows: readonly DeviceRow[] = deviceRows(devices),
): Promise<boolean> {
  return seedOnce(db, { setting: 'catalogue-hash', hash: hashOf(rows), lock: catalogueLock }, async (tx) => {
    await writeDevices(tx, rows);
    await refreshSearchTerms(tx);
  });
}

/** A hash of everything that the tables are made from, including the statements that make them. */
function hashOf(rows: readonly DeviceRow[]): string {
  const names = makers.map(({ name }) => name);
  const content = JSON.stringify([names, rows, deviceStatement, termStatements]);
  return createHash('sha256').update(content).digest('hex');
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

/** A device as it is stored; `slug` is stable, so that seeding again updates a row instead of adding one. */
type DeviceRow = Device & { slug: string; name: string };

/** The rows that a seed stores for these devices, in their order. */
export function deviceRows(catalogue: readonly Device[]): DeviceRow[] {
  return catalogue.map((device) => ({ ...device, slug: deviceSlug(device), name: deviceName(device) }));
}

/**
 * A device's name for a URL: "samsung-galaxy-s10-plus". The plus is spelled out, since some models differ only by it.
 */
export function deviceSlug(device: Pick<Device, 'maker' | 'model'>): string {
  return deviceName(device)
    .toLowerCase()
    .replaceAll('+', ' plus ')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
