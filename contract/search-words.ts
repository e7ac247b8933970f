/** The values in the URL of a search, as plain data, so that pages can load them without the schemas. */
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

/** The facets that a query can state in words: "red 128gb iphone". */
export const statedFacetNames = [
  'condition',
  ...factFacetNames,
  'verified',
] as const satisfies readonly FacetName[];

/** The distances that a search can be limited to, in kilometres, as in a URL. */
export const distancesKm = ['10', '25', '50', '100', '250'] as const;

/** The phones of a suggestion are counted up to this number, which pages show as "1,000+". */
export const countCap = 1000;
