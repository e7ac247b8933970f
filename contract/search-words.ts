/** The words of a search's address: plain data, which pages load without the schemas. */
import { factFacetNames } from './phone-words.ts';

/** The conditions' short names in an address, and the spec's words for them. */
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

/** Facets that the words of a question can mean: "red 128gb iphone". */
export const saidFacetNames = [
  'condition',
  ...factFacetNames,
  'verified',
] as const satisfies readonly FacetName[];

/** How far away a phone may be, in kilometres, as an address has it. */
export const distancesKm = ['10', '25', '50', '100', '250'] as const;

/** Counts above it may be given as a lower bound: they are shown as "1,000+". */
export const countCap = 1000;
