/** What the facets and their values are called, and which values are known before anybody was asked. */
import { formatPrice } from '#contract/money.ts';
import { colours, networkLocks, storageSizesGb } from '#contract/phone-words.ts';
import type { Facet } from '#contract/search.ts';
import { type FacetName, conditionSlugs } from '#contract/search-words.ts';
import { colourWords, storageWords } from '#web/products/fact-words.ts';

import type { SearchField } from './search-address.ts';

/** What a person calls the fields of a search. */
export const fieldTitles: Readonly<Record<SearchField, string>> = {
  q: 'the words',
  category: 'Category',
  condition: 'Condition',
  storage: 'Storage',
  colour: 'Colour',
  network: 'Network lock',
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

/** A value that can be chosen; without a count nobody has counted yet. */
export interface FacetOption {
  readonly value: string;
  readonly label: string;
  readonly count?: number;
  readonly isCapped?: boolean;
}

/** The values of a facet that hold for every list; none where only the phones know. */
const knownOptions = (name: FacetName): readonly FacetOption[] => known[name] ?? [];

/**
 * The values to choose from: those that phones have, and those that are chosen though none has them; none where no phone
 * has any. The three conditions come together, so that the first group keeps its shape when the counts arrive.
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

/** What a chosen value is called. */
export const labelOf = (name: FacetName, value: string, facets: readonly Facet[] | undefined): string =>
  facets?.find((facet) => facet.name === name)?.values.find((option) => option.value === value)?.label ??
  knownOptions(name).find((option) => option.value === value)?.label ??
  (name === 'category' ? 'Another category' : colourWords(value));

/** "from $100", or as it was typed where that is no price. */
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

const wordOption = (value: string): FacetOption => ({ value, label: colourWords(value) });

const known: Partial<Record<FacetName, readonly FacetOption[]>> = {
  condition: Object.entries(conditionSlugs).map(([value, label]) => ({ value, label })),
  storage: storageSizesGb.map((size) => ({ value: `${size}`, label: storageWords(size) })),
  colour: colours.map(wordOption),
  network: networkLocks.map(wordOption),
  verified: [{ value: '1', label: 'Verified seller' }],
  advertised: [{ value: '1', label: 'Advertised' }],
};
