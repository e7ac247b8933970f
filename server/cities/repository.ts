import { desc, eq, sql } from 'drizzle-orm';

import { cities } from '#db/tables/cities.ts';
import type { Executor } from '#server/platform/postgres/database.ts';

const cityColumns = {
  id: cities.id,
  name: cities.name,
  label: cities.label,
  country: cities.country,
  latitude: cities.latitude,
  longitude: cities.longitude,
};

/** The largest cities whose label begins so. What is normalised has no character that LIKE would read otherwise. */
export async function listBeginning(db: Executor, text: string, limit: number) {
  return db
    .select(cityColumns)
    .from(cities)
    .where(sql`${cities.labelKey} like nullif(search_normal(${text}), '') || '%'`)
    .orderBy(desc(cities.population), cities.id)
    .limit(limit);
}

export async function findCity(db: Executor, id: number) {
  const [row] = await db.select(cityColumns).from(cities).where(eq(cities.id, id));
  return row;
}

export type CityRow = Awaited<ReturnType<typeof listBeginning>>[number];
