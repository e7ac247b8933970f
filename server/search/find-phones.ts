/** Answers a search that is understood: a page, the total, and how many phones each facet's values would leave. */
import type { SearchSort } from '#contract/search.ts';
import { type FacetName, facetNames } from '#contract/search-words.ts';
import { type Criteria, isLexemeFacet, letGo } from './build-condition.ts';
import { estimateMatches, type Estimate } from './estimate-matches.ts';
import {
  countByIndex,
  type CountedValue,
  countedValues,
  countInUse,
  sampleFacets,
  withChosen,
} from './count-facets.ts';
import { countModels } from './count-models.ts';
import { gatherAround } from './gather-around.ts';
import { type FoundPhone, type Gathered, gatherPhones, type PageOfGathered } from './gather-phones.ts';
import type { Ask } from './limit-time.ts';
import type { Scale } from './limit-scale.ts';
import type { Order, PageEnd } from './write-cursor.ts';
import { walkDistance } from './walk-distance.ts';
import { sortPhones, type Walk, walkPhones } from './walk-phones.ts';

export interface PageRequest {
  readonly sort: SearchSort;
  readonly after: PageEnd | undefined;
  readonly limit: number;
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
  const around = await findAround(ask, criteria, context);
  if (around?.total.isCapped === false)
    return { ...around, counts: withChosen(criteria, around.total, around.counts) };
  const base = await findBase(ask, criteria, context);
  const { indexed, sampled } = await countInUse(ask, criteria, { around: around?.counts, estimate, scale });
  const unused = unusedFacets(criteria);
  const samples = await sampleFacets(ask, criteria, [...sampled, ...(base.isCounted ? [] : unused)], scale);
  const all = [...base.counts, ...indexed, ...samples.counts];
  if (base.isCounted) return { ...base, counts: withChosen(criteria, base.total, all) };
  const { page, order } = base;
  const { count, ...rest } = samples;
  const total = { count: Math.max(count, page.length), isCapped: samples.isCapped };
  return { ...rest, page, order, total, counts: withChosen(criteria, total, all) };
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
async function findAround(
  ask: Ask,
  criteria: Criteria,
  { request, estimate, scale }: Context,
): Promise<FoundPhones | undefined> {
  if (criteria.facets.size === 0) return undefined;
  const held = facetToHold(criteria, estimate, scale);
  const countedFacets = facetNames.filter((name) => name !== held);
  if (!isAroundCheaper(criteria, letGo(criteria, countedFacets), { estimate, scale })) return undefined;
  const page = pageToGather(criteria, request);
  const gathering = { countedFacets, most: scale.around + 1, page, held };
  const found = asFound(await gatherAround(ask, criteria, gathering), page);
  if (held === undefined) return found;
  // It has no counts of the facet that was held.
  if (found.total.isCapped) return undefined;
  const ofHeld = await countHeld(ask, criteria, held, { estimate, scale });
  return { ...found, counts: [...found.counts, ...ofHeld] };
}

/** Mostly by models; words that are no model's say nothing of those. */
async function countHeld(
  ask: Ask,
  criteria: Criteria,
  held: FacetName,
  tools: Pick<Context, 'estimate' | 'scale'>,
): Promise<readonly CountedValue[]> {
  const ofModels = await countModels(ask, criteria, { name: held, most: tools.scale.around });
  if (ofModels.length > 0) return ofModels;
  const indexed = await countByIndex(ask, criteria, held, tools);
  return indexed ?? (await sampleFacets(ask, criteria, [held], tools.scale)).counts;
}

/**
 * Popular words fit thousands of phones. Where several facets are in use, the one that leaves the fewest stays a
 * condition: all else is counted exactly among those, and only its own values more coarsely.
 */
function facetToHold(criteria: Criteria, { fitting }: Estimate, { popular }: Scale): FacetName | undefined {
  const { words, facets } = criteria;
  if (words.length === 0 || facets.size < 2 || fitting(letGo(criteria, facetNames)) <= popular)
    return undefined;
  const left = (held: FacetName): number =>
    fitting({ ...criteria, facets: new Map([...facets].filter(([name]) => name === held)) });
  // Popular words mostly say whose phones they mean: a category leaves all of those.
  const holdable = [...facets.keys()].filter((name) => isLexemeFacet(name) && name !== 'category');
  return holdable.toSorted((one, other) => left(one) - left(other))[0];
}

/** Whether one gathering of all that fits `around` costs less than one of what is asked for and one for each facet. */
function isAroundCheaper(
  criteria: Criteria,
  around: Criteria,
  { estimate, scale }: Pick<Context, 'estimate' | 'scale'>,
): boolean {
  const costOf = (part: Criteria, most: number): number =>
    Math.min(most, estimate.fitting(part)) + estimate.entries(part) / entriesPerPhone;
  const apart = [...criteria.facets.keys()].map((name) => costOf(letGo(criteria, [name]), scale.counted));
  const asked = costOf(criteria, scale.gathered);
  return (
    estimate.fitting(around) <= scale.around &&
    costOf(around, scale.around) <= apart.reduce((sum, each) => sum + each, asked)
  );
}

/** Entries of the index that are read in the time in which a phone is. */
const entriesPerPhone = 250;

const unusedFacets = ({ facets }: Criteria): FacetName[] => facetNames.filter((name) => !facets.has(name));

interface Base extends FoundPhones {
  /** False where only the page is known. */
  readonly isCounted: boolean;
}

async function findBase(ask: Ask, criteria: Criteria, { request, estimate, scale }: Context): Promise<Base> {
  const { after, limit } = request;
  const paged = pageToGather(criteria, request);
  const { order } = paged;
  const gathering = { countedFacets: unusedFacets(criteria), most: scale.gathered + 1, page: paged };
  const gatherBase = async (): Promise<Base> => ({
    ...asFound(await gatherPhones(ask, criteria, gathering), paged),
    isCounted: true,
  });
  // A ranked page that is followed by a ranked one stays ranked, even if phones were listed since.
  const staysRanked = order === 'best' && after !== undefined;
  const isRare = estimate.fitting() <= scale.gathered || estimate.rarest() <= scale.cheapEntries;
  const gathered = isRare || staysRanked ? await gatherBase() : undefined;
  if (gathered !== undefined && (!gathered.total.isCapped || staysRanked)) return gathered;
  const walked = order === 'best' ? 'best-newest' : order;
  const walk = { order: walked, after, count: limit + 1, visits: scale.visits } as const;
  const page = await walkAlong(ask, criteria, walk);
  if (page !== undefined) return { ...(gathered ?? uncounted), page, order: walked };
  // Fewer than was thought, or elsewhere: frequent words that hardly meet, phones that are never cheap.
  const second = gathered ?? (await gatherBase());
  if (!second.total.isCapped) return second;
  return { ...second, page: await sortPhones(ask, criteria, walk), order: walked };
}

/** In the order of an index, or from city to city. */
export function walkAlong(ask: Ask, criteria: Criteria, walk: Walk): Promise<FoundPhone[] | undefined> {
  const { order } = walk;
  if (order !== 'distance') return walkPhones(ask, criteria, { ...walk, order });
  const { near } = criteria;
  if (near === undefined) throw new Error('An order by distance, and from nowhere');
  return walkDistance(ask, { ...criteria, near }, walk);
}

function pageToGather({ words }: Criteria, { sort, after, limit }: PageRequest): PageOfGathered {
  const order = after?.order ?? (sort === 'best' && words.length === 0 ? 'best-newest' : sort);
  return { order, after, count: limit + 1 };
}

const uncounted = {
  total: { count: 0, isCapped: true },
  counts: [],
  minCents: null,
  maxCents: null,
  isCounted: false,
} as const;

const asFound = (gathered: Gathered, { order }: PageOfGathered): FoundPhones => ({
  ...gathered,
  order,
  total: { count: gathered.total, isCapped: gathered.isCapped },
  counts: countedValues(gathered),
});
