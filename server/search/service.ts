import { fromCents } from '#contract/money.ts';
import { factFacetNames } from '#contract/phone-words.ts';
import {
  maxSuggestions,
  searchErrors,
  type SearchQuery,
  type SearchReply,
  type Suggestion,
} from '#contract/search.ts';
import { conditionSlugs, type FacetName } from '#contract/search-words.ts';
import { listedNamesOf } from '#server/cities/service.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import { presentProduct } from '#server/products/service.ts';
import type { Criteria } from './build-condition.ts';
import { findNearest, type Nearest } from './find-nearest.ts';
import { findPhones, type FoundPhones } from './find-phones.ts';
import type { FoundPhone } from './gather-phones.ts';
import { type SearchLimits, type Strategy, defaultLimits } from './plan-search.ts';
import { presentFacets, readLabels } from './label-facets.ts';
import { type Execute, type ExecutePrepared, runWithDeadline } from './limit-time.ts';
import { findPlaces, normalise } from './look-up-words.ts';
import { sortKeyOf } from './order-phones.ts';
import { readFacts, type StatedFacts } from './read-facts.ts';
import { addDistances } from './add-distances.ts';
import { applyFacts, describeUnderstood } from './apply-facts.ts';
import { readNear } from './read-near.ts';
import { readMinBattery, readPrices } from './read-prices.ts';
import * as repository from './repository.ts';

import { type SearchTerm, type UnderstoodWords, understandWords } from './understand-words.ts';
import { readCursor, writeCursor } from './write-cursor.ts';

const fail = failWith(searchErrors);

export { searchConnections, searchPool } from './limit-time.ts';
export { prepareCards } from './repository.ts';

export interface SearchTools {
  readonly cards: repository.Cards;
  /** False behind a connection pooler that may send each statement to another connection. */
  readonly usesPrepared: boolean;
  /** How much a search may read; tests set lower limits. */
  readonly limits?: SearchLimits;
  /** How long the search may take, including the wait for a connection. */
  readonly limitMs: number;
  /** Receives the strategy that found the page. */
  readonly onStrategy?: (strategy: Strategy['kind']) => void;
}

/**
 * Live phones by words and facets.
 *
 * @param db opened with `searchPool`
 * @throws Failure search.cursor-unknown, search.city-unknown, search.busy, search.too-slow
 */
export async function searchProducts(
  db: Database,
  query: SearchQuery,
  { cards, usesPrepared, limits = defaultLimits, limitMs, onStrategy }: SearchTools,
): Promise<SearchReply> {
  const stated = readFacts(query.q ?? '');
  const sort = query.sort ?? stated.sort ?? 'best';
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, sort);
  if (query.cursor !== undefined && after === undefined) throw fail('search.cursor-unknown');
  return runWithDeadline(db, { limitMs, usesPrepared }, async (execute, executePrepared) => {
    const { facts, q, signs, places } = await normaliseQuery(execute, stated, query.place);
    const words = await understandWords(execute, q);
    const { terms } = words;
    const understood = describeUnderstood(facts, words);
    const filters = applyFacts(query, understood);
    const criteria = {
      words: terms.map((term) => term.tsquery),
      facets: facetsOf(filters, places),
      price: await readPrices(execute, filters),
      battery: await readMinBattery(execute, filters.minBattery),
      near: await readNear(execute, query),
    };
    const { near } = criteria;
    const found = await findPhones(execute, criteria, { sort, after, limit: query.limit }, limits);
    onStrategy?.(found.strategy);
    const { facets, nearest } = await describeFound(execute, { criteria, found, terms, limits });
    const cardsOf = async (phones: readonly FoundPhone[], isByDistance: boolean) =>
      addDistances(
        execute,
        near,
        await readCards(cards, executePrepared, phones),
        isByDistance ? phones : undefined,
      );
    return {
      products: await cardsOf(found.page.slice(0, query.limit), found.order === 'distance'),
      nextCursor: nextCursor(found, query.limit),
      total: found.total,
      facets,
      prices: pricesOf(found),
      near: near && { _id: String(near.id), name: near.name, label: near.label },
      understood,
      correctedTo: words.correctedTo,
      ignored: ignoredOf({ facts, signs }, words, near !== undefined),
      nearest: nearest && {
        products: await cardsOf(nearest.phones, near !== undefined),
        because: nearest.because,
      },
    };
  });
}

/** Normalises the query and the places. A country with the name of a city that has phones is searched as that city. */
async function normaliseQuery(execute: Execute, stated: StatedFacts, chosen: readonly string[] = []) {
  const { q, places } = await normalise(execute, stated.rest, [...chosen, ...stated.countries]);
  const names = places.slice(chosen.length);
  const cities = await findPlaces(execute, names);
  return {
    facts: { ...stated, countries: stated.countries.filter((_, index) => !cities.has(names[index] ?? '')) },
    q: [q, ...cities].filter((words) => words !== '').join(' '),
    // A query without a word, such as "???", is ignored: the search finds every phone.
    signs: q === '' && stated.rest !== '' ? [stated.rest] : [],
    places: places.slice(0, chosen.length),
  };
}

