import { factNames } from './phone-words.ts';

/** What of a listed phone buyers see and decide by, as plain data; each is a field of `NewProduct`. */
export const shownFacts = [
  'model',
  'categoryId',
  'condition',
  'location',
  'buy',
  'sell',
  'useYear',
  ...factNames,
  'accessories',
  'description',
  'photos',
] as const;
export type ShownFact = (typeof shownFacts)[number];
