/** Facets, prices and battery health that the words of a query name are applied as if they had been selected. */
import { type FactFacet, forEachFactFacet } from '#contract/phone-words.ts';
import type { SearchQuery, UnderstoodSearch } from '#contract/search.ts';
import { conditionSlugs } from '#contract/search-words.ts';
import type { ReadFacts } from './read-facts.ts';
import type { Understood } from './understand-words.ts';

/** What was understood, in the values of the URL; undefined if the query contains only words to search for. */
export function describeUnderstood(
  { facets: said, minPrice, maxPrice, minBattery, sort }: ReadFacts,
  { terms, without, colours }: Understood,
): UnderstoodSearch | undefined {
  const slugs = Object.entries(conditionSlugs);
  const facets: UnderstoodSearch['facets'] = [
    ...said.condition.map((value) => ({
      name: 'condition' as const,
      value: slugs.find(([, condition]) => condition === value)?.[0] ?? value,
    })),
    ...said.storage.map((value) => ({ name: 'storage' as const, value })),
    ...colours.map((value) => ({ name: 'colour' as const, value })),
    ...said.network.map((value) => ({ name: 'network' as const, value })),
    ...said.verified.map((value) => ({ name: 'verified' as const, value })),
  ];
  const others = { minPrice, maxPrice, minBattery, sort };
  const hasOthers = Object.values(others).some((each) => each !== undefined);
  if (facets.length === 0 && without.length === 0 && !hasOthers) return undefined;
  return {
    q: terms.map(({ shown }) => shown).join(' '),
    facets,
    without: without.length === 0 ? undefined : [...without],
    ...others,
  };
}

type Asked = Pick<SearchQuery, 'condition' | FactFacet | 'verified' | 'minPrice' | 'maxPrice' | 'minBattery'>;

/** A query with what its words name in addition to what is selected. A selected limit overrides one in words. */
export function withUnderstood<Query extends Asked>(
  query: Query,
  understood: UnderstoodSearch | undefined,
): Query {
  if (understood === undefined) return query;
  const { facets } = understood;
  const values = <Value extends string>(chosen: readonly Value[] | undefined, name: string): Value[] =>
    // The values come from the same lists as those of an address.
    [
      ...new Set([
        ...(chosen ?? []),
        ...facets.flatMap((each) => (each.name === name ? [each.value as Value] : [])),
      ]),
    ];
  const isPriced = query.minPrice !== undefined || query.maxPrice !== undefined;
  return {
    ...query,
    condition: values(query.condition, 'condition'),
    ...forEachFactFacet((name) => values(query[name], name)),
    verified: facets.some(({ name }) => name === 'verified') ? '1' : query.verified,
    minPrice: isPriced ? query.minPrice : understood.minPrice,
    maxPrice: isPriced ? query.maxPrice : understood.maxPrice,
    minBattery: query.minBattery ?? understood.minBattery?.toString(),
  };
}
