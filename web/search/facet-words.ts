/** The texts for facets and their values, and the values that are known without a search. */
import { formatPrice } from '#contract/money.ts';
import {
  capitalised,
  type FactFacet,
  factFacets,
  forEachFactFacet,
  storageWords,
} from '#contract/phone-words.ts';
import type { Facet } from '#contract/search.ts';
import { type FacetName, conditionSlugs } from '#contract/search-words.ts';

import type { SearchField } from './search-address.ts';

/** The names of a search's fields on pages. */
export const fieldTitles: Readonly<Record<SearchField, string>> = {
  q: 'the words',
  category: 'Category',
  condition: 'Condition',
  ...forEachFactFacet((name) => factFacets[name].title),
  place: 'Place',
  verified: 'Verified seller',
  advertised: 'Advertised',
  minPrice: 'the lowest price',
  maxPrice: 'the highest price',
  minBattery: 'the battery health',
  near: 'the city',
  within: 'the distance',
  sort: 'the order',
  cursor: 'the page',
};

/** A value that can be chosen; `count` is absent until it is counted. */
export interface FacetOption {
  readonly value: string;
  readonly label: string;
  readonly count?: number;
  readonly isCapped?: boolean;
}

/** The values of a facet that are the same for every list; empty if they depend on the phones. */
const knownOptions = (name: FacetName): readonly FacetOption[] => known[name] ?? [];

/**
 * The values to choose from: those of the found phones, and chosen values without phones; empty if there are neither.
 * The three conditions are always listed together, so that the first group has the same height when the counts arrive.
 */
export function optionsOf(
  name: FacetName,
  facets: readonly Facet[] | undefined,
  chosen: readonly string[],
): readonly FacetOption[] {
  const found = facets?.find((facet) => facet.name === name)?.values;
  if (facets === undefined) return withChosen(name, knownOptions(name), chosen);
  if (name !== 'condition' || (found === undefined && chosen.length === 0))
    return withChosen(name, found ?? [], chosen);
  return knownOptions(name).map(
    (option) => found?.find(({ value }) => value === option.value) ?? { ...option, count: 0 },
  );
}

/** The label of a value. */
export const labelOf = (name: FacetName, value: string, facets: readonly Facet[] | undefined): string =>
  facets?.find((facet) => facet.name === name)?.values.find((option) => option.value === value)?.label ??
  knownOptions(name).find((option) => option.value === value)?.label ??
  (name === 'category' ? 'Another category' : capitalised(value));

/** "From $100", or the typed text if it is no price. */
export const boundText = (name: 'minPrice' | 'maxPrice', value: string): string => {
  const price = Number.isFinite(Number(value)) ? formatPrice(Number(value)).replace(/\.00$/, '') : value;
  return `${name === 'minPrice' ? 'From' : 'Up to'} ${price}`;
};

function withChosen(
  name: FacetName,
  options: readonly FacetOption[],
  chosen: readonly string[],
): readonly FacetOption[] {
  const missing = chosen.filter((value) => !options.some((option) => option.value === value));
  return [
    ...options,
    ...missing.map((value) => ({ value, label: labelOf(name, value, undefined), count: 0 })),
  ];
}

const factOption = (name: FactFacet, value: string): FacetOption => ({
  value,
  label: name === 'storage' ? storageWords(Number(value)) : capitalised(value),
});

const known: Partial<Record<FacetName, readonly FacetOption[]>> = {
  condition: Object.entries(conditionSlugs).map(([value, label]) => ({ value, label })),
  ...forEachFactFacet((name) => factFacets[name].values.map((value) => factOption(name, value))),
  verified: [{ value: '1', label: 'Verified seller' }],
  advertised: [{ value: '1', label: 'Advertised' }],
};
