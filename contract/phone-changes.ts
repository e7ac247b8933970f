import { factNames } from './phone-words.ts';

/** The facts of a listed phone on which buyers base their decision, as plain data; each is a field of `NewProduct`. */
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
