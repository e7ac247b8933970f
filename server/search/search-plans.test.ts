// The query plans of the search's statements on 100,000 phones. Inserting them takes most of this file's time.
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

/** Every node of the plan with which the statement was executed. */
async function plan({ text, values }: Statement): Promise<Node[]> {
  const rows = await within((execute) =>
    execute<{ 'QUERY PLAN': { Plan: Node }[] }>({ text: `explain (analyze, format json) ${text}`, values }),
  );
  const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  return (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => flatten(Plan));
}

const indexes = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => node['Index Name'] ?? []).toSorted();

/** The highest number of rows that a step of the plan read. */
const maxRows = (nodes: readonly Node[]): number => {
  expect(nodes).not.toEqual([]);
  return Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']));
};

const isSorted = (nodes: readonly Node[]): boolean => nodes.some((node) => node['Node Type'] === 'Sort');

const criteriaOf = (words: readonly string[], facets: Record<string, readonly string[]> = {}): Criteria => ({
  words: words.map(lexeme),
  facets: new Map(Object.entries(facets)) as unknown as Criteria['facets'],
  price: undefined,
});

const page = { order: 'best', after: undefined, count: 25 } as const;

test('words and facets of rare phones are gathered with a single index', async () => {
  const criteria = criteriaOf(['galaxy', 's22'], { colour: ['black'], storage: ['128', '256'] });
  const nodes = await plan(
    gatherStatement(criteria, { countedFacets: ['place', 'category'], maxPhones: 2_001, page }),
  );
  expect(indexes(nodes)).toEqual(['products_search']);
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
});

test('gathering frequent phones reads no more than the limit', async () => {
  const nodes = await plan(
    gatherStatement(criteriaOf(['samsung']), { countedFacets: ['colour'], maxPhones: 2_001, page }),
  );
  expect(indexes(nodes)).toEqual(['products_search']);
  const read = nodes.filter((node) => node['Node Type'] === 'Bitmap Heap Scan');
  expect(maxRows(read)).toBe(2_001);
});

test.each([12_001, 301])(
  'the phones that match the words are read once for all facets, %i at most',
  async (maxPhones) => {
    const criteria = criteriaOf(['galaxy', 's22'], { colour: ['black'], storage: ['128', '256'] });
    const grouping = { countedFacets: ['colour', 'storage', 'place'], page, fixed: undefined } as const;
    const nodes = await plan(groupStatement(criteria, { ...grouping, maxPhones }));
    expect(indexes(nodes)).toEqual(['products_search']);
    const read = nodes.filter((node) => node['Node Type'] === 'Bitmap Heap Scan');
    expect(maxRows(read)).toBeGreaterThan(300);
    expect(maxRows(read)).toBeLessThanOrEqual(maxPhones);
    // The phones that match the facets, too, are read again by their addresses, and no others.
    expect(nodes.filter((node) => node['Node Type'] === 'Tid Scan')).toHaveLength(1);
    expect(nodes.filter((node) => node['Node Type'].startsWith('Seq'))).toEqual([]);
  },
);

test('for popular words, only the phones with the value of the fixed facet are read', async () => {
  const criteria = criteriaOf(['galaxy', 's22'], { colour: ['black'], storage: ['128', '256'] });
  const grouping = { countedFacets: ['storage'], page, fixed: 'colour', maxPhones: 12_001 } as const;
  const nodes = await plan(groupStatement(criteria, grouping));
  expect(indexes(nodes)).toEqual(['products_search']);
  const read = nodes.filter((node) => node['Node Type'] === 'Bitmap Heap Scan');
  const { text, values } = gatherStatement(criteriaOf(['galaxy', 's22'], { colour: ['black'] }), {
    countedFacets: [],
    maxPhones: 12_001,
  });
  const [black] = await within((execute) => execute<{ sums: { total: number } }>({ text, values }));
  expect(maxRows(read)).toBe(black?.sums.total);
});

