import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { SearchQuery, type SearchReply } from '#contract/search.ts';
import { insertManyPhones } from '#testing/many-phones.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { defaultLimits } from './plan-search.ts';
import { prepareCards, searchProducts } from './service.ts';

interface Phone extends Record<string, unknown> {
  id: string;
  words: string;
  category: string;
  condition: string;
  storage: string | null;
  colour: string | null;
  network: string | null;
  place: string;
  cents: number;
  verified: boolean;
  advertised: boolean;
}

const count = 1_500;
let market: Market;
let phones: Phone[];
beforeAll(async () => {
  market = await openMarket();
  await insertManyPhones(market.services.db, count);
  const { rows } = await market.services.db.execute<Phone>(sql`
    select products.id, lower(categories.name || ' ' || model) as words, category_id as category,
      lower(split_part(condition, ' ', 1)) as condition, storage_gb::text as storage, colour,
      network_lock as network, search_normal(location) as place, sell_cents as cents,
      users.verified_at is not null as verified,
      exists (select from advertisements where product_id = products.id) as advertised
    from products join users on users.id = seller_id join categories on categories.id = category_id`);
  phones = rows;
});
afterAll(() => market.close());

const search = async (query: string): Promise<SearchReply> => {
  const { status, body } = await market.stranger.get(`/search?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

type IsMatch = (phone: Phone) => boolean;
type Name = 'condition' | 'storage' | 'colour' | 'network' | 'place' | 'category';

/** Compares the counts of a reply with those of a check of every phone. */
function expectCounts(reply: SearchReply, chosen: Partial<Record<Name | 'others', IsMatch>>) {
  const matchesExcept = (name?: string): Phone[] =>
    phones.filter((phone) =>
      Object.entries(chosen).every(([each, isMatch]) => each === name || isMatch(phone)),
    );
  expect(reply.total).toEqual({ count: matchesExcept().length, isCapped: false });
  for (const { name, values } of reply.facets) {
    const candidates = matchesExcept(name);
    for (const { value, count: counted, isCapped } of values) {
      const isYes = name === 'verified' || name === 'advertised';
      const matches = candidates.filter((phone) => (isYes ? phone[name] : phone[name] === value));
      expect({ name, value, counted, isCapped }).toEqual({
        name,
        value,
        counted: matches.length,
        isCapped: false,
      });
    }
  }
}

test('without a query, every phone is found, and every facet has its values', async () => {
  const reply = await search('');
  expectCounts(reply, {});
  expect(reply.facets.map(({ name }) => name)).toEqual([
    'category',
    'condition',
    'storage',
    'colour',
    'network',
    'place',
    'verified',
    'advertised',
  ]);
});

test('facets have labels and an order for people', async () => {
  const { facets } = await search('');
  const labels = (name: string) =>
    facets.find((facet) => facet.name === name)?.values.map(({ label }) => label);
  expect(labels('storage')).toEqual(['64 GB', '128 GB', '256 GB', '1 TB']);
  expect(labels('condition')).toEqual(['Fresh Condition', 'Good Condition', 'Bad Condition']);
  expect(labels('verified')).toEqual(['Verified sellers']);
  expect(labels('advertised')).toEqual(['Advertised']);
  expect(labels('colour')).toContain('Black');
  expect(labels('place')).toContain("Cox's Bazar");
  expect(labels('category')?.[0]).toBe('Samsung');
});

test('each facet is counted as if none of its values were chosen', async () => {
  const reply = await search('q=galxy&colour=black,white&storage=128,256&condition=good');
  expect(reply.correctedTo).toBe('galaxy');
  expectCounts(reply, {
    others: ({ words }) => words.includes('galaxy'),
    colour: ({ colour }) => colour === 'black' || colour === 'white',
    storage: ({ storage }) => storage === '128' || storage === '256',
    condition: ({ condition }) => condition === 'good',
  });
});

test('place, network, category, verified, advertised and prices filter and are counted in the same way', async () => {
  const apple = phones.find(({ words }) => words.startsWith('apple'))?.category ?? '';
  expectCounts(await search(`category=${apple}&place=M%C3%BCnchen,new%20york`), {
    category: ({ category }) => category === apple,
    place: ({ place }) => place === 'munchen' || place === 'new york',
  });
  expectCounts(await search('q=samsung&verified=1&network=unlocked'), {
    others: ({ words, verified }) => words.startsWith('samsung') && verified,
    network: ({ network }) => network === 'unlocked',
  });
  expectCounts(await search('advertised=1&minPrice=100&maxPrice=400'), {
    others: ({ advertised, cents }) => advertised && cents >= 10_000 && cents <= 40_000,
  });
  const narrow = await search('q=iphone&minPrice=200&maxPrice=222.5');
  expectCounts(narrow, {
    others: ({ words, cents }) => words.includes('iphone') && cents >= 20_000 && cents <= 22_250,
  });
  const prices = phones.filter(
    ({ words, cents }) => words.includes('iphone') && cents >= 20_000 && cents <= 22_250,
  );
  expect(narrow.prices).toEqual({
    min: Math.min(...prices.map(({ cents }) => cents)) / 100,
    max: Math.max(...prices.map(({ cents }) => cents)) / 100,
  });
});

/** The default limits, and limits with which every word is frequent. */
const limitSets = [
  defaultLimits,
  { gathered: 20, grouped: 40, popular: 10, counted: 15, visits: 200, cheapEntries: 10 },
];
const sorts = ['best', 'newest', 'price-up', 'price-down'] as const;

test.each(limitSets.flatMap((limits) => sorts.map((sort) => ({ limits, sort }))))(
  'paging by $sort finds every phone once, in order ($limits.gathered gathered)',
  async ({ limits, sort }) => {
    const { searchDb } = market.services;
    const tools = { cards: prepareCards(true), usesPrepared: true, limitMs: 30_000, limits };
    for (const parameters of [
      { q: 'iphone' },
      { colour: 'black', verified: '1' },
      { q: 'galaxy', minPrice: '300' },
    ]) {
      const found: { id: string; cents: number }[] = [];
      let cursor: string | undefined;
      do {
        const query = SearchQuery.parse({
          ...parameters,
          sort,
          limit: '7',
          ...(cursor === undefined ? {} : { cursor }),
        });
        const reply = await searchProducts(searchDb, query, tools);
        found.push(...reply.products.map(({ _id, sell }) => ({ id: _id, cents: Math.round(sell * 100) })));
        cursor = reply.nextCursor;
      } while (cursor !== undefined);
      const expected = phones.filter(
        ({ words, colour, verified, cents }) =>
          (parameters.q !== undefined ? words.includes(parameters.q) : colour === 'black' && verified) &&
          (parameters.minPrice === undefined || cents >= 30_000),
      );
      expect(found.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
      const sorted = found.map(({ id, cents }) => (sort === 'newest' ? id : cents));
      const inOrder = { newest: (a: number | string, b: number | string) => (a < b ? 1 : -1) };
      if (sort === 'newest') expect(sorted).toEqual(sorted.toSorted(inOrder.newest));
      if (sort === 'price-up') expect(sorted).toEqual(sorted.toSorted((a, b) => Number(a) - Number(b)));
      if (sort === 'price-down') expect(sorted).toEqual(sorted.toSorted((a, b) => Number(b) - Number(a)));
    }
  },
);

test('counts of a sample are marked as lower bounds and are never too high', async () => {
  const { searchDb } = market.services;
  const [, limits = defaultLimits] = limitSets;
  const tools = { cards: prepareCards(true), usesPrepared: true, limitMs: 30_000, limits };
  for (const query of [
    { q: 'iphone' },
    {},
    { colour: 'black' },
    { q: 'galaxy', colour: 'black', storage: '128' },
  ]) {
    const capped = await searchProducts(searchDb, SearchQuery.parse(query), tools);
    const exact = await search(new URLSearchParams(Object.entries(query)).toString());
    expect(capped.total.isCapped).toBe(exact.total.count > limits.gathered);
    expect(capped.total.count).toBeLessThanOrEqual(exact.total.count);
    expect(capped.total.count).toBeGreaterThan(0);
    for (const { name, values } of capped.facets) {
      const all = exact.facets.find((facet) => facet.name === name)?.values ?? [];
      for (const { value, count: counted, isCapped } of values) {
        const real = all.find((each) => each.value === value)?.count ?? 0;
        expect(isCapped ? counted <= real : counted === real, `${name} ${value}: ${counted} of ${real}`).toBe(
          true,
        );
      }
    }
  }
});

test.each([
  ['q=galaxy&colour=black&condition=good', 'colour', ['black']],
  ['q=galaxy&colour=black,white&condition=good', 'colour', ['black', 'white']],
  // A word that is in no model's name, and a facet that the index of models does not have.
  ['q=battery&colour=black&condition=good', 'colour', ['black']],
  ['q=galaxy&colour=black&verified=1', 'colour', ['black']],
  ['q=galaxy&colour=black&category=Samsung', 'colour', ['black']],
] as const)('for popular words, %s counts every facet but %s exactly', async (query, fixed, chosen) => {
  const samsung = phones.find(({ words }) => words.startsWith('samsung'))?.category ?? '';
  const address = query.replace('Samsung', samsung);
  const parameters = Object.fromEntries(new URLSearchParams(address));
  const { searchDb } = market.services;
  const limits = { ...defaultLimits, popular: 10 };
  const tools = { cards: prepareCards(true), usesPrepared: true, limitMs: 30_000, limits };
  const popular = await searchProducts(searchDb, SearchQuery.parse(parameters), tools);
  const exact = await search(address);
  expect(popular.total).toEqual(exact.total);
  expect(popular.products.map(({ _id }) => _id)).toEqual(exact.products.map(({ _id }) => _id));
  const others = (reply: SearchReply) => reply.facets.filter(({ name }) => name !== fixed);
  expect(others(popular)).toEqual(others(exact));
  const valuesOf = ({ facets }: SearchReply) => facets.find(({ name }) => name === fixed)?.values ?? [];
  const real = new Map(valuesOf(exact).map(({ value, count: counted }) => [value, counted]));
  const counts = valuesOf(popular);
  expect(counts.map(({ value }) => value)).toEqual(expect.arrayContaining([...chosen]));
  expect(counts.filter(({ value }) => value !== chosen[0]).length).toBeGreaterThan(3);
  for (const { value, count: counted, isCapped } of counts) {
    const isTotal = chosen.length === 1 && value === chosen[0];
    expect(counted === real.get(value) || (isCapped && counted <= (real.get(value) ?? 0)), value).toBe(true);
    if (isTotal) expect({ counted, isCapped }).toEqual({ counted: exact.total.count, isCapped: false });
    else expect(counted).toBeGreaterThan(0);
  }
});

test('if nothing matches, the reply has the nearest phones and names the dropped filters', async () => {
  const brown = await search('q=iphone&colour=brown&place=dhaka');
  expect(brown.total).toEqual({ count: 0, isCapped: false });
  expect(brown.products).toEqual([]);
  expect(brown.nearest?.because).toBe('No brown “iphone” in Dhaka: these have another colour.');
  expect(brown.nearest?.products.every(({ location }) => location === 'Dhaka')).toBe(true);
  const dear = await search('q=nokia&minPrice=99000');
  expect(dear.nearest?.because).toBe('No “nokia” at this price: these have other prices.');
  const nothing = await search('q=qqqqqqqq');
  expect(nothing.nearest?.because).toBe('No “qqqqqqqq”: these are the newest phones.');
  expect(nothing.nearest?.products).toHaveLength(8);
});
