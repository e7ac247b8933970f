/** The city from which distances are measured, and the cities within the requested distance. */
import { searchErrors } from '#contract/search.ts';
import { failWith } from '#server/platform/failure.ts';
import { type Near, parameters, type Point, type Bind, type Radius } from './build-condition.ts';
import { estimateRows, isWide } from './estimate-matches.ts';
import type { Execute } from './limit-time.ts';

const fail = failWith(searchErrors);

interface NearFilter {
  readonly near?: string | undefined;
  readonly within?: string | undefined;
}

/** Stands for the distance of a phone without a city: larger than any real distance. */
export const noCityMetres = 999_999_999;

/** @throws Failure search.city-unknown */
export async function readNear(execute: Execute, { near, within }: NearFilter): Promise<Near | undefined> {
  if (near === undefined) return undefined;
  const [city] = await execute<Omit<Near, 'radius'>>({
    name: 'search_near',
    text: 'select id, name, label, latitude, longitude from cities where id = $1',
    values: [Number(near)],
  });
  if (city === undefined) throw unknownCity();
  return {
    ...city,
    radius: within === undefined ? undefined : await readRadius(execute, city, Number(within)),
  };
}

/** The failure names the field, so that a page can offer to search without it. */
const unknownCity = () =>
  fail('search.city-unknown', { errors: [{ path: 'near', message: 'There is no such city in the list' }] });

/** The cities within a radius, and how many phones the planner expects there. */
export async function readRadius(execute: Execute, centre: Point, km: number): Promise<Radius> {
  const { values, bind } = parameters();
  const rows = await execute<{ id: number; area: number }>({
    text: `select id, area from (${citiesAround(centre, km * 1000, bind)}) as around where metres <= ${bind(km * 1000)}`,
    values,
  });
  const cityIds = rows.map(({ id }) => id);
  const [live = 1, expected = 1] = await estimateRows(
    execute,
    ['true', 'city_id = any($1::int[])'],
    [cityIds],
  );
  const areas = isWide(expected, live) ? undefined : [...new Set(rows.map(({ area }) => area))];
  return { km, cityIds, areas, expected };
}

/** A query for the cities with phones in the box around a circle: `id`, `area`, and the distance as `metres`. */
export const citiesAround = (centre: Point, metres: number, bind: Bind): string => `
  select id, area, ${metresFrom(centre, bind)} as metres from cities
  where is_used and ${boxAround(centre, metres, bind)} offset 0`;

/** The SQL expression for the distance of a row with latitude and longitude, in metres. */
export const metresFrom = ({ latitude, longitude }: Point, bind: Bind): string =>
  `distance_metres(latitude, longitude, ${bind(latitude)}::float8, ${bind(longitude)}::float8)`;

/** Slightly less than the length of any degree of latitude, so that the box is never too small. */
const metresPerDegree = 110_000;

/** The SQL condition for a box in degrees that contains a circle, also across the date line and around the poles. */
export function boxAround({ latitude, longitude }: Point, metres: number, bind: Bind): string {
  const height = metres / metresPerDegree;
  const highest = Math.abs(latitude) + height;
  const inBand = `latitude between ${bind(latitude - height)}::float8 and ${bind(latitude + height)}::float8`;
  // The circle contains a pole, and therefore all longitudes.
  if (highest >= 90) return inBand;
  const width = degrees(Math.asin(Math.min(1, Math.sin(radians(height)) / Math.cos(radians(latitude)))));
  const west = bind(longitude - width);
  const east = bind(longitude + width);
  // Beyond the date line, the longitude of a city differs by 360 degrees from what the box has.
  const turns = [0, 360, -360].map(
    (turn) => `longitude + ${turn} between ${west}::float8 and ${east}::float8`,
  );
  return `${inBand} and (${turns.join(' or ')})`;
}

const radians = (angle: number): number => (angle * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
