// Searches near a city: distances, radius and order with each strategy, compared with a check of every phone.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { SearchQuery, type SearchReply } from '#contract/search.ts';
import { insertManyPhones } from '#testing/many-phones.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { parameters } from './build-condition.ts';
import { defaultLimits } from './plan-search.ts';
import { runWithDeadline } from './limit-time.ts';
import { boxAround, noCityMetres, readNear } from './read-near.ts';
import { readMinBattery } from './read-prices.ts';
import { prepareCards, searchProducts } from './service.ts';
import { walkDistance } from './walk-distance.ts';

interface Phone extends Record<string, unknown> {
  id: string;
  words: string;
  colour: string | null;
  battery: number | null;
  category: string;
  advertised: boolean;
  /** From Dhaka; null without a city. */
  metres: number | null;
}

const dhaka = '1185241';
const count = 400;
let market: Market;
let phones: Phone[];
beforeAll(async () => {
  market = await openMarket();
  await insertManyPhones(market.services.db, count);
  // Some cities have one phone each, so that pages also end between two cities.
  await market.services.db.execute(sql`
    update products set city_id = town.id
    from (select id, row_number() over (order by id) as place from cities where country = 'BD' limit 60) as town,
      (select id, row_number() over (order by id) as place from products where city_id is not null limit 60) as phone
    where town.place = phone.place and products.id = phone.id`);
  // Good batteries are rare near Dhaka, and usual in Europe, in America and without a city.
  await market.services.db.execute(sql`
    update products set battery_health =
      case when city_id is null or city_id > 2000000 or id::text ~ '[3a].$' then 95 else 80 end`);
  await market.services.db.execute(sql`analyze products`);
  const { rows } = await market.services.db.execute<Phone>(sql`
    select products.id, lower(categories.name || ' ' || model) as words, colour, battery_health as battery,
      category_id as category, exists (select from advertisements where product_id = products.id) as advertised,
      (select distance_metres(town.latitude, town.longitude, dhaka.latitude, dhaka.longitude)
        from cities as town, cities as dhaka where town.id = city_id and dhaka.id = ${dhaka}::int) as metres
    from products join categories on categories.id = category_id where state = 'live' order by products.id`);
  phones = rows;
});
afterAll(() => market.close());

const search = (query: string) => market.stranger.get(`/search?${query}`);

test.each([
  ['Paris', 'London', 2988507, 2643743, 344],
  ['New York', 'Los Angeles', 5128581, 5368361, 3_940],
  ['Sydney', 'Melbourne', 2147714, 2158177, 714],
  ['Berlin', 'Munich', 2950159, 2867714, 504],
  // Across the date line.
  ['Suva', 'Apia', 2198148, 4035413, 1_145],
  // Over the north.
  ['Anadyr', 'Longyearbyen', 2127202, 2729907, 4_095],
])('%s and %s have the right distance', async (_one, _other, one, other, km) => {
  const { rows } = await market.services.db.execute<{ metres: number }>(sql`
    select distance_metres(one.latitude, one.longitude, other.latitude, other.longitude) as metres
    from cities as one, cities as other where one.id = ${one} and other.id = ${other}`);
  expect(Math.abs((rows[0]?.metres ?? 0) / 1000 / km - 1)).toBeLessThan(0.01);
});

test('the longest distance is half the circumference of the earth, and a place has no distance to itself', async () => {
  const { rows } = await market.services.db.execute(sql`
    select distance_metres(0, 0, 0, 180) as around, distance_metres(90, 0, -90, 77) as over,
      distance_metres(89.9, 0, 89.9, 180) as pole, distance_metres(12.5, -180, 12.5, 180) as line`);
  expect(rows).toEqual([{ around: 20_015_114, over: 20_015_114, pole: 22_239, line: 0 }]);
});

