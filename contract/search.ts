/** Finding a phone: words, facets, sort orders and the answers. */
import * as z from 'zod/mini';

import { anyone } from './access.ts';
import { CityId } from './cities.ts';
import { endpoint, perAddress } from './endpoint.ts';
import { maxPrice } from './money.ts';
import { pageQuery } from './page.ts';
import { factFacets, forEachFactFacet } from './phone-words.ts';
import { Product } from './products.ts';
import { distancesKm, facetNames, saidFacetNames } from './search-words.ts';

/** The longest query; a longer one is refused, not cut. */
export const maxQueryLength = 200;

export const searchSorts = ['best', 'newest', 'price-up', 'price-down', 'distance'] as const;
export type SearchSort = (typeof searchSorts)[number];

/** How many values of one facet can be selected together. */
export const maxFacetValues = 20;

/** The normalised form of a place can be longer than the original: "+" becomes a word, a ligature its letters. */
const maxPlaceLength = 400;

/** Comma-separated values, each one of `words`; an empty text means none. */
const listOf = <const Words extends readonly string[]>(words: Words, name: string) =>
  z.optional(
    z.pipe(
      z.pipe(z.string(), z.transform(splitValues)),
      z
        .array(z.enum(words, `${name} is one of: ${words.join(', ')}`))
        .check(z.maxLength(maxFacetValues, `${name} has at most ${maxFacetValues} values`)),
    ),
  );

/** Comma-separated free values; a value that does not exist matches nothing. */
const freeListOf = (name: string, maxLength: number) =>
  z.optional(
    z.pipe(
      z.pipe(z.string(), z.transform(splitValues)),
      z
        .array(
          z
            .string()
            .check(
              z.maxLength(maxLength, `A value of ${name} is at most ${maxLength} characters`),
              z.refine(isStorable, { error: `${name} has a character that no phone has` }),
            ),
        )
        .check(z.maxLength(maxFacetValues, `${name} has at most ${maxFacetValues} values`)),
    ),
  );

const onlyYes = (name: string) => z.optional(z.literal(['', '1'], `${name} is 1, or left out`));

/** Forms without scripts send empty fields, which count as absent. */
const orNothing = <Value extends z.ZodMiniType<string, string>>(value: Value) =>
  z.pipe(
    z.pipe(
      z.optional(z.string()),
      z.transform((text) => (text === '' ? undefined : text)),
    ),
    z.optional(value),
  );

/** A price in whole dollars as in a URL; an empty text means none. */
const priceBound = (name: string) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => (text.trim() === '' ? undefined : Number(text))),
      ),
      z.optional(
        z
          .number(`${name} is a number of dollars`)
          .check(z.gte(0, `${name} is at least 0`), z.lte(maxPrice, `${name} is at most ${maxPrice}`)),
      ),
    ),
  );

/** The fields that the URL of the search page and the call have in common. */
export const SearchQuery = z
  .object({
    q: z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(maxQueryLength, `A search has at most ${maxQueryLength} characters`),
          z.refine(isStorable, { error: 'The search has a character that no phone has' }),
        ),
    ),
    category: freeListOf('category', 36),
    condition: listOf(['fresh', 'good', 'bad'], 'condition'),
    ...forEachFactFacet((name) => listOf<readonly string[]>(factFacets[name].values, name)),
    place: freeListOf('place', maxPlaceLength),
    verified: onlyYes('verified'),
    advertised: onlyYes('advertised'),
    minPrice: priceBound('minPrice'),
    maxPrice: priceBound('maxPrice'),
    minBattery: orNothing(
      z.string().check(z.regex(/^([1-9]\d?|100)$/, 'minBattery is a whole number of per cent, 1 to 100')),
    ),
    near: orNothing(CityId),
    within: orNothing(z.enum(distancesKm, `within is one of: ${distancesKm.join(', ')}`)),
    sort: z.optional(z.enum(searchSorts, `sort is one of: ${searchSorts.join(', ')}`)),
    cursor: z.optional(
      z.string().check(z.regex(/^[\w-]{1,120}$/, 'cursor is not one that this search gave out')),
    ),
    limit: pageQuery.limit,
  })
  .check(
    z.refine(
      ({ minPrice, maxPrice: most }) => minPrice === undefined || most === undefined || minPrice <= most,
      { error: 'The lowest price is above the highest', path: ['minPrice'] },
    ),
    z.refine(({ near, within }) => near !== undefined || within === undefined, {
      error: 'A distance is measured from a city: near is missing',
      path: ['within'],
    }),
    z.refine(({ near, sort }) => near !== undefined || sort !== 'distance', {
      error: 'A distance is measured from a city: near is missing',
      path: ['sort'],
    }),
  );
