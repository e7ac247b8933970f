/** Looks up words in the catalogue, the places and the listed phones. */
import { estimateRows } from './estimate-matches.ts';
import type { Execute } from './limit-time.ts';
import { isUsedPlace } from './repository.ts';

/** A known word that is spelt like a word of the query. */
export interface SimilarWord {
  /** The word of the query. */
  readonly word: string;
  readonly known: string;
  /** The number of models with the known word in their names; 0 for a place. */
  readonly weight: number;
}

/** Normalises the query and the places like the search documents. */
export async function normalise(execute: Execute, q: string, places: readonly string[]) {
  const [row] = await execute<{ q: string; places: string[] }>({
    name: 'search_normalise',
    text: `select search_normal($1) as q, array(
        select search_normal(place) from unnest($2::text[]) with ordinality as given (place, at) order by at
      ) as places`,
    values: [q, places],
  });
  return row ?? { q: '', places: [] };
}

/** @returns those of `words` that the catalogue contains */
export async function findKnown(execute: Execute, words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const rows = await execute<{ term: string }>({
    name: 'search_known_words',
    text: `select term from search_terms where kind = 'word' and term = any($1)`,
    values: [words],
  });
  return new Set(rows.map(({ term }) => term));
}

/** @returns those of `texts`, each of several words, that are part of the name of a model or a maker */
export async function findNames(execute: Execute, texts: readonly string[]): Promise<Set<string>> {
  if (texts.length === 0) return new Set();
  const rows = await execute<{ text: string }>({
    name: 'search_names',
    text: `select text from unnest($1::text[]) as text where exists (
      select from search_terms
      where kind in ('maker', 'model') and term like '%' || text || '%'
        and ' ' || term || ' ' like '% ' || text || ' %'
    )`,
    values: [texts],
  });
  return new Set(rows.map(({ text }) => text));
}

export interface Maker {
  readonly categoryId: string;
  readonly name: string;
}

/** The makers of models whose names have any of these words, once for each combination of words. */
export async function findMakersOf(
  execute: Execute,
  words: readonly string[],
): Promise<(Maker & { readonly words: readonly string[] })[]> {
  return execute<Maker & { words: string[] }>({
    name: 'search_makers',
    text: `select distinct categories.id::text as "categoryId", categories.name, named.words
      from search_terms
      join devices on devices.id = search_terms.device_id
      join categories on categories.id = devices.category_id
      cross join lateral (
        select array(select word from unnest($1::text[]) as word where ' ' || term || ' ' like '% ' || word || ' %') as words
      ) as named
      where kind = 'model' and cardinality(named.words) > 0`,
    values: [words],
  });
}

/**
 * Finds the text search queries that match a live phone, for example by its description. For a frequent word, this would
 * read its complete index list, so PostgreSQL's estimate is used instead.
 */
export async function findUsed(execute: Execute, queries: readonly string[]): Promise<Set<string>> {
  if (queries.length === 0) return new Set();
  const conditions = queries.map((_, index) => `search_document @@ $${index + 1}::tsquery`);
  const [live = 0, ...estimates] = await estimateRows(execute, ['true', ...conditions], queries);
  const isFrequent = (index: number): boolean => (estimates[index] ?? 0) > Math.max(frequent, live / 500);
  const rows = await execute<{ query: string }>({
    name: 'search_used_words',
    text: `select query from unnest($1::text[]) as query where exists (
      with matching as materialized (
        select 1 from products where state = 'live' and search_document @@ query::tsquery
      )
      select from matching
    )`,
    values: [queries.filter((_, index) => !isFrequent(index))],
  });
  return new Set([...queries.filter((_, index) => isFrequent(index)), ...rows.map(({ query }) => query)]);
}

/** A query with a higher estimate counts as matched. */
const frequent = 2_000;

/** @returns those of `names`, which are normalised, that are places with listed phones, or the first words of such places */
export async function findPlaces(execute: Execute, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await execute<{ name: string }>({
    name: 'search_places',
    text: `select name from unnest($1::text[]) as name where exists (
      select from places where (key = name or key like name || ' %') and ${isUsedPlace}
    )`,
    values: [names],
  });
  return new Set(rows.map(({ name }) => name));
}

/** Known words and places that are spelt similarly to these words. */
export async function findSimilar(execute: Execute, words: readonly string[]): Promise<SimilarWord[]> {
  if (words.length === 0) return [];
  return execute<{ word: string; known: string; weight: number }>({
    name: 'search_similar_words',
    text: `select word, candidate.known, candidate.weight from unnest($1::text[]) as word cross join lateral (
      (select term as known, weight from search_terms where kind = 'word' and term % word
        order by similarity(term, word) desc limit 20)
      union all
      (select key, 0 from places where key % word and key !~ ' ' and ${isUsedPlace} order by similarity(key, word) desc limit 10)
    ) as candidate`,
    values: [words],
  });
}

/** Known words and places with this prefix; words of many models come first. */
export async function findCompletions(execute: Execute, prefix: string): Promise<string[]> {
  const rows = await execute<{ known: string }>({
    name: 'search_completions',
    text: `(select term as known from search_terms where kind = 'word' and term like $1
        order by weight desc limit 20)
      union all
      (select key from places where key like $1 and key !~ ' ' and ${isUsedPlace} order by key limit 10)`,
    values: [`${prefix.replaceAll(/[\\%_]/g, '')}%`],
  });
  return rows.map(({ known }) => known);
}