test.each([
  ['Dhaka', dhaka],
  ['Suva', '2198148'],
  ['Anadyr', '2127202'],
  ['Longyearbyen', '2729907'],
  ['Apia', '4035413'],
])('the box around %s contains every city within the distance', async (_name, id) => {
  const { rows } = await market.services.db.$client.query(
    'select latitude, longitude from cities where id = $1',
    [id],
  );
  for (const km of [10, 250, 2_500, 25_000]) {
    const { values, bind } = parameters();
    const box = boxAround(rows[0], km * 1000, bind);
    const point = `${bind(rows[0].latitude)}::float8, ${bind(rows[0].longitude)}::float8`;
    const missed = await market.services.db.$client.query(
      `select count(*)::int as count from cities
       where distance_metres(latitude, longitude, ${point}) <= ${km * 1000} and not (${box})`,
      values,
    );
    expect(missed.rows).toEqual([{ count: 0 }]);
  }
});

const small = { gathered: 20, grouped: 40, popular: 10, counted: 15, cheapEntries: 10 };

/** The default limits, limits with which every word is frequent, and limits with which a walk often fails. */
const limitSets = [defaultLimits, { ...small, visits: 5_000 }, { ...small, visits: 200 }];
type SearchFields = Record<string, string>;

async function readAll(fields: SearchFields, limits: typeof defaultLimits): Promise<SearchReply['products']> {
  const tools = { cards: prepareCards(true), usesPrepared: true, limitMs: 30_000, limits };
  const found: SearchReply['products'] = [];
  let cursor: string | undefined;
  do {
    const query = SearchQuery.parse({
      ...fields,
      limit: '17',
      ...(cursor === undefined ? {} : { cursor }),
    });
    const reply = await searchProducts(market.services.searchDb, query, tools);
    found.push(...reply.products);
    cursor = reply.nextCursor;
  } while (cursor !== undefined);
  return found;
}

/** The phones that a search must find, whatever the order. */
const expectedOf = ({ q, colour, category, within, minBattery, advertised }: SearchFields) =>
  phones.filter(
    (phone) =>
      (q === undefined || phone.words.includes(q)) &&
      (colour === undefined || phone.colour === colour) &&
      (category === undefined || phone.category === category) &&
      (advertised === undefined || phone.advertised) &&
      (minBattery === undefined || (phone.battery ?? 0) >= Number(minBattery)) &&
      (within === undefined || (phone.metres !== null && phone.metres <= Number(within) * 1000)),
  );

const searches: readonly SearchFields[] = [
  {},
  { q: 'iphone' },
  { colour: 'black' },
  { within: '250' },
  { within: '10' },
  { q: 'galaxy', colour: 'blue', within: '250' },
  { minBattery: '90' },
  { advertised: '1' },
  { category: 'of the first phone', within: '100' },
];

