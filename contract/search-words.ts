/** The values in the URL of a search: plain data, which pages load without the schemas. */
import { factFacetNames } from './phone-words.ts';

/** The conditions' short names in a URL, and the spec's names for them. */
export const conditionSlugs = {
  fresh: 'Fresh Condition',
  good: 'Good Condition',
  bad: 'Bad Condition',
} as const;

/** The facets, in the order in which they are shown. */
export const facetNames = [
  'category',
  'condition',
  ...factFacetNames,
  'place',
  'verified',
  'advertised',
] as const;
export type FacetName = (typeof facetNames)[number];

/** Facets that the words of a query can name: "red 128gb iphone". */
export const saidFacetNames = [
  'condition',
  ...factFacetNames,
  'verified',
] as const satisfies readonly FacetName[];

/** The possible distances of a phone, in kilometres, as in a URL. */
export const distancesKm = ['10', '25', '50', '100', '250'] as const;

/** Counts above this may be lower bounds: they are shown as "1,000+". */
export const countCap = 1000;
