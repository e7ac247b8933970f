import { type City, maxCities } from '#contract/cities.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { listedNamesOf } from './other-names.ts';
import * as repository from './repository.ts';

export { listedNamesOf, namesOfCity } from './other-names.ts';

/**
 * The largest cities with a name that begins with this text, with or without accents; none for a text without letters.
 */
export async function listCities(db: Executor, text: string): Promise<City[]> {
  const normal = await repository.normalise(db, text);
  if (normal === '') return [];
  const beginnings = [normal, ...listedNamesOf(normal).map((name) => `${name} `)];
  const rows = await repository.listBeginning(db, beginnings, maxCities);
  return rows.map(presentCity);
}

/** Whether the list has such a city. @param id in the form of `CityId` */
export async function isCity(db: Executor, id: string): Promise<boolean> {
  return (await repository.findCity(db, Number(id))) !== undefined;
}

const presentCity = ({ id, ...city }: repository.CityRow): City => ({ _id: String(id), ...city });
