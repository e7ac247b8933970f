import { afterAll, beforeAll, expect, test } from 'vitest';

import { facetNames } from '#contract/search-words.ts';
import { insertManyPhones } from '#testing/many-phones.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { type Criteria, lexeme } from './build-condition.ts';
import type { Estimate } from './estimate-matches.ts';
import { planSearch, defaultLimits } from './plan-search.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
  await insertManyPhones(market.services.db, 8_000);
}, 120_000);
afterAll(() => market.close());

/** The criteria of a search with the given number of facets. */
const criteriaOf = (words: readonly string[], facets: number): Criteria => ({
  words: words.map(lexeme),
  facets: new Map(facetNames.slice(1, 1 + facets).map((name) => [name, ['any']])),
  price: undefined,
});

/** The estimate if so many phones match the words, and each facet leaves a tenth of them. */
const estimateOf = (matches: number, criteria: Criteria): Estimate => {
  const matching = (part: Criteria = criteria): number => matches / 10 ** part.facets.size;
  return {
    live: 1_000_000,
    matching,
    rarest: (part) => matching(part),
    entries: (part = criteria) => part.facets.size * 300_000,
  };
};

const somewhere = {
  id: 1,
  name: 'Sylhet',
  label: 'Sylhet',
  latitude: 24.9,
  longitude: 91.9,
  radius: undefined,
};

const kinds = (matches: number, criteria: Criteria, more: { staysRanked?: true; isByDistance?: true } = {}) =>
  planSearch(criteria, {
    estimate: estimateOf(matches, criteria),
    limits: defaultLimits,
    staysRanked: false,
    isByDistance: false,
    ...more,
  }).map(({ kind }) => kind);

test('a rare search is gathered, a frequent one is walked, and both have further strategies', () => {
  expect(kinds(500, criteriaOf(['s22'], 0))).toEqual(['gather', 'walk', 'sort']);
  expect(kinds(400_000, criteriaOf(['samsung'], 0))).toEqual(['walk', 'gather', 'sort']);
  expect(kinds(400_000, criteriaOf(['samsung'], 0), { isByDistance: true })).toEqual([
    'walk-cities',
    'gather',
    'sort',
  ]);
});

test('phones that are too rare for a walk from city to city are found within circles', () => {
  const near = { ...criteriaOf(['s22'], 0), near: somewhere };
  const isByDistance = true;
  expect(kinds(5_000, near, { isByDistance })).toEqual(['gather', 'widen', 'walk-cities', 'sort']);
  expect(kinds(20_000, near, { isByDistance })).toEqual(['gather', 'walk-cities', 'sort']);
  const radius = { km: 50, cityIds: [1], areas: [1], expected: 400_000 };
  const within = { ...near, near: { ...somewhere, radius } };
  expect(kinds(5_000, within, { isByDistance })).not.toContain('widen');
});

test('rare words with facets are grouped by the facets; for popular words, one of several facets is fixed', () => {
  expect(kinds(1_500, criteriaOf(['s22'], 2))[0]).toBe('group');
  const popular = criteriaOf(['galaxy'], 2);
  const [first] = planSearch(popular, {
    estimate: estimateOf(50_000, popular),
    limits: defaultLimits,
    staysRanked: false,
    isByDistance: false,
  });
  expect(first).toEqual({ kind: 'group-within', facet: facetNames[1] });
});

test('a page that follows a ranked one is ranked, too', () => {
  expect(kinds(400_000, criteriaOf(['samsung'], 0), { staysRanked: true })).toEqual(['gather']);
});

test.each([
  ['/search?q=galaxy+s22', 'gather'],
  ['/search?q=galaxy+s22&colour=black', 'group'],
  ['/search?sort=newest', 'walk'],
  ['/search?sort=price-up', 'walk'],
  ['/search?sort=distance&near=1185099', 'walk-cities'],
])('in the demo a search names its strategy: %s by %s', async (path, strategy) => {
  const { status, headers } = await market.stranger.get(path);
  expect(status).toBe(200);
  expect(headers.get('x-search-strategy')).toBe(strategy);
});
