/** Answers a search that is understood: a page, the total, and how many phones each facet's values would leave. */
import type { SearchSort } from '#contract/search.ts';
import { type FacetName, facetNames } from '#contract/search-words.ts';
import type { Criteria } from './build-condition.ts';
import { estimateMatches, type Estimate } from './estimate-matches.ts';
import { type FacetCount, type FoundPhone, type Gathered, gatherPhones } from './gather-phones.ts';
import type { Ask } from './limit-time.ts';
import type { Order, PageEnd } from './write-cursor.ts';
import { sampleCounts, sortPhones, walkPhones } from './walk-phones.ts';

/** How much a search may look at. Measured: see the decision record on search. */
export interface Scale {
  /** Phones that are gathered, ranked and counted exactly; of more, the newest are walked. */
  readonly gathered: number;
  /** Phones that are counted for a facet in use, and of a sample. */
  readonly counted: number;
  /** Phones that a walk looks at. */
  readonly visits: number;
  /** Entries of the index that are read through without a thought. */
  readonly cheapEntries: number;
}

export const usualScale: Scale = { gathered: 1_500, counted: 1_000, visits: 6_000, cheapEntries: 20_000 };

export interface PageRequest {
  readonly sort: SearchSort;
  readonly after: PageEnd | undefined;
  readonly limit: number;
}

export interface CountedValue extends FacetCount {
  readonly isCapped: boolean;
}

export interface FoundPhones {
  readonly order: Order;
  /** One more than was asked for where another page follows. */
  readonly page: readonly FoundPhone[];
  readonly total: { readonly count: number; readonly isCapped: boolean };
  readonly counts: readonly CountedValue[];
  readonly minCents: number | null;
  readonly maxCents: number | null;
}

/** Rare or frequent, by the planner's estimate: the two ways to answer. */
export async function findPhones(
  ask: Ask,
  criteria: Criteria,
  request: PageRequest,
  scale: Scale,
): Promise<FoundPhones> {
  const estimate = await estimateMatches(ask, criteria);
  const inUse = facetNames.filter((name) => criteria.facets.has(name));
  const unused = facetNames.filter((name) => !criteria.facets.has(name));
  const base = await findBase(ask, criteria, { request, unused, estimate, scale });
  const isCheap = (name: FacetName): boolean => isCheapToCount(name, criteria, estimate, scale);
  const counts: CountedValue[] = [...base.counts];
  for (const name of inUse.filter(isCheap)) {
    const most = scale.counted + 1;
    const gathered = await gatherPhones(ask, criteria, { except: name, countedFacets: [name], most });
    counts.push(...capped(gathered, gathered.total === most));
  }
  const sampled = [...inUse.filter((name) => !isCheap(name)), ...(base.isCounted ? [] : unused)];
  const samples = await sampleFacets(ask, criteria, sampled, scale);
  const all = [...counts, ...samples.counts];
  if (base.isCounted) return { ...base, counts: all.map(chosenAlone(criteria, base.total)) };
  const { page, order } = base;
  const { count, ...rest } = samples;
  const total = { count: Math.max(count, page.length), isCapped: samples.isCapped };
  return { ...rest, page, order, total, counts: all.map(chosenAlone(criteria, total)) };
}

/** Of the one value that is chosen of a facet there are as many as were found, however the others were counted. */
const chosenAlone =
  ({ facets }: Criteria, total: FoundPhones['total']) =>
  (each: CountedValue): CountedValue => {
    const [value, ...more] = facets.get(each.name) ?? [];
    return value === each.value && more.length === 0 ? { ...each, ...total } : each;
  };

interface Base extends FoundPhones {
  /** False where only the page is known. */
  readonly isCounted: boolean;
}

interface BaseContext {
  readonly request: PageRequest;
  readonly unused: readonly FacetName[];
  readonly estimate: Estimate;
  readonly scale: Scale;
}