test('the phones of models are counted by the index of models alone', async () => {
  const criteria = criteriaOf(['galaxy', 's22'], { colour: ['black'], storage: ['128', '256'] });
  const nodes = await plan(modelStatement(criteria, { name: 'colour', maxPhones: 12_000 }));
  expect(indexes(nodes)).toEqual(['products_live_by_device', 'search_terms_kind_term_pk']);
  expect(nodes.filter((node) => /Seq|Heap/.test(node['Node Type']))).toEqual([]);
  const [counted] = nodes.filter((node) => node['Node Type'] === 'Index Only Scan');
  expect(counted?.['Actual Rows']).toBeGreaterThan(1_000);
  const few = await plan(modelStatement(criteria, { name: 'colour', maxPhones: 300 }));
  expect(few.find((node) => node['Node Type'] === 'Index Only Scan')?.['Actual Rows']).toBe(300);
});

test('the list of a category is planned once, whatever the category', async () => {
  // Prepared statements belong to a connection, and nothing else uses this one.
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
  // PostgreSQL plans a prepared statement for its values five times, and then only if that is worth the time.
  expect(rows).toEqual([{ generic_plans: 5, custom_plans: 5 }]);
});

test('words and a narrow price range are found with a single index', async () => {
  const price = await within((execute) => readPrices(execute, { minPrice: 300, maxPrice: 310 }));
  const criteria = { ...criteriaOf(['samsung']), price };
  const nodes = await plan(gatherStatement(criteria, { countedFacets: ['colour'], maxPhones: 2_001, page }));
  expect(indexes(nodes)).toEqual(['products_search']);
  // The price steps are a little wider than the range, and only one maker is read.
  expect(maxRows(nodes)).toBeLessThan(2_500);
});

test.each([
  // If nearly every phone is live, PostgreSQL may use the index of all ids, too.
  ['newest', /^products_(live|pkey)$/],
  ['price-up', 'products_live_by_price'],
  ['price-down', 'products_live_by_price'],
] as const)(
  '%s: a page of a frequent word is read from the index of the order, without sorting and within the limit',
  async (order, index) => {
    const walk = { order, after: undefined, count: 25, visits: 8_000 };
    const nodes = await plan(walkStatement(criteriaOf(['samsung'], { verified: ['1'] }), walk));
    expect(indexes(nodes)).toEqual([
      typeof index === 'string' ? index : expect.stringMatching(index),
      'users_verified',
    ]);
    expect(isSorted(nodes)).toBe(false);
    expect(maxRows(nodes)).toBeLessThan(1_000);
    const unlucky = await plan(walkStatement(criteriaOf(['nobodyhasthis']), walk));
    expect(maxRows(unlucky)).toBe(8_000);
  },
);

test.each([
  ['newest', 'products_live_by_category'],
  ['price-up', 'products_live_by_category_price'],
  ['price-down', 'products_live_by_category_price'],
] as const)('%s: within one category, the index of categories is walked', async (order, index) => {
  const { body } = await market.stranger.get('/category');
  const criteria = criteriaOf([], { category: [body[0]._id], condition: ['Good Condition'] });
  const nodes = await plan(walkStatement(criteria, { order, after: undefined, count: 25, visits: 8_000 }));
  expect(indexes(nodes)).toEqual([index]);
  expect(isSorted(nodes)).toBe(false);
  expect(maxRows(nodes)).toBeLessThan(1_000);
});

test('a later page of a walk begins where the previous page ended', async () => {
  const after = { order: 'price-up', key: 30_000, id: '018bcfe5-6801-7000-8000-000000000001' } as const;
  const walk = { order: 'price-up', after, count: 25, visits: 8_000 } as const;
  const nodes = await plan(walkStatement(criteriaOf(['samsung']), walk));
  expect(indexes(nodes)).toEqual(['products_live_by_price']);
  expect(maxRows(nodes)).toBeLessThan(1_000);
});

