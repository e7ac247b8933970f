import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

import { seedOnce } from '#db/seed-once.ts';

/** Made by `scripts/make-city-list.ts`. GeoNames, CC BY 4.0. */
export const cityListFile = fileURLToPath(new URL('cities.tsv.gz', import.meta.url));

const cityListLock = 7_245_015;

/**
 * Updates the table of cities to this version's list. Cities that are no longer on the list keep their row: phones may
 * be there.
 *
 * @returns whether there was anything to do
 */
export async function seedCities(db: NodePgDatabase): Promise<boolean> {
  const packed = await readFile(cityListFile);
  const hash = createHash('sha256').update(packed).update(writeStatement).digest('hex');
  return seedOnce(db, { setting: 'city-list-hash', hash, lock: cityListLock }, async (tx) => {
    const lines = (await promisify(gunzip)(packed)).toString().trimEnd();
    const given = sql`with lines as (select string_to_table(${lines}, e'\n') as line)`;
    await tx.execute(sql`${given}, ${sql.raw(writeStatement)}`);
    await tx.execute(sql`analyze cities`);
  });
}

/** The columns of a line as `scripts/make-city-list.ts` writes them. Materialised, so that each line is split once. */
const writeStatement = `
  parted as materialized (select string_to_array(line, e'\\t') as parts from lines)
  insert into cities (id, name, label, label_key, country, latitude, longitude, population)
  select parts[1]::integer, parts[2], parts[3], coalesce(nullif(parts[8], ''), lower(replace(parts[3], ',', ''))),
    parts[4], parts[5]::float8, parts[6]::float8, parts[7]::integer
  from parted
  on conflict (id) do update set
    name = excluded.name, label = excluded.label, label_key = excluded.label_key, country = excluded.country,
    latitude = excluded.latitude, longitude = excluded.longitude, population = excluded.population`;