async function findBase(ask: Ask, criteria: Criteria, context: BaseContext): Promise<Base> {
  const { request, estimate, scale } = context;
  const { sort, after, limit } = request;
  const order = after?.order ?? (sort === 'best' && criteria.words.length === 0 ? 'best-newest' : sort);
  // A ranked page that is followed by a ranked one stays ranked, even if phones were listed since.
  const staysRanked = order === 'best' && after !== undefined;
  const isRare = estimate.fitting() <= scale.gathered || estimate.rarest() <= scale.cheapEntries;
  const gathered = isRare || staysRanked ? await gatherBase(ask, criteria, order, context) : undefined;
  if (gathered !== undefined && (!gathered.total.isCapped || staysRanked)) return gathered;
  const walked = order === 'best' ? 'best-newest' : order;
  const walk = { order: walked, after, count: limit + 1, visits: scale.visits } as const;
  const page = await walkPhones(ask, criteria, walk);
  if (page !== undefined) return { ...(gathered ?? uncounted), page, order: walked };
  // Fewer than was thought, or elsewhere: frequent words that hardly meet, phones that are never cheap.
  const second = gathered ?? (await gatherBase(ask, criteria, walked, context));
  if (!second.total.isCapped) return second;
  return { ...second, page: await sortPhones(ask, criteria, walk), order: walked };
}

const uncounted = {
  total: { count: 0, isCapped: true },
  counts: [],
  minCents: null,
  maxCents: null,
  isCounted: false,
} as const;

async function gatherBase(
  ask: Ask,
  criteria: Criteria,
  order: Order,
  { request: { after, limit }, unused, scale }: BaseContext,
): Promise<Base> {
  const most = scale.gathered + 1;
  const page = { order, after, count: limit + 1 };
  const gathered = await gatherPhones(ask, criteria, { countedFacets: unused, most, page });
  const isCapped = gathered.total === most;
  const counts = capped(gathered, isCapped);
  return { ...gathered, order, total: { count: gathered.total, isCapped }, counts, isCounted: true };
}

/** Without the facet's own condition the index may have far more to read through. */
function isCheapToCount(name: FacetName, { facets }: Criteria, estimate: Estimate, scale: Scale): boolean {
  const rarest = estimate.rarest(name);
  // What is asked phone by phone is no condition of the index.
  const isFiltered = facets.has('verified') || facets.has('advertised');
  const isSparse = estimate.fitting(name) * scale.visits < estimate.live * worthSampling;
  return rarest <= scale.cheapEntries || (isSparse && !isFiltered && rarest <= 5 * scale.cheapEntries);
}

/** Phones that a sample must be expected to hold, or its counts say too little. */
const worthSampling = 30;

/** Where one category is chosen its own newest phones are looked at, but for the counts of the other categories. */
async function sampleFacets(ask: Ask, criteria: Criteria, names: readonly FacetName[], scale: Scale) {
  const groups = [names.filter((name) => name !== 'category'), names.filter((name) => name === 'category')];
  const isOneGroup = !criteria.facets.has('category');
  const { visits } = scale;
  // With facets in use a sample also holds the phones that miss one of them.
  const most = criteria.facets.size === 0 ? scale.counted : visits;
  const samples = [];
  for (const countedFacets of isOneGroup ? [names] : groups) {
    if (countedFacets.length > 0)
      samples.push(await sampleCounts(ask, criteria, { countedFacets, visits, most }));
  }
  const counts = samples.flatMap((sample) => capped(sample, !sample.isWhole));
  const [first] = samples;
  return {
    counts,
    count: first?.total ?? 0,
    isCapped: first?.isWhole !== true,
    minCents: first?.minCents ?? null,
    maxCents: first?.maxCents ?? null,
  };
}

const capped = ({ counts }: Gathered, isCapped: boolean): CountedValue[] =>
  counts.map((each) => ({ ...each, isCapped }));
