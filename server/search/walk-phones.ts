/** The strategies `walk` and `sort`: the index of the sort order is read until the page is full; counts are of the newest phones only. */
import type { FacetName } from '#contract/search-words.ts';
import {
  countsOf,
  type Criteria,
  facetConditions,
  fitColumns,
  fits,
  fitsWords,
  livePart,
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
  /** Phones that are read, whether they match or not. */
  readonly visits: number;
}

/** A page of matches; undefined if the walk ended before the page was full: matches are rarer than estimated. */
export async function walkPhones(
  execute: Execute,
  criteria: Criteria,
  walk: Walk & { readonly order: Exclude<Order, 'best' | 'distance'> },
): Promise<FoundPhone[] | undefined> {
  const rows = await execute<FoundRow>(walkStatement(criteria, walk));
  return rows.length < walk.count ? undefined : rows.map(foundPhone);
}

/** The same page from all matches: slow if there are many, and limited by the deadline of the search. */
export async function sortPhones(execute: Execute, criteria: Criteria, walk: Walk): Promise<FoundPhone[]> {
  const rows = await execute<FoundRow>(sortStatement(criteria, walk));
  return rows.map(foundPhone);
}

export interface Sampling {
  readonly countedFacets: readonly FacetName[];
  /** Phones that are read. */
  readonly visits: number;
  /** Phones that are counted. */
  readonly most: number;
}

/**
 * Counts among the newest phones: lower bounds unless there are no others. Each facet is counted as if none of its own
 * values were selected.
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
      where ${livePart(criteria, bind)} and ${comesAfter(after, bind)} and ${range}
      order by ${orderings[order]} limit ${bind(visits)}
    ) as found
    where ${[fitsWords(criteria, bind), ...facetConditions(criteria.facets, bind).values()].join(' and ')}
    order by ${orderings[order]} limit ${bind(count)}`;
  return { text, values };
}

/**
 * All matches, read by the text search index and sorted. Materialised, so that the planner does not choose the index of
 * the sort order.
 */
function sortStatement(criteria: Criteria, { order, after, count }: Walk) {
  const { values, bind } = parameters();
  // The column `rank` exists only in the outer query.
  const isByRank = order === 'distance';
  const isAfter = comesAfter(after, bind);
  const text = `
    with gathered as materialized (
      select ${phoneColumns}, ${rankFor({ order }, criteria, bind)} as rank
      from products as found where ${fits(criteria, bind)} and ${isByRank ? 'true' : isAfter}
    ), ${ranked('fitting', { page: { order }, criteria, bind })}
    select id, sell_cents, city_id, rank from fitting where ${isByRank ? isAfter : 'true'}
    order by ${orderings[order]} limit ${bind(count)}`;
  return { text, values };
}

/** The statement of {@link sampleCounts}. */
export function sampleStatement(criteria: Criteria, { countedFacets, visits, most }: Sampling) {
  const { values, bind } = parameters();
  const missable = fitColumns(criteria, bind);
  const part = countedFacets.includes('category') ? `state = 'live'` : livePart(criteria, bind);
  // Both are read only as far as the limits require. A phone that misses more than one facet is counted for none.
  const text = `
    with recent as materialized (
      select ${phoneColumns}, search_document from products where ${part} order by id desc limit ${bind(visits)}
    ), fitting as materialized (
      select ${[phoneColumns, ...missable.columns].join(', ')}
      from recent as found where ${fitsWords(criteria, bind)}
    ), found as materialized (
      select * from fitting where ${missable.misses} <= 1 limit ${bind(most)}
    ), whole as materialized (
      select * from found where ${missable.fitsAllBut()}
    )
    ${summary(countedFacets.map((name) => (criteria.facets.has(name) ? countsOf(name, 'found', missable.fitsAllBut(name)) : countsOf(name, 'whole', 'true'))))},
      (select count(*) from found) = ${bind(most)} or (select count(*) from recent) = ${bind(visits)} as is_capped,
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
  /** Of a page by distance. */
  readonly rank?: number;
  readonly city_id?: number | null;
}
