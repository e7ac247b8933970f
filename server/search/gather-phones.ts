/** The strategy `gather`: reads all matches with the text search index, ranks them and counts them exactly. */
import type { FacetName } from '#contract/search-words.ts';
import {
  allOf,
  countsOf,
  type Criteria,
  matchCondition,
  parameters,
  phoneColumns,
  type Bind,
} from './build-condition.ts';
import type { Execute } from './limit-time.ts';
import { comesAfter, orderings } from './order-phones.ts';
import { noCityMetres, metresFrom } from './read-near.ts';
import type { Order, PageEnd } from './write-cursor.ts';

export interface FoundPhone {
  readonly id: string;
  readonly cents: number;
  /** The text search rank, or the distance in metres if the page is sorted by distance. */
  readonly rank: number;
  readonly cityId: number | null;
}

export interface FacetCount {
  readonly name: FacetName;
  readonly value: string;
  readonly count: number;
}

export interface Gathered {
  /** Whether there may be more matches than were read. If so, all counts are lower bounds. */
  readonly isCapped: boolean;
  readonly total: number;
  /** The lowest and highest price of the gathered phones; null if there are none. */
  readonly minCents: number | null;
  readonly maxCents: number | null;
  readonly counts: readonly FacetCount[];
  readonly page: readonly FoundPhone[];
}

export interface Gathering {
  readonly countedFacets: readonly FacetName[];
  /** How many phones are gathered at most. */
  readonly maxPhones: number;
  readonly page?: OrderedPage;
}

export interface OrderedPage {
  readonly order: Order;
  readonly after: PageEnd | undefined;
  readonly count: number;
}

/** Gathers the matches. If there are more than the limit, page and counts are of an arbitrary part of them. */
export async function gatherPhones(
  execute: Execute,
  criteria: Criteria,
  gathering: Gathering,
): Promise<Gathered> {
  const [row] = await execute<GatheredRow>(gatherStatement(criteria, gathering));
  return readGathered(row);
}

/** The statement of {@link gatherPhones}. */
export function gatherStatement(criteria: Criteria, { countedFacets, maxPhones, page }: Gathering) {
  const { values, bind } = parameters();
  // The limit is outside of the materialised query: with a limit, PostgreSQL would scan the table for frequent words.
  const text = `
    with all_matches as materialized (
      select ${phoneColumns}, ${rankFor(page, criteria, bind)} as rank from products as found where ${matchCondition(criteria, bind)}
    ), gathered as materialized (
      select * from all_matches limit ${bind(maxPhones)}
    ), ${ranked('matches', { page, criteria, bind })}
    ${summary(countedFacets.map((name) => countsOf(name, 'matches', 'true')))},
      (select count(*) from matches) = ${bind(maxPhones)} as is_capped,
      ${pageOf(page, bind)} as page`;
  return { text, values };
}

/** The page from the rows of `matches`, if one is requested. */
export function pageOf(page: OrderedPage | undefined, bind: Bind): string {
  if (page === undefined) return `'[]'::json`;
  return `
  (select coalesce(json_agg(json_build_object('id', id, 'cents', sell_cents, 'rank', rank, 'cityId', city_id)), '[]') from (
    select id, sell_cents, rank, city_id from matches where ${comesAfter(page.after, bind)}
    order by ${orderings[page.order]} limit ${bind(page.count)}
  ) as paged)`;
}

export interface GatheredRow {
  readonly is_capped: boolean;
  readonly sums: { readonly total: number; readonly min: number | null; readonly max: number | null };
  readonly counts: readonly [FacetName, string, number][];
  readonly page: readonly FoundPhone[];
}

/** One row with the totals of `matches` and the counts of facets. */
export function summary(counts: readonly string[]): string {
  const all =
    counts.length === 0
      ? `'[]'::json`
      : `(select coalesce(json_agg(json_build_array(name, value, count)), '[]')
          from (${counts.join(' union all ')}) as counted (name, value, count))`;
  return `
    select (
      select json_build_object('total', count(*), 'min', min(sell_cents), 'max', max(sell_cents)) from matches
    ) as sums, ${all} as counts`;
}

export function readGathered(row: GatheredRow | undefined): Gathered {
  if (row === undefined) throw new Error('An aggregate without a row');
  const { is_capped: isCapped, sums, counts, page } = row;
  return {
    isCapped,
    total: sums.total,
    minCents: sums.min,
    maxCents: sums.max,
    counts: counts.map(([name, value, count]) => ({ name, value, count })),
    page,
  };
}

/** The rank of the phone `found`. It is computed only for a page in this order, since it takes time for each phone. */
export const rankFor = (
  page: Pick<OrderedPage, 'order'> | undefined,
  criteria: Criteria,
  bind: Bind,
): string => (page?.order === 'best' ? rankOf(criteria, bind) : '0');

interface Ranking {
  readonly page: Pick<OrderedPage, 'order'> | undefined;
  readonly criteria: Criteria;
  readonly bind: Bind;
}

/**
 * A common table expression with the rows of `gathered` and a new name. If the page is sorted by distance, the rank of
 * a row is its distance in metres. Many phones are in few cities, so the distance of each city is computed once.
 *
 * It is a full join because PostgreSQL never executes one as a nested loop. For several words the planner expects one
 * phone, so it would choose a nested loop for any other join and compare thousands of phones with each city.
 */
export function ranked(name: string, { page, criteria: { near }, bind }: Ranking): string {
  if (page?.order !== 'distance') return `${name} as materialized (select * from gathered)`;
  if (near === undefined) throw new Error('Sorting by distance needs a city');
  return `distances as materialized (
      select id as place_id, ${metresFrom(near, bind)} as metres from cities
      where id in (select city_id from gathered)
    ), ${name} as materialized (
      select ${phoneColumns}, coalesce(metres, ${noCityMetres}) as rank from gathered
      full join distances on place_id = city_id
    )`;
}

/**
 * A word in the model's name outweighs one in the place, which outweighs one in the description. Of two names with all
 * words the shorter one ranks first: "iPhone 13" before "iPhone 13 Pro Max".
 */
function rankOf({ words }: Criteria, bind: Bind): string {
  // Only a forged cursor requests ranks without words. PostgreSQL refuses a parameter that a statement does not use.
  if (words.length === 0) return '0::float4';
  const query = bind(allOf(words));
  return `(ts_rank('{0.05, 0.2, 0.4, 1}', search_document, ${query}::tsquery)
    / greatest(1, length(ts_filter(search_document, '{a}'))))::float4`;
}
