/** Counts, for each value of a facet, the phones that would remain if it were selected. */
import type { FacetName } from '#contract/search-words.ts';
import { type Criteria, withoutFacets } from './build-condition.ts';
import type { Estimate } from './estimate-matches.ts';
import { type FacetCount, type Gathered, gatherPhones } from './gather-phones.ts';
import type { Execute } from './limit-time.ts';
import type { SearchLimits } from './plan-search.ts';
import { sampleCounts } from './walk-phones.ts';

export interface CountedValue extends FacetCount {
  readonly isCapped: boolean;
}

/** The count of each value, marked as a lower bound if not all phones were read. */
export const countedValues = ({ counts, isCapped }: Gathered): CountedValue[] =>
  counts.map((each) => ({ ...each, isCapped }));

/** A search in progress: what it looks for, and what it may read. */
export interface SearchContext {
  readonly execute: Execute;
  readonly criteria: Criteria;
  readonly estimate: Estimate;
  readonly limits: SearchLimits;
}

/**
 * Counts the facets in use by the text search index where that is cheap.
 *
 * @param known the counts, if a strategy has made them already
 * @returns `sampled` has the facets that are still to be counted, in a sample
 */
export async function countInUse(
  context: SearchContext,
  known: readonly CountedValue[] | undefined,
): Promise<{ indexed: readonly CountedValue[]; sampled: readonly FacetName[] }> {
  const names = [...context.criteria.facets.keys()];
  if (known !== undefined) return { indexed: known.filter(({ name }) => names.includes(name)), sampled: [] };
  const indexed: CountedValue[] = [];
  const sampled: FacetName[] = [];
  for (const name of names) {
    const counts = await countByIndex(context, name);
    if (counts === undefined) sampled.push(name);
    else indexed.push(...counts);
  }
  return { indexed, sampled };
}

/** Counts the values of one facet in use by the text search index; undefined if that would take too long. */
export async function countByIndex(
  { execute, criteria, estimate, limits }: SearchContext,
  name: FacetName,
): Promise<CountedValue[] | undefined> {
  const others = withoutFacets(criteria, [name]);
  if (!isCheapToCount(others, estimate, limits)) return undefined;
  const maxPhones = limits.counted + 1;
  return countedValues(await gatherPhones(execute, others, { countedFacets: [name], maxPhones }));
}

/**
 * Completes the counts of the selected values. If a single value of a facet is selected, its count is the total of the
 * search, however the others were counted. If several are selected, those without a count get 0.
 */
export function withChosen(
  { facets }: Criteria,
  total: Pick<CountedValue, 'count' | 'isCapped'>,
  counts: readonly CountedValue[],
): CountedValue[] {
  const chosen = [...facets].flatMap(([name, values]) => values.map((value) => ({ name, value })));
  const isChosen = (each: FacetCount): boolean => facets.get(each.name)?.includes(each.value) === true;
  return [
    ...counts.filter((each) => !isChosen(each)),
    ...chosen.map(({ name, value }): CountedValue => {
      const ofFacet = counts.filter((each) => each.name === name);
      if (facets.get(name)?.length === 1) return { name, value, ...total };
      const isCapped = ofFacet.some((each) => each.isCapped);
      return ofFacet.find((each) => each.value === value) ?? { name, value, count: 0, isCapped };
    }),
  ];
}

/** Whether the index can count a facet quickly. Without the condition of that facet, it may have to read many more entries. */
function isCheapToCount(criteria: Criteria, estimate: Estimate, limits: SearchLimits): boolean {
  const rarest = estimate.rarest(criteria);
  // These conditions are subqueries for each phone and cannot use the index.
  const isFiltered = criteria.facets.has('verified') || criteria.facets.has('advertised');
  const isRareInSample = estimate.matching(criteria) * limits.visits < estimate.live * minSampled;
  return (
    rarest <= limits.cheapEntries || (isRareInSample && !isFiltered && rarest <= 5 * limits.cheapEntries)
  );
}

/** With fewer expected matches in a sample, its counts would mean little. */
const minSampled = 30;

/**
 * Counts facets among the newest phones. If a category is chosen, these are the newest phones of that category, except
 * for the counts of the categories themselves.
 */
export async function sampleFacets(
  { execute, criteria, limits }: SearchContext,
  names: readonly FacetName[],
) {
  const groups = [names.filter((name) => name !== 'category'), names.filter((name) => name === 'category')];
  const isOneGroup = !criteria.facets.has('category');
  const { visits } = limits;
  // With facets in use, the sample must also contain the phones that do not match one of them.
  const maxPhones = criteria.facets.size === 0 ? limits.counted : visits;
  const samples = [];
  for (const countedFacets of isOneGroup ? [names] : groups) {
    if (countedFacets.length > 0)
      samples.push(await sampleCounts(execute, criteria, { countedFacets, visits, maxPhones }));
  }
  const counts = samples.flatMap(countedValues);
  const [first] = samples;
  return {
    counts,
    count: first?.total ?? 0,
    isCapped: first?.isCapped !== false,
    minCents: first?.minCents ?? null,
    maxCents: first?.maxCents ?? null,
  };
}
