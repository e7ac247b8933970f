/**
 * The strategy `walk-cities`: reads the phones of one city after the other, the nearest city first, each by its own
 * range of an index, until the page is full.
 */
import {
  type Criteria,
  facetConditions,
  conditionWithoutFacets,
  walkedIndexCondition,
  type Near,
  parameters,
  phoneColumns,
  type Bind,
} from './build-condition.ts';
import type { FoundPhone } from './gather-phones.ts';
import type { Execute } from './limit-time.ts';
import { noCityMetres, citiesAround } from './read-near.ts';
import { foundPhone, type FoundRow, type Walk } from './walk-phones.ts';

/** The radii of the circles: if a circle has too few phones, the next one is read. The last one covers the earth. */
const circleMetres = [60_000, 400_000, 2_500_000, 25_000_000];

/** A page of matches; undefined if the walk ended before the page was full. */
export async function walkDistance(
  execute: Execute,
  criteria: Criteria & { readonly near: Near },
  walk: Walk,
): Promise<FoundPhone[] | undefined> {
  const { radius } = criteria.near;
  const passedMetres = walk.after?.key ?? 0;
  const radii = (radius === undefined ? circleMetres : [radius.km * 1000]).filter(
    (radiusMetres) => radiusMetres >= passedMetres,
  );
  let rows: FoundRow[] = [];
  for (const radiusMetres of radii) {
    rows = await execute<FoundRow>(distanceStatement(criteria, { ...walk, radiusMetres }));
    if (rows.length >= walk.count) return rows.map(foundPhone);
  }
  if (radius !== undefined || (await hasMoreInCities(execute, criteria, walk))) return undefined;
  const withoutCity = await execute<FoundRow>(
    withoutCityStatement(criteria, { ...walk, count: walk.count - rows.length }),
  );
  const all = [...rows, ...withoutCity];
  return all.length < walk.count ? undefined : all.map(foundPhone);
}

/** Whether there are more phones with a city than the walk may read. If so, those without a city cannot follow yet. */
async function hasMoreInCities(
  execute: Execute,
  criteria: Criteria & { readonly near: Near },
  walk: Walk,
): Promise<boolean> {
  const { values, bind } = parameters();
  const walked = walkedPhones(criteria, { ...walk, radiusMetres: circleMetres.at(-1) ?? 0 }, bind);
  const text = `${walked.around} select count(*)::int as count from (${walked.phones}) as walked`;
  const [read] = await execute<{ count: number }>({ text, values });
  return read === undefined || read.count >= walk.visits;
}

/** The statement of one circle. */
export function distanceStatement(
  criteria: Criteria & { readonly near: Near },
  circle: Walk & { readonly radiusMetres: number },
) {
  const { values, bind } = parameters();
  const walked = walkedPhones(criteria, circle, bind);
  const filters = [
    conditionWithoutFacets(criteria, bind),
    ...facetConditions(filteredFacets(criteria), bind).values(),
  ];
  const text = `
    ${walked.around}
    select found.id, found.sell_cents, found.city_id, metres as rank from (${walked.phones}) as walked
    join products as found on found.id = phone_id
    where ${filters.join(' and ')}
    order by metres, place_id, phone_id desc limit ${bind(circle.count)}`;
  return { text, values };
}

/** The phones of a circle, the nearest first. The walk reads only the index of cities and phones, up to the outer limit. */
function walkedPhones(
  criteria: Criteria & { readonly near: Near },
  { after, count, visits, radiusMetres }: Walk & { readonly radiusMetres: number },
  bind: Bind,
) {
  // Without filters, every phone matches, so no city needs more phones than the page has.
  const perCity = isUnfiltered(criteria) ? count : visits;
  const cities = [`metres <= ${bind(radiusMetres)}`];
  const phones = [walkedIndexCondition(criteria, bind), 'city_id = city.id'];
  if (after !== undefined) {
    const end = bind(after.cityId ?? 0);
    cities.push(`(metres, id) >= (${bind(after.key)}::int, ${end}::int)`);
    phones.push(`(city.id <> ${end}::int or products.id < ${bind(after.id)}::uuid)`);
  }
  return {
    around: `with around as materialized (${citiesAround(criteria.near, radiusMetres, bind)})`,
    phones: `
      select phone.id as phone_id, city.id as place_id, city.metres
      from (select id, metres from around where ${cities.join(' and ')} order by metres, id) as city
      cross join lateral (
        select id from products where ${phones.join(' and ')} order by id desc limit ${bind(perCity)}
      ) as phone
      order by city.metres, city.id, phone.id desc limit ${bind(visits)}`,
  };
}

/** The statement for the phones without a city, which come last. */
export function withoutCityStatement(criteria: Criteria, { after, count, visits }: Walk) {
  const { values, bind } = parameters();
  const filters = [
    conditionWithoutFacets(criteria, bind),
    ...facetConditions(criteria.facets, bind).values(),
  ];
  const isAfter = after?.key === noCityMetres ? `id < ${bind(after.id)}::uuid` : 'true';
  // Also ordered by the city, which is always null here, so that the planner recognises the order of the index.
  const text = `
    select id, sell_cents, city_id, ${noCityMetres} as rank from (
      select ${phoneColumns}, search_document from products
      where ${walkedIndexCondition(criteria, bind)} and city_id is null and ${isAfter}
      order by city_id, id desc limit ${bind(visits)}
    ) as found
    where ${filters.join(' and ')}
    order by city_id, id desc limit ${bind(count)}`;
  return { text, values };
}

/** The facets in use that need a condition. A single category needs none: it has its own index. */
const filteredFacets = ({ facets }: Criteria): Criteria['facets'] =>
  new Map([...facets].filter(([name, values]) => name !== 'category' || values.length > 1));

const isUnfiltered = (criteria: Criteria): boolean =>
  criteria.words.length === 0 &&
  criteria.price === undefined &&
  criteria.battery === undefined &&
  filteredFacets(criteria).size === 0;
