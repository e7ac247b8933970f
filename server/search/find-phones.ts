/** Finds the phones for the criteria of a search: a page, the total, and the number of phones for each facet value. */
import type { SearchSort } from '#contract/search.ts';
import { type FacetName, facetNames } from '#contract/search-words.ts';
import type { Criteria } from './build-condition.ts';
import {
  countByIndex,
  type CountedValue,
  countedValues,
  countInUse,
  sampleFacets,
  type SearchContext,
  withChosen,
} from './count-facets.ts';
import { countModels } from './count-models.ts';
import { estimateMatches } from './estimate-matches.ts';
import { type FoundPhone, type Gathered, gatherPhones, type OrderedPage } from './gather-phones.ts';
import { groupMatches } from './group-matches.ts';
import type { Execute } from './limit-time.ts';
import { planSearch, type SearchLimits, type Strategy } from './plan-search.ts';
import { walkDistance } from './walk-distance.ts';
import { sortPhones, type Walk, walkPhones } from './walk-phones.ts';
import { widenCircle } from './widen-circle.ts';
import type { Order, PageEnd } from './write-cursor.ts';

export interface PageRequest {
  readonly sort: SearchSort;
  readonly after: PageEnd | undefined;
  readonly limit: number;
}

export interface FoundPhones {
  /** Which strategy found the page. */
  readonly strategy: Strategy['kind'];
  readonly order: Order;
  /** Contains one phone more than was requested if another page follows. */
  readonly page: readonly FoundPhone[];
  readonly total: { readonly count: number; readonly isCapped: boolean };
  readonly counts: readonly CountedValue[];
  readonly minCents: number | null;
  readonly maxCents: number | null;
}

/** Tries the planned strategies in order, until one has a result. */
export async function findPhones(
  execute: Execute,
  criteria: Criteria,
  request: PageRequest,
  limits: SearchLimits,
): Promise<FoundPhones> {
  const estimate = await estimateMatches(execute, criteria);
  const context = { execute, criteria, estimate, limits };
  const page = toOrderedPage(criteria, request);
  const { order, after, count } = page;
  const walk = {
    order: order === 'best' ? 'best-newest' : order,
    after,
    count,
    visits: limits.visits,
  } as const;
  const staysRanked = order === 'best' && after !== undefined;
  const isByDistance = order === 'distance';
  /** The counts of a strategy that did not find the page: lower bounds. */
  let counted: Pick<FoundPhones, 'counts' | 'total' | 'minCents' | 'maxCents'> | undefined;
  let ofFacetsInUse: readonly CountedValue[] | undefined;

  for (const strategy of planSearch(criteria, { estimate, limits, staysRanked, isByDistance })) {
    const { kind } = strategy;
    if (kind === 'group' || kind === 'group-within') {
      const found = await group(context, page, strategy);
      if (found !== undefined && !found.total.isCapped) return withCountsOfChosen(criteria, found);
      ofFacetsInUse = found?.counts;
    } else if (kind === 'gather') {
      const found = await gather(context, page);
      if (!found.total.isCapped || staysRanked) return countFacets(context, found, ofFacetsInUse);
      counted = found;
    } else {
      const phones = await pageStrategies[kind](execute, criteria, walk);
      if (phones === undefined) continue;
      const found = { strategy: kind, order: walk.order, page: phones };
      return counted === undefined
        ? sampleAll(context, found, ofFacetsInUse)
        : countFacets(context, { ...counted, ...found }, ofFacetsInUse);
    }
  }
  throw new Error('The last strategy of a plan has no result');
}

/** Walks to a page, along an index or from city to city; undefined if the walk ended before the page was full. */
export function walkIndexes(
  execute: Execute,
  criteria: Criteria,
  walk: Walk,
): Promise<FoundPhone[] | undefined> {
  const { order } = walk;
  return order === 'distance'
    ? walkDistance(execute, requireNear(criteria), walk)
    : walkPhones(execute, criteria, { ...walk, order });
}

function requireNear({ near, ...criteria }: Criteria) {
  if (near === undefined) throw new Error('Sorting by distance needs a city');
  return { ...criteria, near };
}

type FindPage = (execute: Execute, criteria: Criteria, walk: Walk) => Promise<FoundPhone[] | undefined>;

