// The plans of the search's statements on 100,000 phones. Making those takes most of this file's time.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { openDatabase } from '#server/platform/postgres/database.ts';
import { prepareProductReads } from '#server/products/service.ts';
import { insertManyPhones } from '#testing/many-phones.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { type Criteria, lexeme, type Near } from './build-condition.ts';
import { estimateMatches } from './estimate-matches.ts';
import { modelStatement } from './count-models.ts';
import { groupStatement } from './group-matches.ts';
import { gatherStatement } from './gather-phones.ts';
import { type Execute, runWithDeadline, type Statement } from './limit-time.ts';
import { readNear } from './read-near.ts';
import { readPrices } from './read-prices.ts';
import { distanceStatement, withoutCityStatement } from './walk-distance.ts';
import { sampleStatement, walkStatement } from './walk-phones.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
  await insertManyPhones(market.services.db, 100_000);
}, 240_000);
afterAll(() => market.close());

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Node[];
}

const within = <Answer>(work: (execute: Execute) => Promise<Answer>): Promise<Answer> =>
  runWithDeadline(market.services.searchDb, { limitMs: 60_000, usesPrepared: false }, work);

/** Every node of the plan by which the statement was really answered. */
async function plan({ text, values }: Statement): Promise<Node[]> {
  const rows = await within((execute) =>
    execute<{ 'QUERY PLAN': { Plan: Node }[] }>({ text: `explain (analyze, format json) ${text}`, values }),
  );
  const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  return (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => flatten(Plan));
}

const indexes = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => node['Index Name'] ?? []).toSorted();

/** The most rows that any step of the plan touched. */
const touched = (nodes: readonly Node[]): number => {
  expect(nodes).not.toEqual([]);
  return Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']));
};

const isSorted = (nodes: readonly Node[]): boolean => nodes.some((node) => node['Node Type'] === 'Sort');

const criteria = (words: readonly string[], facets: Record<string, readonly string[]> = {}): Criteria => ({
  words: words.map(lexeme),
  facets: new Map(Object.entries(facets)) as unknown as Criteria['facets'],
  price: undefined,
});

const page = { order: 'best', after: undefined, count: 25 } as const;

test('words and facets of rare phones are gathered by the one index', async () => {
  const wanted = criteria(['galaxy', 's22'], { colour: ['black'], storage: ['128', '256'] });
  const nodes = await plan(
    gatherStatement(wanted, { countedFacets: ['place', 'category'], most: 2_001, page }),
  );
  expect(indexes(nodes)).toEqual(['products_search']);
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
});

test('a gathering of frequent phones reads no more than its limit', async () => {
  const nodes = await plan(
    gatherStatement(criteria(['samsung']), { countedFacets: ['colour'], most: 2_001, page }),
  );
  expect(indexes(nodes)).toEqual(['products_search']);
  const read = nodes.filter((node) => node['Node Type'] === 'Bitmap Heap Scan');
  expect(touched(read)).toBe(2_001);
});

test.each([12_001, 301])('what the words fit is read once for all facets, %i at most', async (most) => {
  const wanted = criteria(['galaxy', 's22'], { colour: ['black'], storage: ['128', '256'] });
  const grouping = { countedFacets: ['colour', 'storage', 'place'], page, fixed: undefined } as const;
  const nodes = await plan(groupStatement(wanted, { ...grouping, most }));
  expect(indexes(nodes)).toEqual(['products_search']);
  const read = nodes.filter((node) => node['Node Type'] === 'Bitmap Heap Scan');
  expect(touched(read)).toBeGreaterThan(300);
  expect(touched(read)).toBeLessThanOrEqual(most);
  // What fits is read once more by its address, and nothing else is.
  expect(nodes.filter((node) => node['Node Type'] === 'Tid Scan')).toHaveLength(1);
  expect(nodes.filter((node) => node['Node Type'].startsWith('Seq'))).toEqual([]);
});

test('of popular words only what has the value of the facet that is fixed is read', async () => {
  const wanted = criteria(['galaxy', 's22'], { colour: ['black'], storage: ['128', '256'] });
  const grouping = { countedFacets: ['storage'], page, fixed: 'colour', most: 12_001 } as const;
  const nodes = await plan(groupStatement(wanted, grouping));
  expect(indexes(nodes)).toEqual(['products_search']);
  const read = nodes.filter((node) => node['Node Type'] === 'Bitmap Heap Scan');
  const { text, values } = gatherStatement(criteria(['galaxy', 's22'], { colour: ['black'] }), {
    countedFacets: [],
    most: 12_001,
  });
  const [black] = await within((execute) => execute<{ sums: { total: number } }>({ text, values }));
  expect(touched(read)).toBe(black?.sums.total);
});

