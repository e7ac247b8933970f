import { desc, eq, like, or, sql } from 'drizzle-orm';

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

/** A text in the same normal form as the stored label keys. It contains no character with a meaning in LIKE. */
export async function normalise(db: Executor, text: string): Promise<string> {
  const { rows } = await db.execute<{ normal: string }>(sql`select search_normal(${text}) as normal`);
  return rows[0]?.normal ?? '';
}

/** The largest cities whose label begins with one of these normalised texts. */
export async function listBeginning(db: Executor, beginnings: readonly string[], limit: number) {
  return db
    .select(cityColumns)
    .from(cities)
    .where(or(...beginnings.map((beginning) => like(cities.labelKey, `${beginning}%`))))
    .orderBy(desc(cities.population), cities.id)
    .limit(limit);
}

export async function findCity(db: Executor, id: number) {
  const [row] = await db.select(cityColumns).from(cities).where(eq(cities.id, id));
  return row;
}

export type CityRow = Awaited<ReturnType<typeof listBeginning>>[number];