/** The strategies that find a page without counts. */
const pageStrategies: Readonly<Record<'walk' | 'walk-cities' | 'widen' | 'sort', FindPage>> = {
  walk: walkIndexes,
  'walk-cities': walkIndexes,
  widen: (execute, criteria, walk) => widenCircle(execute, requireNear(criteria), walk),
  sort: sortPhones,
};

function toOrderedPage({ words }: Criteria, { sort, after, limit }: PageRequest): OrderedPage {
  const order = after?.order ?? (sort === 'best' && words.length === 0 ? 'best-newest' : sort);
  return { order, after, count: limit + 1 };
}

/** Undefined if more phones match the fixed facet than may be read. */
async function group(
  context: SearchContext,
  page: OrderedPage,
  strategy: Extract<Strategy, { kind: 'group' | 'group-within' }>,
): Promise<FoundPhones | undefined> {
  const { execute, criteria, limits } = context;
  const fixed = strategy.kind === 'group-within' ? strategy.facet : undefined;
  const countedFacets = facetNames.filter((name) => name !== fixed);
  const grouping = { countedFacets, maxPhones: limits.grouped + 1, page, fixed };
  const found = toFoundPhones(strategy.kind, await groupMatches(execute, criteria, grouping), page);
  if (fixed === undefined) return found;
  if (found.total.isCapped) return undefined;
  const ofFixed = await countFixed(context, fixed);
  return { ...found, counts: [...found.counts, ...ofFixed] };
}

/** Counts the values of the fixed facet by models if the words name one, else by the text search index or in a sample. */
async function countFixed(context: SearchContext, name: FacetName): Promise<readonly CountedValue[]> {
  const { execute, criteria, limits } = context;
  const ofModels = await countModels(execute, criteria, { name, maxPhones: limits.grouped });
  if (ofModels.length > 0) return ofModels;
  return (await countByIndex(context, name)) ?? (await sampleFacets(context, [name])).counts;
}

async function gather({ execute, criteria, limits }: SearchContext, page: OrderedPage): Promise<FoundPhones> {
  const gathering = { countedFacets: unusedFacets(criteria), maxPhones: limits.gathered + 1, page };
  return toFoundPhones('gather', await gatherPhones(execute, criteria, gathering), page);
}

/** Adds the counts of the facets in use to those of the others. */
async function countFacets(
  context: SearchContext,
  found: FoundPhones,
  ofFacetsInUse: readonly CountedValue[] | undefined,
): Promise<FoundPhones> {
  const { indexed, sampled } = await countInUse(context, ofFacetsInUse);
  const samples = await sampleFacets(context, sampled);
  return withCountsOfChosen(context.criteria, {
    ...found,
    counts: [...found.counts, ...indexed, ...samples.counts],
  });
}

/** Adds total and counts from a sample to a page that was found by a walk. */
async function sampleAll(
  context: SearchContext,
  found: Pick<FoundPhones, 'strategy' | 'order' | 'page'>,
  ofFacetsInUse: readonly CountedValue[] | undefined,
): Promise<FoundPhones> {
  const { criteria } = context;
  const { indexed, sampled } = await countInUse(context, ofFacetsInUse);
  const uncounted = [...sampled, ...unusedFacets(criteria)];
  const { count, isCapped, counts, minCents, maxCents } = await sampleFacets(context, uncounted);
  const total = { count: Math.max(count, found.page.length), isCapped };
  return withCountsOfChosen(criteria, {
    ...found,
    total,
    minCents,
    maxCents,
    counts: [...indexed, ...counts],
  });
}

const withCountsOfChosen = (criteria: Criteria, found: FoundPhones): FoundPhones => ({
  ...found,
  counts: withChosen(criteria, found.total, found.counts),
});

const unusedFacets = ({ facets }: Criteria): FacetName[] => facetNames.filter((name) => !facets.has(name));

const toFoundPhones = (
  strategy: Strategy['kind'],
  gathered: Gathered,
  { order }: OrderedPage,
): FoundPhones => ({
  ...gathered,
  strategy,
  order,
  total: { count: gathered.total, isCapped: gathered.isCapped },
  counts: countedValues(gathered),
});