test('the counts for frequent words are of the newest phones, read in the order of the index', async () => {
  const sample = { countedFacets: ['colour', 'verified'] as const, visits: 8_000, maxPhones: 8_000 };
  const nodes = await plan(sampleStatement(criteriaOf(['samsung'], { colour: ['black'] }), sample));
  expect(indexes(nodes)).toEqual([expect.stringMatching(/^products_(live|pkey)$/), 'users_verified']);
  expect(isSorted(nodes)).toBe(false);
  expect(maxRows(nodes)).toBeLessThanOrEqual(8_000);
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
  radiusMetres: 60_000,
} as const;

test('a walk to the nearest phones reads cities and ids only, and then the phones of the page', async () => {
  const near = await nearSylhet();
  const nodes = await plan(distanceStatement({ ...criteriaOf([]), near }, aroundSylhet));
  expect(indexes(nodes)).toEqual(['cities_used_by_position', 'products_live_by_city', 'products_pkey']);
  expect(nodes.filter((node) => node['Node Type'].startsWith('Seq'))).toEqual([]);
  // It reads some of the cities of the box, and a page of the 14,000 phones in Sylhet.
  expect(maxRows(nodes)).toBeLessThan(500);
  const phones = nodes.filter((node) => node['Index Name'] === 'products_live_by_city');
  expect(maxRows(phones)).toBe(25);
});

test('within one category, the nearest phones are read from the index of categories and cities', async () => {
  const { body } = await market.stranger.get('/category');
  const near = await nearSylhet();
  const criteria = { ...criteriaOf([], { category: [body[0]._id] }), near };
  const nodes = await plan(distanceStatement(criteria, aroundSylhet));
  expect(indexes(nodes)).toEqual([
    'cities_used_by_position',
    'products_live_by_category_city',
    'products_pkey',
  ]);
  expect(maxRows(nodes)).toBeLessThan(500);
});

test('a walk for words that no near phone has ends at its limit', async () => {
  const near = await nearSylhet();
  const nodes = await plan(distanceStatement({ ...criteriaOf(['nobodyhasthis']), near }, aroundSylhet));
  expect(maxRows(nodes)).toBeLessThanOrEqual(8_000);
  const frequent = await plan(distanceStatement({ ...criteriaOf(['samsung']), near }, aroundSylhet));
  expect(maxRows(frequent.filter((node) => node['Index Name'] === 'products_pkey'))).toBeLessThan(1_000);
});

test('phones without a city are read in the order of the index', async () => {
  const near = await nearSylhet();
  const nodes = await plan(withoutCityStatement({ ...criteriaOf(['samsung']), near }, aroundSylhet));
  expect(indexes(nodes)).toEqual(['products_live_by_city']);
  expect(isSorted(nodes)).toBe(false);
  expect(maxRows(nodes)).toBeLessThan(1_000);
});

test('words and a radius are found with a single index', async () => {
  const near = await nearSylhet('50');
  const criteria = { ...criteriaOf(['galaxy', 's22']), near };
  const nodes = await plan(gatherStatement(criteria, { countedFacets: ['colour'], maxPhones: 20_001, page }));
  expect(indexes(nodes)).toEqual(['products_search']);
  const { matching, rarest } = await estimate(criteria);
  expect(rarest()).toBeLessThan(20_000);
  expect(matching()).toBeLessThan(10_000);
});

test('sorted by distance, each phone is joined with its own city only', async () => {
  const near = await nearSylhet();
  // PostgreSQL takes these words as independent of each other, and therefore expects a single phone.
  const words = ['samsung', 'galaxy', 's22'];
  const criteria = { ...criteriaOf([...words, ...words, ...words]), near };
  const byDistance = { order: 'distance', after: undefined, count: 25 } as const;
  const nodes = await plan(
    gatherStatement(criteria, { countedFacets: ['colour'], maxPhones: 3_001, page: byDistance }),
  );
  expect(maxRows(nodes.filter((node) => node['Node Type'] === 'CTE Scan'))).toBe(3_001);
});

const estimate = (criteria: Criteria) => within((execute) => estimateMatches(execute, criteria));

test('rare and frequent words are told apart without reading phones', async () => {
  const rare = await estimate(criteriaOf(['iphone', '13'], { colour: ['black'], place: ['dhaka'] }));
  expect(rare.matching()).toBeLessThan(2_000);
  const frequent = await estimate(criteriaOf(['samsung']));
  expect(frequent.matching()).toBeGreaterThan(20_000);
  expect(frequent.live).toBeGreaterThan(90_000);
});
