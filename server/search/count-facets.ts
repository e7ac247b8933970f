/** Counts how many phones would remain for each value of a facet. */
import type { FacetName } from '#contract/search-words.ts';
import { type Criteria, withoutFacets } from './build-condition.ts';
import type { Estimate } from './estimate-matches.ts';
import { type FacetCount, type Gathered, gatherPhones } from './gather-phones.ts';
import type { Execute } from './limit-time.ts';
import type { Scale } from './plan-search.ts';
import { sampleCounts } from './walk-phones.ts';

export interface CountedValue extends FacetCount {
  readonly isCapped: boolean;
}

/** The count of each value; a lower bound if not all phones were read. */
export const countedValues = ({ counts, isCapped }: Gathered): CountedValue[] =>
  counts.map((each) => ({ ...each, isCapped }));

/**
 * Counts the facets in use by the index where that is cheap enough; the others are counted in a sample.
 *
 * @param known the counts, if a strategy has found them already
 */
export async function countInUse(
  execute: Execute,
  criteria: Criteria,
  {
    known,
    estimate,
    scale,
  }: { known: readonly CountedValue[] | undefined; estimate: Estimate; scale: Scale },
): Promise<{ indexed: readonly CountedValue[]; sampled: readonly FacetName[] }> {
  const names = [...criteria.facets.keys()];
  if (known !== undefined) return { indexed: known.filter(({ name }) => names.includes(name)), sampled: [] };
  const indexed: CountedValue[] = [];
  const sampled: FacetName[] = [];
  for (const name of names) {
    const counts = await countByIndex(execute, criteria, name, { estimate, scale });
    if (counts === undefined) sampled.push(name);
    else indexed.push(...counts);
  }
  return { indexed, sampled };
}

/** Counts the values of one facet in use by the text search index; undefined if that would be too slow. */
export async function countByIndex(
  execute: Execute,
  criteria: Criteria,
  name: FacetName,
  { estimate, scale }: { estimate: Estimate; scale: Scale },
): Promise<CountedValue[] | undefined> {
  const others = withoutFacets(criteria, [name]);
  if (!isCheapToCount(others, estimate, scale)) return undefined;
  const most = scale.counted + 1;
  return countedValues(await gatherPhones(execute, others, { countedFacets: [name], most }));
}

/**
 * Completes the counts of the selected values. If one value of a facet is selected, its count is the total of the
 * search, however the others were counted. If several are, one that is not among the counts gets 0.
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

/** Without the facet's own condition the index may have to read many more entries. */
function isCheapToCount(criteria: Criteria, estimate: Estimate, scale: Scale): boolean {
  const rarest = estimate.rarest(criteria);
  // A condition that is a subquery for each phone cannot use the index.
  const isFiltered = criteria.facets.has('verified') || criteria.facets.has('advertised');
  const isSparse = estimate.fitting(criteria) * scale.visits < estimate.live * worthSampling;
  return rarest <= scale.cheapEntries || (isSparse && !isFiltered && rarest <= 5 * scale.cheapEntries);
}

/** The least expected number of matches in a sample: with fewer its counts are not meaningful. */
const worthSampling = 30;

/** If one category is chosen, the sample is of its newest phones, except for the counts of the other categories. */
export async function sampleFacets(
  execute: Execute,
  criteria: Criteria,
  names: readonly FacetName[],
  scale: Scale,
) {
  const groups = [names.filter((name) => name !== 'category'), names.filter((name) => name === 'category')];
  const isOneGroup = !criteria.facets.has('category');
  const { visits } = scale;
  // With facets in use the sample also contains the phones that do not match one of them.
  const most = criteria.facets.size === 0 ? scale.counted : visits;
  const samples = [];
  for (const countedFacets of isOneGroup ? [names] : groups) {
    if (countedFacets.length > 0)
      samples.push(await sampleCounts(execute, criteria, { countedFacets, visits, most }));
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
