/** Searching for phones: the query, facets, sort orders, and the replies. */
import * as z from 'zod/mini';

import { anyone } from './access.ts';
import { CityId } from './cities.ts';
import { endpoint, perAddress } from './endpoint.ts';
import { maxPrice } from './money.ts';
import { pageQuery } from './page.ts';
import { factFacets, forEachFactFacet } from './phone-words.ts';
import { Product } from './products.ts';
import { distancesKm, facetNames, statedFacetNames } from './search-words.ts';

/** The longest query. A longer one is refused and not shortened. */
export const maxQueryLength = 200;

export const searchSorts = ['best', 'newest', 'price-up', 'price-down', 'distance'] as const;
export type SearchSort = (typeof searchSorts)[number];

/** How many values of one facet can be selected together. */
export const maxFacetValues = 20;

/** A place is longer when normalised: "+" becomes a word, and a ligature several letters. */
const maxPlaceLength = 400;

/** Comma-separated values of a list; an empty text means none. */
const listOf = <const Values extends readonly string[]>(allowed: Values, name: string) =>
  z.optional(
    z.pipe(
      z.pipe(z.string(), z.transform(splitValues)),
      z
        .array(z.enum(allowed, `${name} is one of: ${allowed.join(', ')}`))
        .check(z.maxLength(maxFacetValues, `${name} has at most ${maxFacetValues} values`)),
    ),
  );

/** Comma-separated values of any text; a value that does not exist matches nothing. */
const textListOf = (name: string, maxLength: number) =>
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

const flagParameter = (name: string) => z.optional(z.literal(['', '1'], `${name} is 1, or left out`));

/** An optional value that may be empty, because forms without scripts send empty fields. */
const optionalText = <Value extends z.ZodMiniType<string, string>>(value: Value) =>
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

/** The fields of a search, in the URL of the search page and in the call. */
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
    category: textListOf('category', 36),
    condition: listOf(['fresh', 'good', 'bad'], 'condition'),
    ...forEachFactFacet((name) => listOf<readonly string[]>(factFacets[name].values, name)),
    place: textListOf('place', maxPlaceLength),
    verified: flagParameter('verified'),
    advertised: flagParameter('advertised'),
    minPrice: priceBound('minPrice'),
    maxPrice: priceBound('maxPrice'),
    minBattery: optionalText(
      z.string().check(z.regex(/^([1-9]\d?|100)$/, 'minBattery is a whole number of per cent, 1 to 100')),
    ),
    near: optionalText(CityId),
    within: optionalText(z.enum(distancesKm, `within is one of: ${distancesKm.join(', ')}`)),
    sort: z.optional(z.enum(searchSorts, `sort is one of: ${searchSorts.join(', ')}`)),
    cursor: z.optional(
      z.string().check(z.regex(/^[\w-]{1,120}$/, 'cursor is not one that this search gave out')),
    ),
    limit: pageQuery.limit,
  })
  .check(
    z.refine(
      ({ minPrice, maxPrice: highest }) =>
        minPrice === undefined || highest === undefined || minPrice <= highest,
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

/** A number of phones. If `isCapped`, it is a lower bound, because an exact count would take too long. */
const Count = { count: z.number(), isCapped: z.boolean() };

export const FacetValue = z.object({ value: z.string(), label: z.string(), ...Count });
export type FacetValue = z.infer<typeof FacetValue>;

export const Facet = z.object({ name: z.enum(facetNames), values: z.array(FacetValue) });
export type Facet = z.infer<typeof Facet>;

/** A query as it was understood: the stated facets, prices, battery health and sort order, and the words to match. */
export const UnderstoodSearch = z.object({
  /** The words to match. */
  q: z.string(),
  facets: z.array(z.object({ name: z.enum(statedFacetNames), value: z.string() })),
  /** The excluded makers, models and colours: "samsung", if `q` contains "not samsung". */
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
  /** The facets with their values, each counted as if none of the facet's own values were selected. */
  facets: z.array(Facet),
  /** The lowest and highest price of the found phones, in dollars; absent if none was found. */
  prices: z.optional(z.object({ min: z.number(), max: z.number() })),
  /** The city of the search, from which distances are measured. */
  near: z.optional(z.object({ _id: z.string(), name: z.string(), label: z.string() })),
  /** Absent if `q` has only words to match. The facts that it states were applied as filters. */
  understood: z.optional(UnderstoodSearch),
  /** The corrected query, if `q` was misspelt: "galaxy s22" for "galxy s22". */
  correctedTo: z.optional(z.string()),
  /**
   * The words that the search ignored: countries, network generations such as "5g" if they are not part of a model's
   * name, "near me" without `near`, exclusions other than makers, models and colours ("without box"), amounts in other
   * currencies ("20000 taka"), facts without a filter ("2022", "2 years old", "8gb ram"), a lowest price above the
   * highest ("over 300 under 200"), and signs without a word ("???"). Absent if there are none.
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
  /** Only if nothing was found: the nearest phones, and which criteria were dropped to find them. */
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
      .string()
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