export type SearchQuery = z.output<typeof SearchQuery>;

/** A number of phones. If `isCapped`, there are at least so many, and an exact count would take too long. */
const Count = { count: z.number(), isCapped: z.boolean() };

export const FacetValue = z.object({ value: z.string(), label: z.string(), ...Count });
export type FacetValue = z.infer<typeof FacetValue>;

export const Facet = z.object({ name: z.enum(facetNames), values: z.array(FacetValue) });
export type Facet = z.infer<typeof Facet>;

/**
 * The part of a query that was understood as facets, prices, battery health and sort order, and the remaining words.
 */
export const UnderstoodSearch = z.object({
  q: z.string(),
  facets: z.array(z.object({ name: z.enum(saidFacetNames), value: z.string() })),
  /** Makers, models and colours to exclude: "samsung", if `q` contains "not samsung". */
  without: z.optional(z.array(z.string())),
  minPrice: z.optional(z.number()),
  maxPrice: z.optional(z.number()),
  /** In per cent. */
  minBattery: z.optional(z.number()),
  sort: z.optional(z.enum(searchSorts)),
});
export type UnderstoodSearch = z.infer<typeof UnderstoodSearch>;

export const SearchReply = z.object({
  products: z.array(Product),
  nextCursor: z.optional(z.string()),
  total: z.object(Count),
  /** For each facet, its values among the phones of this search, counted as if none of its own values were selected. */
  facets: z.array(Facet),
  /** The lowest and highest price of the found phones, in dollars; absent if none was found. */
  prices: z.optional(z.object({ min: z.number(), max: z.number() })),
  /** The city of the search, from which distances are measured. */
  near: z.optional(z.object({ _id: z.string(), name: z.string(), label: z.string() })),
  /** Absent if `q` has only words to match. Its facets and prices were applied in the search. */
  understood: z.optional(UnderstoodSearch),
  /** The corrected query, if the spelling of `q` was corrected: "galaxy s22" for "galxy s22". */
  correctedTo: z.optional(z.string()),
  /**
   * The words that were not used in the search, since no phone has such a fact: countries, network generations such as
   * "5g" if they are not part of a model's name, "near me" without `near`, unwanted properties ("without box"), amounts
   * of money other than dollars ("20000 taka"), facts without a filter ("2022", "2 years old", "8gb ram"), prices of
   * which no phone can have both ("over 300 under 200"), and signs without a word ("???"). Absent if there are none.
   */
  ignored: z.optional(
    z.array(
      z.object({
        word: z.string(),
        kind: z.enum([
          'country',
          'generation',
          'nearby',
          'unwanted',
          'currency',
          'no-filter',
          'impossible',
          'signs',
        ]),
      }),
    ),
  ),
  /** Only if nothing was found: the nearest phones, and the conditions that were dropped to find them. */
  nearest: z.optional(z.object({ products: z.array(Product), because: z.string() })),
});
export type SearchReply = z.infer<typeof SearchReply>;

export const searchErrors = {
  'search.cursor-unknown': [400, 'This page of the results no longer exists. Please start the search again.'],
  'search.city-unknown': [400, 'This city is not in the list. Please choose one from the list.'],
  'search.busy': [503, 'Many people are searching right now. Please try again in a moment.'],
  'search.too-slow': [503, 'This search took too long. Please try other words or fewer filters.'],
} as const;

export const searchProducts = endpoint({
  method: 'GET',
  path: '/search',
  summary: 'Live phones by words and facets; typing errors are corrected, counts beside each facet',
  access: anyone,
  query: SearchQuery,
  reply: SearchReply,
  errors: searchErrors,
  rateLimit: perAddress(600, 60),
});

export const maxSuggestions = 8;

export const Suggestion = z.object({
  text: z.string(),
  kind: z.enum(['model', 'maker', 'place']),
  /** The number of phones for sale of a model or a maker, at most `countCap`; absent for a place. */
  count: z.optional(z.number()),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const suggest = endpoint({
  method: 'GET',
  path: '/search/suggestions',
  summary: `What a search that begins so may be meant to be: models, makers, places, those for sale first; at most ${maxSuggestions}`,
  access: anyone,
  query: z.object({
    q: z
      .string('What is to be completed is missing')
      .check(
        z.trim(),
        z.maxLength(maxQueryLength, `A search has at most ${maxQueryLength} characters`),
        z.refine(isStorable, { error: 'The search has a character that no phone has' }),
      ),
  }),
  reply: z.object({ suggestions: z.array(Suggestion) }),
  rateLimit: perAddress(1200, 60),
});

function splitValues(text: string): string[] {
  const values = text.split(',').map((value) => value.trim());
  return [...new Set(values.filter((value) => value !== ''))];
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
