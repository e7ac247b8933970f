/** Applies the facts that a query states, as if they had been selected as filters. */
import { type FactFacet, forEachFactFacet } from '#contract/phone-words.ts';
import type { SearchQuery, UnderstoodSearch } from '#contract/search.ts';
import { conditionSlugs } from '#contract/search-words.ts';
import type { StatedFacts } from './read-facts.ts';
import type { UnderstoodWords } from './understand-words.ts';

/** The stated facts with the values of a URL; undefined if the query has only words to match. */
export function describeUnderstood(
  { facets: stated, minPrice, maxPrice, minBattery, sort }: StatedFacts,
  { terms, excluded, colours }: UnderstoodWords,
): UnderstoodSearch | undefined {
  const slugs = Object.entries(conditionSlugs);
  const facets: UnderstoodSearch['facets'] = [
    ...stated.condition.map((value) => ({
      name: 'condition' as const,
      value: slugs.find(([, condition]) => condition === value)?.[0] ?? value,
    })),
    ...stated.storage.map((value) => ({ name: 'storage' as const, value })),
    ...colours.map((value) => ({ name: 'colour' as const, value })),
    ...stated.network.map((value) => ({ name: 'network' as const, value })),
    ...stated.verified.map((value) => ({ name: 'verified' as const, value })),
  ];
  const limits = { minPrice, maxPrice, minBattery, sort };
  const hasLimits = Object.values(limits).some((each) => each !== undefined);
  if (facets.length === 0 && excluded.length === 0 && !hasLimits) return undefined;
  return {
    q: terms.map(({ text }) => text).join(' '),
    facets,
    without: excluded.length === 0 ? undefined : [...excluded],
    ...limits,
  };
}

/** The fields of a search that a query can state. */
type StatedFields = Pick<
  SearchQuery,
  'condition' | FactFacet | 'verified' | 'minPrice' | 'maxPrice' | 'minBattery'
>;

/** The search with the stated facts added to the selected filters. A selected limit overrides a stated one. */
export function applyFacts<Query extends StatedFields>(
  query: Query,
  understood: UnderstoodSearch | undefined,
): Query {
  if (understood === undefined) return query;
  const { facets } = understood;
  const values = <Value extends string>(selected: readonly Value[] | undefined, name: string): Value[] =>
    // The cast is safe: stated values come from the same lists as those of a URL.
    [
      ...new Set([
        ...(selected ?? []),
        ...facets.flatMap((each) => (each.name === name ? [each.value as Value] : [])),
      ]),
    ];
  const hasPrice = query.minPrice !== undefined || query.maxPrice !== undefined;
  return {
    ...query,
    condition: values(query.condition, 'condition'),
    ...forEachFactFacet((name) => values(query[name], name)),
    verified: facets.some(({ name }) => name === 'verified') ? '1' : query.verified,
    minPrice: hasPrice ? query.minPrice : understood.minPrice,
    maxPrice: hasPrice ? query.maxPrice : understood.maxPrice,
    minBattery: query.minBattery ?? understood.minBattery?.toString(),
  };
}