function ignoredOf(
  {
    facts: { countries, nearby, unwanted, currencies, impossible, unfiltered },
    signs,
  }: { facts: StatedFacts; signs: readonly string[] },
  { generations, years, ignored: ignoredWords }: UnderstoodWords,
  isNear: boolean,
): SearchReply['ignored'] {
  const ignored = [
    ...countries.map((word) => ({ word, kind: 'country' as const })),
    ...generations.map((word) => ({ word, kind: 'generation' as const })),
    ...[...unwanted, ...ignoredWords].map((word) => ({ word, kind: 'unwanted' as const })),
    ...[...unfiltered, ...years].map((word) => ({ word, kind: 'no-filter' as const })),
    ...currencies.map((word) => ({ word, kind: 'currency' as const })),
    ...impossible.map((word) => ({ word, kind: 'impossible' as const })),
    ...signs.map((word) => ({ word, kind: 'signs' as const })),
    ...(isNear ? [] : nearby.map((word) => ({ word, kind: 'nearby' as const }))),
  ];
  return ignored.length === 0 ? undefined : ignored;
}

async function readCards(
  cards: repository.Cards,
  executePrepared: ExecutePrepared,
  phones: readonly { readonly id: string }[],
) {
  const rows = await cards.list(
    executePrepared,
    phones.map(({ id }) => id),
  );
  return rows.map(presentProduct);
}

/**
 * Suggests searches that begin with `text` or are spelt similarly; those with phones for sale come first.
 *
 * @param db opened with `searchPool`
 * @throws Failure search.busy, search.too-slow
 */
export async function suggest(
  db: Database,
  text: string,
  { usesPrepared, limitMs }: Pick<SearchTools, 'usesPrepared' | 'limitMs'>,
): Promise<Suggestion[]> {
  return runWithDeadline(db, { limitMs, usesPrepared }, async (execute) => {
    // Reads "আইফোন" and "1+", and removes the size of "iphone 13 256gb".
    const { q } = await normalise(execute, readFacts(text).rest || text, []);
    if (q === '') return [];
    const byPrefix = await repository.listByPrefix(execute, q);
    // Two letters are similar to too many names: "s2" is only compared with the beginnings of words.
    if (q.length < 3)
      return suggestionsOf(byPrefix.length > 0 ? byPrefix : await repository.listByWordPrefix(execute, q));
    if (byPrefix.length > maxSuggestions) return suggestionsOf(byPrefix);
    const corrected = byPrefix.length === 0 ? textOf((await understandWords(execute, q)).terms) : q;
    const byCorrection = corrected === q ? [] : await repository.listByPrefix(execute, corrected);
    const [city] = listedNamesOf(q);
    const byCity = city === undefined ? [] : await repository.listByPrefix(execute, city);
    const similar = (await repository.listSimilar(execute, corrected)).filter(
      ({ text: name, count }) => count !== 0 || hasWords(name, corrected),
    );
    return suggestionsOf([...byPrefix, ...byCity, ...byCorrection, ...similar]);
  });
}

/** Whether a name has all words. Otherwise, a phone that nobody sells is not suggested: "Nokia 3.4" for "nokia 3310". */
const hasWords = (name: string, words: string): boolean =>
  words.split(' ').every((word) => name.toLowerCase().includes(word));

/** Each text once, those with phones for sale first. */
function suggestionsOf(rows: readonly repository.SuggestionRow[]): Suggestion[] {
  const byText = new Map<string, Suggestion>();
  for (const { text, kind, count } of rows)
    if (!byText.has(text)) byText.set(text, { text, kind, count: count ?? undefined });
  return [...byText.values()]
    .toSorted((a, b) => Number(b.count !== 0) - Number(a.count !== 0))
    .slice(0, maxSuggestions);
}

function facetsOf(query: SearchQuery, places: readonly string[]): Criteria['facets'] {
  const chosen: readonly (readonly [FacetName, readonly string[]])[] = [
    ['category', query.category ?? []],
    ['condition', (query.condition ?? []).map((slug) => conditionSlugs[slug])],
    ...factFacetNames.map((name) => [name, query[name] ?? []] as const),
    ['place', [...new Set(places)]],
    ['verified', query.verified === '1' ? ['1'] : []],
    ['advertised', query.advertised === '1' ? ['1'] : []],
  ];
  return new Map(chosen.filter(([, values]) => values.length > 0));
}

async function describeFound(
  execute: Execute,
  context: { criteria: Criteria; found: FoundPhones; terms: readonly SearchTerm[]; limits: SearchLimits },
) {
  const { criteria, found, terms, limits } = context;
  const chosen = [...criteria.facets].flatMap(([name, values]) => values.map((value) => ({ name, value })));
  const labels = await readLabels(execute, [...found.counts, ...chosen]);
  const facets = presentFacets(found.counts, criteria, labels);
  const nearest: Nearest | undefined =
    found.total.count === 0 && !found.total.isCapped
      ? await findNearest(execute, criteria, { terms, labels, limits })
      : undefined;
  return { facets, nearest };
}

function nextCursor({ page, order }: FoundPhones, limit: number): string | undefined {
  const last = page.length > limit ? page[limit - 1] : undefined;
  return last === undefined
    ? undefined
    : writeCursor({ order, id: last.id, key: sortKeyOf(order, last), cityId: last.cityId ?? undefined });
}

const pricesOf = ({ minCents, maxCents }: FoundPhones): SearchReply['prices'] =>
  minCents === null || maxCents === null ? undefined : { min: fromCents(minCents), max: fromCents(maxCents) };

const textOf = (terms: readonly SearchTerm[]): string => terms.map(({ text }) => text).join(' ');
