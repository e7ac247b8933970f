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
import { readFacts, type ReadFacts } from './read-facts.ts';
import { addDistances } from './add-distances.ts';
import { readNear } from './read-near.ts';
import { readMinBattery, readPrices } from './read-prices.ts';
import * as repository from './repository.ts';
import { describeUnderstood, withUnderstood } from './take-facets.ts';
import { type Term, type Understood, understandWords } from './understand-words.ts';
import { readCursor, writeCursor } from './write-cursor.ts';

const fail = failWith(searchErrors);

export { searchConnections, searchPool } from './limit-time.ts';
export { prepareCards } from './repository.ts';

export interface SearchTools {
  readonly cards: repository.Cards;
  /** False behind a pooler that hands every statement to another connection. */
  readonly usesPrepared: boolean;
  /** How much a search may read; tests set lower limits. */
  readonly limits?: SearchLimits;
  /** How long the search may take, its wait for a connection included. */
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
  const read = readFacts(query.q ?? '');
  const sort = query.sort ?? read.sort ?? 'best';
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, sort);
  if (query.cursor !== undefined && after === undefined) throw fail('search.cursor-unknown');
  return runWithDeadline(db, { limitMs, usesPrepared }, async (execute, executePrepared) => {
    const { said, q, signs, places } = await readQuestion(execute, read, query.place);
    const meant = await understandWords(execute, q);
    const { terms } = meant;
    const understood = describeUnderstood(said, meant);
    const asked = withUnderstood(query, understood);
    const criteria = {
      words: terms.map((term) => term.query),
      facets: facetsOf(asked, places),
      price: await readPrices(execute, asked),
      battery: await readMinBattery(execute, asked.minBattery),
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
      correctedTo: meant.correctedTo,
      ignored: ignoredOf({ said, signs }, meant, near !== undefined),
      nearest: nearest && {
        products: await cardsOf(nearest.phones, near !== undefined),
        because: nearest.because,
      },
    };
  });
}

/** The query and the places, normalised. A country with the name of a city that has phones is searched as that city. */
async function readQuestion(execute: Execute, read: ReadFacts, chosen: readonly string[] = []) {
  const { q, places } = await normalise(execute, read.rest, [...chosen, ...read.countries]);
  const names = places.slice(chosen.length);
  const cities = await findPlaces(execute, names);
  return {
    said: { ...read, countries: read.countries.filter((_, place) => !cities.has(names[place] ?? '')) },
    q: [q, ...cities].filter((words) => words !== '').join(' '),
    // "???": a query without any word is ignored, and finds every phone.
    signs: q === '' && read.rest !== '' ? [read.rest] : [],
    places: places.slice(0, chosen.length),
  };
}

function ignoredOf(
  {
    said: { countries, nearby, unwanted, currencies, impossible, unfiltered },
    signs,
  }: { said: ReadFacts; signs: readonly string[] },
  { generations, years, leftOut }: Understood,
  isNear: boolean,
): SearchReply['ignored'] {
  const ignored = [
    ...countries.map((word) => ({ word, kind: 'country' as const })),
    ...generations.map((word) => ({ word, kind: 'generation' as const })),
    ...[...unwanted, ...leftOut].map((word) => ({ word, kind: 'unwanted' as const })),
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
    // "আইফোন", "1+", and "iphone 13 256gb" without its size.
    const { q } = await normalise(execute, readFacts(text).rest || text, []);
    if (q === '') return [];
    const beginning = await repository.listBeginning(execute, q);
    // Fewer letters are like everything: "s2" begins a word, or nothing.
    if (q.length < 3)
      return suggestionsOf(beginning.length > 0 ? beginning : await repository.listWithWord(execute, q));
    if (beginning.length > maxSuggestions) return suggestionsOf(beginning);
    const meant = beginning.length === 0 ? shownText((await understandWords(execute, q)).terms) : q;
    const begun = meant === q ? [] : await repository.listBeginning(execute, meant);
    const [city] = listedNamesOf(q);
    const ofCity = city === undefined ? [] : await repository.listBeginning(execute, city);
    const similar = (await repository.listSimilar(execute, meant)).filter(
      ({ text: name, count }) => count !== 0 || hasWords(name, meant),
    );
    return suggestionsOf([...beginning, ...ofCity, ...begun, ...similar]);
  });
}

/** A similar name of a phone that nobody sells is not suggested: "Nokia 3.4" for "nokia 3310". */
const hasWords = (name: string, words: string): boolean =>
  words.split(' ').every((word) => name.toLowerCase().includes(word));

/** Each text once, what is for sale first. */
function suggestionsOf(rows: readonly repository.SuggestionRow[]): Suggestion[] {
  const first = new Map<string, Suggestion>();
  for (const { text, kind, count } of rows)
    if (!first.has(text)) first.set(text, { text, kind, count: count ?? undefined });
  return [...first.values()]
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
  context: { criteria: Criteria; found: FoundPhones; terms: readonly Term[]; limits: SearchLimits },
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

const shownText = (terms: readonly Term[]): string => terms.map(({ shown }) => shown).join(' ');
