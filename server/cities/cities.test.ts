// The list of cities, and the suggestions from it while typing.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seedCities } from '#db/cities/seed-cities.ts';
import { otherNames } from './other-names.ts';
import { type Market, newPhone, openMarket } from '#testing/market.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const find = async (q: string): Promise<{ _id: string; label: string; name: string }[]> =>
  (await market.stranger.get(`/cities?q=${encodeURIComponent(q)}`)).body;
const labels = async (q: string) => (await find(q)).map(({ label }) => label);

test('the list has at least 40,000 cities, each with a place on earth and a label of its own', async () => {
  const { rows } = await market.services.db.$client.query(`
    select count(*)::int as cities, count(distinct label)::int as labels, count(distinct country)::int as countries,
      bool_and(latitude between -90 and 90 and longitude between -180 and 180) as is_on_earth,
      bool_and(label_key = search_normal(label)) as is_normalised,
      bool_and(label like name || ', %' or label = name) as is_named
    from cities`);
  expect(rows[0].cities).toBeGreaterThanOrEqual(40_000);
  expect(rows[0]).toMatchObject({
    labels: rows[0].cities,
    is_on_earth: true,
    is_named: true,
    is_normalised: true,
  });
  expect(rows[0].countries).toBeGreaterThan(200);
});

test('a start with the same list has nothing to do', async () => {
  expect(await seedCities(market.services.db)).toBe(false);
});

test('a city is found while it is typed, with its country and where it lies', async () => {
  const { status, body } = await market.stranger.get('/cities?q=dha');
  expect(status).toBe(200);
  expect(body[0]).toEqual({
    _id: '1185241',
    name: 'Dhaka',
    label: 'Dhaka, Bangladesh',
    country: 'BD',
    latitude: 23.7104,
    longitude: 90.40744,
  });
  expect(body.length).toBeLessThanOrEqual(8);
});

test('the largest city comes first, and one of several is told by its region', async () => {
  expect((await labels('springfield')).slice(0, 3)).toEqual([
    'Springfield, Missouri, United States',
    'Springfield, Massachusetts, United States',
    'Springfield, Illinois, United States',
  ]);
  expect(await labels('Springfield, Illi')).toEqual(['Springfield, Illinois, United States']);
  expect((await labels('london'))[0]).toBe('London, United Kingdom');
});

test('accents, capitals and blanks make no difference', async () => {
  expect((await labels('  SAO pau'))[0]).toBe('São Paulo, Brazil');
  expect(await labels('sâo pau')).toEqual(await labels('sao pau'));
  expect((await labels('zurich'))[0]).toBe('Zürich, Switzerland');
});

test('a city is found by its local, English and former names', async () => {
  expect((await labels('München'))[0]).toBe('Munich, Germany');
  expect((await labels('muench'))[0]).toBe('Munich, Germany');
  expect((await labels('cologne'))[0]).toBe('Köln, Germany');
  expect((await labels('Bombay'))[0]).toBe('Mumbai, India');
});

test('each other name stands for a city of the list, once', async () => {
  const listed = [...new Set(otherNames.map(([, name]) => name))];
  const { rows } = await market.services.db.$client.query(
    `select listed from unnest($1::text[]) as listed
      where not exists (select from cities where label_key like listed || ' %' and population > 50000)`,
    [listed],
  );
  expect(rows).toEqual([]);
  const names = otherNames.map(([name]) => name);
  expect(new Set([...names, ...listed]).size).toBe(names.length + listed.length);
});

test('nothing is found for what no name has, and nothing that is typed is read as a pattern', async () => {
  for (const q of ['xyzzyx', '%', '_', '', '   ', '\\', 'x%z', '_h_ka', '…'])
    expect(await labels(q), q).toEqual([]);
});

test('what cannot be a name is refused', async () => {
  for (const query of ['', '?q=%00', `?q=${'a'.repeat(121)}`]) {
    const { status, body } = await market.stranger.get(`/cities${query}`);
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'q']);
  }
});

test('a phone is listed in a city of the list, or anywhere else by its name alone', async () => {
  const seller = await market.person('seller');
  const [dhaka] = await find('dhaka');
  const listed = await market.phone(seller, { location: 'Dhaka', cityId: dhaka?._id });
  const elsewhere = await market.phone(seller, { location: 'Behind the old mill' });
  const unsaid = await market.phone(seller, { location: 'Dhaka', cityId: null });
  const read = async (id: string) => (await market.stranger.get(`/products/${id}`)).body;
  expect(await read(listed)).toMatchObject({ location: 'Dhaka', cityId: dhaka?._id });
  expect(await read(elsewhere)).toMatchObject({ location: 'Behind the old mill' });
  for (const id of [elsewhere, unsaid]) expect(await read(id)).not.toHaveProperty('cityId');
});

test('a city that the list does not have is refused', async () => {
  const seller = await market.person('seller');
  const categoryId = await market.category();
  for (const cityId of ['999999999', '0', '-1', 'Dhaka', '1185241.5', 1185241, '']) {
    const entry = { image: await market.picture(), categoryId, cityId };
    const { status, body } = await seller.post('/products', { ...newPhone, ...entry });
    expect([status, body.errors], String(cityId)).toMatchObject([400, [{ path: 'cityId' }]]);
  }
});
