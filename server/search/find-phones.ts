/** Answers a search that is understood: a page, the total, and how many phones each facet's values would leave. */
import type { SearchSort } from '#contract/search.ts';
import { type FacetName, facetNames } from '#contract/search-words.ts';
import { type Criteria, letGo } from './build-condition.ts';
import { estimateMatches, type Estimate } from './estimate-matches.ts';
import {
  type FacetCount,
  type FoundPhone,
  type Gathered,
  gatherPhones,
  type Gathering,
} from './gather-phones.ts';
import type { Ask } from './limit-time.ts';
import type { Order, PageEnd } from './write-cursor.ts';
import { sampleCounts, sortPhones, walkPhones } from './walk-phones.ts';

/** How much a search may look at. Measured: see the decision record on search. */
export interface Scale {
  /** Phones that are gathered, ranked and counted exactly; of more, the newest are walked. */
  readonly gathered: number;
  /** Phones that fit all but the facets, which are looked at so that those in use are counted exactly. */
  readonly around: number;
  /** Phones that are counted for a facet in use, and of a sample. */
  readonly counted: number;
  /** Phones that a walk looks at. */
  readonly visits: number;
  /** Entries of the index that are read through without a thought. */
  readonly cheapEntries: number;
}

export const usualScale: Scale = {
  gathered: 3_000,
  around: 12_000,
  counted: 1_000,
  visits: 6_000,
  cheapEntries: 20_000,
};

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
  const context = { request, estimate, scale };
  const around = await gatherAround(ask, criteria, context);
  if (around?.total.isCapped === false) return around;
  const base = await findBase(ask, criteria, context);
  const { exact, sampled } = await countInUse(ask, criteria, { ...context, around });
  const unused = unusedFacets(criteria);
  const samples = await sampleFacets(ask, criteria, [...sampled, ...(base.isCounted ? [] : unused)], scale);
  const all = [...base.counts, ...exact, ...samples.counts];
  if (base.isCounted) return { ...base, counts: all.map(chosenAlone(criteria, base.total)) };
  const { page, order } = base;
  const { count, ...rest } = samples;
  const total = { count: Math.max(count, page.length), isCapped: samples.isCapped };
  return { ...rest, page, order, total, counts: all.map(chosenAlone(criteria, total)) };
}

interface Context {
  readonly request: PageRequest;
  readonly estimate: Estimate;
  readonly scale: Scale;
}

/**
 * Where the words alone are rare, one gathering of all that they fit answers everything, facets in use included.
 * Where they turn out to fit more than can be gathered, its counts are lower bounds and its page is of no use.
 */
async function gatherAround(
  ask: Ask,
  criteria: Criteria,
  { request, estimate, scale }: Context,
): Promise<FoundPhones | undefined> {
  if (criteria.facets.size === 0 || estimate.fitting(letGo(criteria, facetNames)) > scale.around)
    return undefined;
  const most = scale.around + 1;
  return gather(ask, criteria, request, { countedFacets: facetNames, most, isAround: true });
}

/** The counts of the facets in use, as far as they can be had by the index; the others are left to a sample. */
async function countInUse(
  ask: Ask,
  criteria: Criteria,
  { around, estimate, scale }: Context & { around: FoundPhones | undefined },
): Promise<{ exact: readonly CountedValue[]; sampled: readonly FacetName[] }> {
  const names = [...criteria.facets.keys()];
  if (around !== undefined)
    return { exact: around.counts.filter(({ name }) => names.includes(name)), sampled: [] };
  const exact: CountedValue[] = [];
  const sampled: FacetName[] = [];
  for (const name of names) {
    const others = letGo(criteria, [name]);
    if (isCheapToCount(others, estimate, scale)) {
      const most = scale.counted + 1;
      exact.push(...capped(await gatherPhones(ask, others, { countedFacets: [name], most }), most));
    } else sampled.push(name);
  }
  return { exact, sampled };
}

const unusedFacets = ({ facets }: Criteria): FacetName[] => facetNames.filter((name) => !facets.has(name));

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

async function findBase(ask: Ask, criteria: Criteria, { request, estimate, scale }: Context): Promise<Base> {
  const { after, limit } = request;
  const countedFacets = unusedFacets(criteria);
  const gatherBase = async (): Promise<Base> => ({
    ...(await gather(ask, criteria, request, { countedFacets, most: scale.gathered + 1 })),
    isCounted: true,
  });
  const order = orderOf(criteria, request);
  // A ranked page that is followed by a ranked one stays ranked, even if phones were listed since.
  const staysRanked = order === 'best' && after !== undefined;
  const isRare = estimate.fitting() <= scale.gathered || estimate.rarest() <= scale.cheapEntries;
  const gathered = isRare || staysRanked ? await gatherBase() : undefined;
  if (gathered !== undefined && (!gathered.total.isCapped || staysRanked)) return gathered;
  const walked = order === 'best' ? 'best-newest' : order;
  const walk = { order: walked, after, count: limit + 1, visits: scale.visits } as const;
  const page = await walkPhones(ask, criteria, walk);
  if (page !== undefined) return { ...(gathered ?? uncounted), page, order: walked };
  // Fewer than was thought, or elsewhere: frequent words that hardly meet, phones that are never cheap.
  const second = gathered ?? (await gatherBase());
  if (!second.total.isCapped) return second;
  return { ...second, page: await sortPhones(ask, criteria, walk), order: walked };
}

const orderOf = ({ words }: Criteria, { sort, after }: PageRequest): Order =>
  after?.order ?? (sort === 'best' && words.length === 0 ? 'best-newest' : sort);

const uncounted = {
  total: { count: 0, isCapped: true },
  counts: [],
  minCents: null,
  maxCents: null,
  isCounted: false,
} as const;

async function gather(
  ask: Ask,
  criteria: Criteria,
  request: PageRequest,
  gathering: Omit<Gathering, 'page'>,
): Promise<FoundPhones> {
  const order = orderOf(criteria, request);
  const page = { order, after: request.after, count: request.limit + 1 };
  const gathered = await gatherPhones(ask, criteria, { ...gathering, page });
  const total = { count: gathered.total, isCapped: gathered.gathered === gathering.most };
  return { ...gathered, order, total, counts: capped(gathered, gathering.most) };
}

/** Without the facet's own condition the index may have far more to read through. */
function isCheapToCount(criteria: Criteria, estimate: Estimate, scale: Scale): boolean {
  const rarest = estimate.rarest(criteria);
  // What is asked phone by phone is no condition of the index.
  const isFiltered = criteria.facets.has('verified') || criteria.facets.has('advertised');
  const isSparse = estimate.fitting(criteria) * scale.visits < estimate.live * worthSampling;
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
  const counts = samples.flatMap((sample) => markCapped(sample, !sample.isWhole));
  const [first] = samples;
  return {
    counts,
    count: first?.total ?? 0,
    isCapped: first?.isWhole !== true,
    minCents: first?.minCents ?? null,
    maxCents: first?.maxCents ?? null,
  };
}

const capped = (gathered: Gathered, most: number): CountedValue[] =>
  markCapped(gathered, gathered.gathered === most);

const markCapped = ({ counts }: Gathered, isCapped: boolean): CountedValue[] =>
  counts.map((each) => ({ ...each, isCapped }));
