/**
 * Chooses the strategy of a search from PostgreSQL's estimates of its conditions, before any phone is read. No single
 * strategy suits all searches: to read and rank every match is best for "galaxy s22 in Dhaka" and impossible for
 * "samsung", which may match a hundred thousand phones.
 */
import { type FacetName, facetNames } from '#contract/search-words.ts';
import { type Criteria, isLexemeFacet, withoutFacets } from './build-condition.ts';
import type { Estimate } from './estimate-matches.ts';

/** One way to answer a search. */
export type Strategy =
  /** Reads all matches of the words once, ignoring facets: exact, for rare words (`group-matches.ts`). */
  | { readonly kind: 'group' }
  /** The same for popular words with several facets, but only phones with the values of one facet are read: exact except for that facet's counts. */
  | { readonly kind: 'group-within'; readonly facet: FacetName }
  /** Reads and ranks all matches: exact, for rare searches (`gather-phones.ts`). */
  | { readonly kind: 'gather' }
  /** Reads the index of the sort order until the page is full, and counts a sample (`walk-phones.ts`). */
  | { readonly kind: 'walk' }
  /** Reads one city after the other until the page is full, and counts a sample (`walk-distance.ts`). */
  | { readonly kind: 'walk-cities' }
  /** Sorts all matches within a circle, then within a wider one, until the page is full (`widen-circle.ts`): for words too rare for a walk from city to city and too frequent to be gathered. */
  | { readonly kind: 'widen' }
  /** Sorts all matches if a walk found too few: slow, and limited by the search's deadline. */
  | { readonly kind: 'sort' };

/** How much a search may read. The defaults were measured (decision 021). */
export interface SearchLimits {
  /** How many phones are gathered, ranked and counted exactly. */
  readonly gathered: number;
  /** How many phones that match the words are read to be grouped by facets. */
  readonly grouped: number;
  /** Words are popular if they are expected to match more phones than this. */
  readonly popular: number;
  /** How many phones are counted for a facet in use, or in a sample without facets. */
  readonly counted: number;
  /** How many phones a walk or a sample reads. */
  readonly visits: number;
  /** A search is rare, too, if its rarest condition has at most this many index entries. */
  readonly cheapEntries: number;
}

export const defaultLimits: SearchLimits = {
  gathered: 3_000,
  grouped: 12_000,
  popular: 2_000,
  counted: 1_000,
  visits: 6_000,
  cheapEntries: 20_000,
};

export interface PlanOptions {
  readonly estimate: Estimate;
  readonly limits: SearchLimits;
  readonly isByDistance: boolean;
  /** Whether the page follows one that was sorted by rank: it is then sorted by rank even if more phones match now. */
  readonly staysRanked: boolean;
}

/**
 * The strategies to try, in order. Estimates can be wrong, so a strategy may fail: there are more matches than it may
 * read, or a walk ends before the page is full. The last strategy always has a result.
 */
export function planSearch(criteria: Criteria, options: PlanOptions): readonly Strategy[] {
  const { estimate, limits, isByDistance, staysRanked } = options;
  const walks: Strategy[] = isByDistance
    ? [...(isSparse(criteria, options) ? [{ kind: 'widen' } as const] : []), { kind: 'walk-cities' }]
    : [{ kind: 'walk' }];
  const grouping = planGrouping(criteria, options);
  if (staysRanked) return [...grouping, { kind: 'gather' }];
  const isRare = estimate.matching() <= limits.gathered || estimate.rarest() <= limits.cheapEntries;
  return isRare
    ? [...grouping, { kind: 'gather' }, ...walks, { kind: 'sort' }]
    : [...grouping, ...walks, { kind: 'gather' }, { kind: 'sort' }];
}

/** Whether a walk from city to city would probably not fill a page within its limit. */
function isSparse({ near }: Criteria, { estimate, limits }: PlanOptions): boolean {
  const expected = (estimate.matching() / estimate.live) * limits.visits;
  return near !== undefined && near.radius === undefined && expected < minExpected;
}

/** Enough for several pages, because similar phones are often listed in the same cities. */
const minExpected = 100;

/** Whether a page without counts is found by a walk rather than by gathering all matches. */
export const isPageWalked = ({ matching, rarest }: Estimate, { gathered }: SearchLimits): boolean =>
  Math.min(matching(), rarest()) > gathered;

function planGrouping(criteria: Criteria, { estimate, limits }: PlanOptions): Strategy[] {
  if (criteria.facets.size === 0) return [];
  const facet = facetToFix(criteria, estimate, limits);
  const grouped = withoutFacets(
    criteria,
    facetNames.filter((name) => name !== facet),
  );
  if (!isGroupingCheaper(criteria, grouped, estimate, limits)) return [];
  return [facet === undefined ? { kind: 'group' } : { kind: 'group-within', facet }];
}

/**
 * Popular words match thousands of phones. If several facets are in use, only the phones with the chosen values of one
 * facet are read: the facet that leaves the fewest. Its own counts are then less exact than those of all other facets.
 */
function facetToFix(
  criteria: Criteria,
  { matching }: Estimate,
  { popular }: SearchLimits,
): FacetName | undefined {
  const { words, facets } = criteria;
  const isPopular = words.length > 0 && matching(withoutFacets(criteria, facetNames)) > popular;
  if (!isPopular || facets.size < 2) return undefined;
  const remaining = (fixed: FacetName): number =>
    matching({ ...criteria, facets: new Map([...facets].filter(([name]) => name === fixed)) });
  // Popular words mostly belong to the phones of one maker, so the category would exclude hardly any.
  const candidates = [...facets.keys()].filter((name) => isLexemeFacet(name) && name !== 'category');
  return candidates.toSorted((one, other) => remaining(one) - remaining(other))[0];
}

/** Whether reading `grouped` once costs less than reading the matches and, for the counts of each facet, reading again. */
function isGroupingCheaper(
  criteria: Criteria,
  grouped: Criteria,
  { matching, entries }: Estimate,
  limits: SearchLimits,
): boolean {
  const costOf = (part: Criteria, limit: number): number =>
    Math.min(limit, matching(part)) + entries(part) / entriesPerPhone;
  const costsOfFacets = [...criteria.facets.keys()].map((name) =>
    costOf(withoutFacets(criteria, [name]), limits.counted),
  );
  const costOfMatches = costOf(criteria, limits.gathered);
  return (
    matching(grouped) <= limits.grouped &&
    costOf(grouped, limits.grouped) <= costsOfFacets.reduce((sum, each) => sum + each, costOfMatches)
  );
}

/** How many index entries are read in the time that reading one phone takes. */
const entriesPerPhone = 250;
