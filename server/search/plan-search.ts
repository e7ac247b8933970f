/**
 * Chooses the strategy of a search by PostgreSQL's estimates of its conditions, before any phone is read. No single
 * strategy suits all searches: reading and ranking every match is best for "galaxy s22 in Dhaka" and impossible for
 * "samsung", of which a market has a hundred thousand.
 */
import { type FacetName, facetNames } from '#contract/search-words.ts';
import { type Criteria, isLexemeFacet, withoutFacets } from './build-condition.ts';
import type { Estimate } from './estimate-matches.ts';

/** One way to answer a search. */
export type Strategy =
  /** Reads all matches of the words once, ignoring facets: exact, for rare words (`group-matches.ts`). */
  | { readonly kind: 'group' }
  /** The same for popular words with several facets, one of which stays a condition: exact except for that facet's counts. */
  | { readonly kind: 'group-within'; readonly facet: FacetName }
  /** Reads and ranks everything that matches: exact, for rare searches (`gather-phones.ts`). */
  | { readonly kind: 'gather' }
  /** Reads the index of the sort order until the page is full, and counts a sample (`walk-phones.ts`). */
  | { readonly kind: 'walk' }
  /** Reads one city after the other until the page is full, and counts a sample (`walk-distance.ts`). */
  | { readonly kind: 'walk-cities' }
  /** Reads what matches within a circle, and within a wider one until the page is full (`widen-circle.ts`): for what is too rare to be met from city to city, and too frequent to be gathered. */
  | { readonly kind: 'widen' }
  /** Sorts all matches, if a walk found too few: slow, and limited by the search's deadline. */
  | { readonly kind: 'sort' };

/** How much a search may read. Measured: see the decision record on search. */
export interface Scale {
  /** Phones that are gathered, ranked and counted exactly. */
  readonly gathered: number;
  /** Phones that match the words alone and are read to be grouped by facets. */
  readonly grouped: number;
  /** Words that are expected to match more phones are popular. */
  readonly popular: number;
  /** Phones that are counted for a facet in use, and of a sample. */
  readonly counted: number;
  /** Phones that a walk reads. */
  readonly visits: number;
  /** Index entries that are read without estimating the cost. */
  readonly cheapEntries: number;
}

export const usualScale: Scale = {
  gathered: 3_000,
  grouped: 12_000,
  popular: 2_000,
  counted: 1_000,
  visits: 6_000,
  cheapEntries: 20_000,
};

export interface PlanOptions {
  readonly estimate: Estimate;
  readonly scale: Scale;
  readonly isByDistance: boolean;
  /** A ranked page that follows a ranked one stays ranked, even if more phones match by now. */
  readonly staysRanked: boolean;
}

/**
 * The strategies to try, in order. An estimate can be wrong, so each may turn out not to work: more matches than it
 * can read, or a walk that ends before the page is full. The last one always answers.
 */
export function planSearch(criteria: Criteria, options: PlanOptions): readonly Strategy[] {
  const { estimate, scale, isByDistance, staysRanked } = options;
  const walks: Strategy[] = isByDistance
    ? [...(isSparse(criteria, options) ? [{ kind: 'widen' } as const] : []), { kind: 'walk-cities' }]
    : [{ kind: 'walk' }];
  const grouping = planGrouping(criteria, options);
  if (staysRanked) return [...grouping, { kind: 'gather' }];
  const isRare = estimate.fitting() <= scale.gathered || estimate.rarest() <= scale.cheapEntries;
  return isRare
    ? [...grouping, { kind: 'gather' }, ...walks, { kind: 'sort' }]
    : [...grouping, ...walks, { kind: 'gather' }, { kind: 'sort' }];
}

/** Whether a walk from city to city would find too few phones for a page, or only distant ones. */
function isSparse({ near }: Criteria, { estimate, scale }: PlanOptions): boolean {
  const met = (estimate.fitting() / estimate.live) * scale.visits;
  return near !== undefined && near.reach === undefined && met < leastMet;
}

/** Several pages, because phones of one kind are often listed together. */
const leastMet = 100;

/** Whether a page without counts is walked rather than gathered. */
export const isPageWalked = ({ fitting, rarest }: Estimate, { gathered }: Scale): boolean =>
  Math.min(fitting(), rarest()) > gathered;

function planGrouping(criteria: Criteria, { estimate, scale }: PlanOptions): Strategy[] {
  if (criteria.facets.size === 0) return [];
  const facet = facetToFix(criteria, estimate, scale);
  const grouped = withoutFacets(
    criteria,
    facetNames.filter((name) => name !== facet),
  );
  if (!isGroupingCheaper(criteria, grouped, estimate, scale)) return [];
  return [facet === undefined ? { kind: 'group' } : { kind: 'group-within', facet }];
}

/**
 * Popular words match thousands of phones. If several facets are in use, the one that leaves the fewest stays a
 * condition: everything else is counted exactly among those phones, and only its own values more coarsely.
 */
function facetToFix(criteria: Criteria, { fitting }: Estimate, { popular }: Scale): FacetName | undefined {
  const { words, facets } = criteria;
  const isPopular = words.length > 0 && fitting(withoutFacets(criteria, facetNames)) > popular;
  if (!isPopular || facets.size < 2) return undefined;
  const left = (fixed: FacetName): number =>
    fitting({ ...criteria, facets: new Map([...facets].filter(([name]) => name === fixed)) });
  // Popular words mostly name a maker's phones: fixing the category would leave all of them.
  const candidates = [...facets.keys()].filter((name) => isLexemeFacet(name) && name !== 'category');
  return candidates.toSorted((one, other) => left(one) - left(other))[0];
}

/** Whether reading `grouped` once costs less than reading what matches, and once more for the counts of each facet. */
function isGroupingCheaper(
  criteria: Criteria,
  grouped: Criteria,
  { fitting, entries }: Estimate,
  scale: Scale,
): boolean {
  const costOf = (part: Criteria, most: number): number =>
    Math.min(most, fitting(part)) + entries(part) / entriesPerPhone;
  const apart = [...criteria.facets.keys()].map((name) =>
    costOf(withoutFacets(criteria, [name]), scale.counted),
  );
  const matching = costOf(criteria, scale.gathered);
  return (
    fitting(grouped) <= scale.grouped &&
    costOf(grouped, scale.grouped) <= apart.reduce((sum, each) => sum + each, matching)
  );
}

/** Entries of the index that are read in the time that reading one phone takes. */
const entriesPerPhone = 250;