test('the phones of models are counted by their index alone', async () => {
  const wanted = criteria(['galaxy', 's22'], { colour: ['black'], storage: ['128', '256'] });
  const nodes = await plan(modelStatement(wanted, { name: 'colour', most: 12_000 }));
  expect(indexes(nodes)).toEqual(['products_live_by_device', 'search_terms_kind_term_pk']);
  expect(nodes.filter((node) => /Seq|Heap/.test(node['Node Type']))).toEqual([]);
  const [counted] = nodes.filter((node) => node['Node Type'] === 'Index Only Scan');
  expect(counted?.['Actual Rows']).toBeGreaterThan(1_000);
  const few = await plan(modelStatement(wanted, { name: 'colour', most: 300 }));
  expect(few.find((node) => node['Node Type'] === 'Index Only Scan')?.['Actual Rows']).toBe(300);
});

test('the list of a category is planned once, whatever the category', async () => {
  // A connection has its own prepared statements, and this one is nobody else's.
  const { db, pool, close } = openDatabase({
    url: market.services.config.database.url ?? '',
    maxConnections: 1,
    hasOwnConnections: true,
    onError: () => undefined,
  });
  onTestFinished(close);
  const productReads = prepareProductReads(db, true);
  const categoryId = await market.category();
  for (let call = 0; call < 10; call += 1) await productReads.listLiveOfCategory(categoryId, undefined, 25);
  const { rows } = await pool.query(
    `select generic_plans::int, custom_plans::int from pg_prepared_statements
     where name = 'live_products_of_category_25'`,
  );
  // PostgreSQL plans for the values at hand five times, and then only where that is worth its time.
  expect(rows).toEqual([{ generic_plans: 5, custom_plans: 5 }]);
});

test('words and a narrow range of prices meet in the one index', async () => {
  const price = await within((execute) => readPrices(execute, { minPrice: 300, maxPrice: 310 }));
  const wanted = { ...criteria(['samsung']), price };
  const nodes = await plan(gatherStatement(wanted, { countedFacets: ['colour'], most: 2_001, page }));
  expect(indexes(nodes)).toEqual(['products_search']);
  // A step more on either side of the range, and of the makers only the one.
  expect(touched(nodes)).toBeLessThan(2_500);
});

test.each([
  // Where nearly every phone is live, the index of all ids does as well.
  ['newest', /^products_(live|pkey)$/],
  ['price-up', 'products_live_by_price'],
  ['price-down', 'products_live_by_price'],
] as const)(
  '%s: the page of a frequent word is walked along its index, unsorted and bounded',
  async (order, index) => {
    const walk = { order, after: undefined, count: 25, visits: 8_000 };
    const nodes = await plan(walkStatement(criteria(['samsung'], { verified: ['1'] }), walk));
    expect(indexes(nodes)).toEqual([
      typeof index === 'string' ? index : expect.stringMatching(index),
      'users_verified',
    ]);
    expect(isSorted(nodes)).toBe(false);
    expect(touched(nodes)).toBeLessThan(1_000);
    const unlucky = await plan(walkStatement(criteria(['nobodyhasthis']), walk));
    expect(touched(unlucky)).toBe(8_000);
  },
);

test.each([
  ['newest', 'products_live_by_category'],
  ['price-up', 'products_live_by_category_price'],
  ['price-down', 'products_live_by_category_price'],
] as const)('%s: in one category its own index is walked', async (order, index) => {
  const { body } = await market.stranger.get('/category');
  const wanted = criteria([], { category: [body[0]._id], condition: ['Good Condition'] });
  const nodes = await plan(walkStatement(wanted, { order, after: undefined, count: 25, visits: 8_000 }));
  expect(indexes(nodes)).toEqual([index]);
  expect(isSorted(nodes)).toBe(false);
  expect(touched(nodes)).toBeLessThan(1_000);
});

test('a deep page of a walk begins where the page before ended', async () => {
  const after = { order: 'price-up', key: 30_000, id: '018bcfe5-6801-7000-8000-000000000001' } as const;
  const walk = { order: 'price-up', after, count: 25, visits: 8_000 } as const;
  const nodes = await plan(walkStatement(criteria(['samsung']), walk));
  expect(indexes(nodes)).toEqual(['products_live_by_price']);
  expect(touched(nodes)).toBeLessThan(1_000);
});

