/**
 * The strategy `walk`: the index of the sort order is read until the page is full, and the counts are of the newest
 * phones only. The strategy `sort`: all matches are sorted.
 */
import type { FacetName } from '#contract/search-words.ts';
import {
  countsOf,
  type Criteria,
  facetConditions,
  facetMatches,
  matchCondition,
  conditionWithoutFacets,
  walkedIndexCondition,
  parameters,
  phoneColumns,
} from './build-condition.ts';
import {
  type FoundPhone,
  type Gathered,
  type GatheredRow,
  ranked,
  rankFor,
  readGathered,
  summary,
} from './gather-phones.ts';
import type { Execute } from './limit-time.ts';
import { comesAfter, orderings } from './order-phones.ts';
import type { Order, PageEnd } from './write-cursor.ts';

export interface Walk {
  readonly order: Exclude<Order, 'best'>;
  readonly after: PageEnd | undefined;
  readonly count: number;
  /** How many phones are read at most, whether they match or not. */
  readonly visits: number;
}

/** A page of matches; undefined if the walk ended before the page was full, because matches are rarer than estimated. */
export async function walkPhones(
  execute: Execute,
  criteria: Criteria,
  walk: Walk & { readonly order: Exclude<Order, 'best' | 'distance'> },
): Promise<FoundPhone[] | undefined> {
  const rows = await execute<FoundRow>(walkStatement(criteria, walk));
  return rows.length < walk.count ? undefined : rows.map(foundPhone);
}

/** The same page, made by sorting all matches: slow if there are many, and limited by the deadline of the search. */
export async function sortPhones(execute: Execute, criteria: Criteria, walk: Walk): Promise<FoundPhone[]> {
  const rows = await execute<FoundRow>(sortStatement(criteria, walk));
  return rows.map(foundPhone);
}

export interface Sampling {
  readonly countedFacets: readonly FacetName[];
  /** How many phones are read at most. */
  readonly visits: number;
  /** How many phones are counted at most. */
  readonly maxPhones: number;
}

/**
 * Counts the matches among the newest phones. The counts are lower bounds, unless all phones were read. Each facet is
 * counted as if none of its own values were selected.
 */
export async function sampleCounts(
  execute: Execute,
  criteria: Criteria,
  sample: Sampling,
): Promise<Gathered> {
  const [row] = await execute<GatheredRow>(sampleStatement(criteria, sample));
  return readGathered(row);
}

/** The statement of a walk: the inner limit bounds how many phones are read, however few pass the outer filter. */
export function walkStatement(criteria: Criteria, { order, after, count, visits }: Walk) {
  const { values, bind } = parameters();
  const { price } = criteria;
  const isByPrice = order === 'price-up' || order === 'price-down';
  const range =
    price !== undefined && isByPrice
      ? `sell_cents between ${bind(price.minCents)} and ${bind(price.maxCents)}`
      : 'true';
  const text = `
    select id, sell_cents from (
      select ${phoneColumns}, search_document from products
      where ${walkedIndexCondition(criteria, bind)} and ${comesAfter(after, bind)} and ${range}
      order by ${orderings[order]} limit ${bind(visits)}
    ) as found
    where ${[conditionWithoutFacets(criteria, bind), ...facetConditions(criteria.facets, bind).values()].join(' and ')}
    order by ${orderings[order]} limit ${bind(count)}`;
  return { text, values };
}

/**
 * All matches, read by the text search index and sorted. Materialised, so that the planner does not choose the index of
 * the sort order.
 */
function sortStatement(criteria: Criteria, { order, after, count }: Walk) {
  const { values, bind } = parameters();
  // The condition on the column `rank` belongs to the outer query, because the inner one does not have that column.
  const isByRank = order === 'distance';
  const isAfter = comesAfter(after, bind);
  const text = `
    with gathered as materialized (
      select ${phoneColumns}, ${rankFor({ order }, criteria, bind)} as rank
      from products as found where ${matchCondition(criteria, bind)} and ${isByRank ? 'true' : isAfter}
    ), ${ranked('matches', { page: { order }, criteria, bind })}
    select id, sell_cents, city_id, rank from matches where ${isByRank ? isAfter : 'true'}
    order by ${orderings[order]} limit ${bind(count)}`;
  return { text, values };
}

/** The statement of {@link sampleCounts}. */
export function sampleStatement(criteria: Criteria, { countedFacets, visits, maxPhones }: Sampling) {
  const { values, bind } = parameters();
  const facetMatch = facetMatches(criteria, bind);
  const part = countedFacets.includes('category') ? `state = 'live'` : walkedIndexCondition(criteria, bind);
  // PostgreSQL reads both only up to their limits. A phone that does not match two facets is counted for neither.
  const text = `
    with recent as materialized (
      select ${phoneColumns}, search_document from products where ${part} order by id desc limit ${bind(visits)}
    ), word_matches as materialized (
      select ${[phoneColumns, ...facetMatch.columns].join(', ')}
      from recent as found where ${conditionWithoutFacets(criteria, bind)}
    ), near_matches as materialized (
      select * from word_matches where ${facetMatch.mismatches} <= 1 limit ${bind(maxPhones)}
    ), matches as materialized (
      select * from near_matches where ${facetMatch.matchesAllExcept()}
    )
    ${summary(countedFacets.map((name) => (criteria.facets.has(name) ? countsOf(name, 'near_matches', facetMatch.matchesAllExcept(name)) : countsOf(name, 'matches', 'true'))))},
      (select count(*) from near_matches) = ${bind(maxPhones)} or (select count(*) from recent) = ${bind(visits)} as is_capped,
      '[]'::json as page`;
  return { text, values };
}

export const foundPhone = (row: FoundRow): FoundPhone => ({
  id: row.id,
  cents: row.sell_cents,
  rank: row.rank ?? 0,
  cityId: row.city_id ?? null,
});

export interface FoundRow {
  readonly id: string;
  readonly sell_cents: number;
  /** Only in a page by distance. */
  readonly rank?: number;
  readonly city_id?: number | null;
}
