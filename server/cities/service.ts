import { type City, maxCities } from '#contract/cities.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import * as repository from './repository.ts';

/** The largest cities whose name begins so, however it is spelled with or without accents; none for no letter. */
export async function listCities(db: Executor, text: string): Promise<City[]> {
  const rows = await repository.listBeginning(db, text, maxCities);
  return rows.map(presentCity);
}

/** Whether the list has such a city. @param id in the form of `CityId` */
export async function isCity(db: Executor, id: string): Promise<boolean> {
  return (await repository.findCity(db, Number(id))) !== undefined;
}

const presentCity = ({ id, ...city }: repository.CityRow): City => ({ _id: String(id), ...city });