test('frequent counts are of so many of the newest phones, in their order', async () => {
  const sample = { countedFacets: ['colour', 'verified'] as const, visits: 8_000, most: 8_000 };
  const nodes = await plan(sampleStatement(criteria(['samsung'], { colour: ['black'] }), sample));
  expect(indexes(nodes)).toEqual([expect.stringMatching(/^products_(live|pkey)$/), 'users_verified']);
  expect(isSorted(nodes)).toBe(false);
  expect(touched(nodes)).toBeLessThanOrEqual(8_000);
});

const nearSylhet = async (km?: string): Promise<Near> => {
  const near = await within((execute) => readNear(execute, { near: '1185099', within: km }));
  if (near === undefined) throw new Error('Sylhet is missing');
  return near;
};

const aroundSylhet = {
  order: 'distance',
  after: undefined,
  count: 25,
  visits: 8_000,
  radius: 60_000,
} as const;

test('the nearest phones are walked from city to city, by ids alone until one may be shown', async () => {
  const near = await nearSylhet();
  const nodes = await plan(distanceStatement({ ...criteria([]), near }, aroundSylhet));
  expect(indexes(nodes)).toEqual(['cities_used_by_position', 'products_live_by_city', 'products_pkey']);
  expect(nodes.filter((node) => node['Node Type'].startsWith('Seq'))).toEqual([]);
  // Of the cities of the box some, of the 14,000 phones of Sylhet a page.
  expect(touched(nodes)).toBeLessThan(500);
  const phones = nodes.filter((node) => node['Index Name'] === 'products_live_by_city');
  expect(touched(phones)).toBe(25);
});

test('in one category the nearest phones have an index of their own', async () => {
  const { body } = await market.stranger.get('/category');
  const near = await nearSylhet();
  const wanted = { ...criteria([], { category: [body[0]._id] }), near };
  const nodes = await plan(distanceStatement(wanted, aroundSylhet));
  expect(indexes(nodes)).toEqual([
    'cities_used_by_position',
    'products_live_by_category_city',
    'products_pkey',
  ]);
  expect(touched(nodes)).toBeLessThan(500);
});

test('a walk for words that the nearest phones do not have stops at its limit', async () => {
  const near = await nearSylhet();
  const nodes = await plan(distanceStatement({ ...criteria(['nobodyhasthis']), near }, aroundSylhet));
  expect(touched(nodes)).toBeLessThanOrEqual(8_000);
  const frequent = await plan(distanceStatement({ ...criteria(['samsung']), near }, aroundSylhet));
  expect(touched(frequent.filter((node) => node['Index Name'] === 'products_pkey'))).toBeLessThan(1_000);
});

test('phones without a city come in the order of their index', async () => {
  const near = await nearSylhet();
  const nodes = await plan(withoutCityStatement({ ...criteria(['samsung']), near }, aroundSylhet));
  expect(indexes(nodes)).toEqual(['products_live_by_city']);
  expect(isSorted(nodes)).toBe(false);
  expect(touched(nodes)).toBeLessThan(1_000);
});

test('words and what is within a distance meet in the one index', async () => {
  const near = await nearSylhet('50');
  const wanted = { ...criteria(['galaxy', 's22']), near };
  const nodes = await plan(gatherStatement(wanted, { countedFacets: ['colour'], most: 20_001, page }));
  expect(indexes(nodes)).toEqual(['products_search']);
  const { fitting, rarest } = await estimate(wanted);
  expect(rarest()).toBeLessThan(20_000);
  expect(fitting()).toBeLessThan(10_000);
});

test('in the order of distance a phone finds the metres of its city, and reads no other’s', async () => {
  const near = await nearSylhet();
  // Words that stand together are taken as independent of each other, so that PostgreSQL expects one phone.
  const words = ['samsung', 'galaxy', 's22'];
  const wanted = { ...criteria([...words, ...words, ...words]), near };
  const byDistance = { order: 'distance', after: undefined, count: 25 } as const;
  const nodes = await plan(
    gatherStatement(wanted, { countedFacets: ['colour'], most: 3_001, page: byDistance }),
  );
  expect(touched(nodes.filter((node) => node['Node Type'] === 'CTE Scan'))).toBe(3_001);
});

const estimate = (wanted: Criteria) => within((execute) => estimateMatches(execute, wanted));

test('rare and frequent words are distinguished without reading phones', async () => {
  const rare = await estimate(criteria(['iphone', '13'], { colour: ['black'], place: ['dhaka'] }));
  expect(rare.fitting()).toBeLessThan(2_000);
  const frequent = await estimate(criteria(['samsung']));
  expect(frequent.fitting()).toBeGreaterThan(20_000);
  expect(frequent.live).toBeGreaterThan(90_000);
});