test.each(limitSets.flatMap((limits) => searches.map((fields) => ({ limits, fields }))))(
  'paging by distance finds every phone once, the nearest first: $fields ($limits.gathered gathered, $limits.visits visited)',
  async ({ limits, fields: given }) => {
    const fields = given.category === undefined ? given : { ...given, category: phones[0]?.category ?? '' };
    const found = await readAll({ ...fields, near: dhaka, sort: 'distance' }, limits);
    const metresOf = new Map(phones.map(({ id, metres }) => [id, metres]));
    const expected = expectedOf(fields);
    expect(expected.length).toBeGreaterThan(5);
    expect(found.map(({ _id }) => _id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    const metres = found.map(({ _id }) => metresOf.get(_id) ?? Number.POSITIVE_INFINITY);
    expect(metres).toEqual(metres.toSorted((a, b) => a - b));
    for (const { _id, distanceKm } of found) {
      const exact = metresOf.get(_id) ?? undefined;
      expect(distanceKm).toBe(exact === undefined ? undefined : Math.round(exact / 1000));
    }
  },
);

test.each([
  [10, 'no page'],
  [20, 'no page'],
  [40, 'a page'],
  [80, 'a page'],
] as const)(
  'a walk that may read %s phones returns %s, which leaves out no nearer phone',
  async (visits, outcome) => {
    const expected = expectedOf({ minBattery: '90' }).map(({ metres }) => metres ?? noCityMetres);
    const found = await runWithDeadline(
      market.services.searchDb,
      { limitMs: 30_000, usesPrepared: false },
      async (execute) => {
        const battery = await readMinBattery(execute, '90');
        const near = await readNear(execute, { near: dhaka });
        if (near === undefined) throw new Error('no city');
        const criteria = { words: [], facets: new Map(), price: undefined, battery, near };
        return walkDistance(execute, criteria, { order: 'distance', after: undefined, count: 5, visits });
      },
    );
    const page = expected.toSorted((a, b) => a - b).slice(0, 5);
    // If there is no page, the next strategy follows.
    expect(found?.map(({ rank }) => rank)).toEqual(outcome === 'a page' ? page : undefined);
  },
);

test.each(limitSets.flatMap((limits) => (['newest', 'price-up'] as const).map((sort) => ({ limits, sort }))))(
  'within a distance by $sort no phone beyond it is found, and none within it left out ($limits.gathered gathered, $limits.visits visited)',
  async ({ limits, sort }) => {
    const found = await readAll({ near: dhaka, within: '250', sort }, limits);
    const expected = expectedOf({ within: '250' });
    expect(found.map(({ _id }) => _id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    const keys = found.map(({ _id, sell }) => (sort === 'newest' ? _id : sell));
    const sorted = keys.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
    expect(keys).toEqual(sort === 'newest' ? sorted.toReversed() : sorted);
  },
);

test('total and facet counts are of the phones within the distance', async () => {
  const { status, body } = await search(`near=${dhaka}&within=50&colour=black`);
  expect(status).toBe(200);
  expect(body.total).toEqual({
    count: expectedOf({ within: '50', colour: 'black' }).length,
    isCapped: false,
  });
  const colours = body.facets.find(({ name }: { name: string }) => name === 'colour').values;
  for (const { value, count: found } of colours)
    expect(found, value).toBe(expectedOf({ within: '50', colour: value }).length);
  expect(body.near).toEqual({ _id: dhaka, name: 'Dhaka', label: 'Dhaka, Bangladesh' });
});

const ids = (products: { _id: string }[]) => products.map(({ _id }) => _id);

test('a city alone adds the distance to each phone and does not change the order', async () => {
  const { body: plain } = await search('limit=50');
  const { body } = await search(`limit=50&near=${dhaka}`);
  expect(ids(body.products)).toEqual(ids(plain.products));
  expect(body.products.some(({ distanceKm }: { distanceKm?: number }) => distanceKm === undefined)).toBe(
    true,
  );
  expect(body.products.some(({ distanceKm }: { distanceKm?: number }) => distanceKm === 0)).toBe(true);
  expect(plain.products.every((product: object) => !('distanceKm' in product))).toBe(true);
});

test('if nothing is within the distance, the nearest phones beyond it are shown', async () => {
  const { body } = await search('near=4035413&within=25');
  expect(body.products).toEqual([]);
  expect(body.nearest.because).toBe('No phone within 25 km of Apia: these are further away.');
  const distances = body.nearest.products.map(({ distanceKm }: { distanceKm: number }) => distanceKm);
  expect(distances).toHaveLength(8);
  expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b));
});

test('a distance without a city, an unknown radius and an unknown city are refused', async () => {
  const paths = [
    ['within=25', 'within'],
    ['sort=distance', 'sort'],
    [`near=${dhaka}&within=26`, 'within'],
    [`near=${dhaka}&within=-10`, 'within'],
    ['near=Dhaka', 'near'],
    ['near=999999999', 'near'],
  ];
  for (const [query = '', path] of paths) {
    const { status, body } = await search(query);
    expect([status, body.errors[0].path], query).toEqual([400, path]);
  }
  expect((await search('near=999999999')).body.code).toBe('search.city-unknown');
  // A form without scripts sends empty fields for what is not chosen.
  expect((await search('near=&within=&sort=newest')).status).toBe(200);
});
