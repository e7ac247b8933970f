/** Rare: all phones that fit are gathered by the index of words, and ordered and counted exactly. */
import { type FacetName, facetNames } from '#contract/search-words.ts';
import {
  countsOf,
  type Criteria,
  type FitColumns,
  fitColumns,
  fits,
  letGo,
  parameters,
  phoneColumns,
  type Put,
} from './build-condition.ts';
import type { Ask } from './limit-time.ts';
import { comesAfter, orderings } from './order-phones.ts';
import type { Order, PageEnd } from './write-cursor.ts';

export interface FoundPhone {
  readonly id: string;
  readonly cents: number;
  readonly rank: number;
}

export interface FacetCount {
  readonly name: FacetName;
  readonly value: string;
  readonly count: number;
}

export interface Gathered {
  /** Whether there may be more phones than were looked at: then all numbers are lower bounds. */
  readonly isCapped: boolean;
  readonly total: number;
  /** In cents; of what was gathered. */
  readonly minCents: number | null;
  readonly maxCents: number | null;
  readonly counts: readonly FacetCount[];
  readonly page: readonly FoundPhone[];
}

export interface Gathering {
  /** Also gathers what fits but for its facets, so that those in use can be counted as if nothing of them were chosen. */
  readonly isAround?: boolean;
  readonly countedFacets: readonly FacetName[];
  /** How many are gathered; more of them are not looked at. */
  readonly most: number;
  readonly page?: PageOfGathered;
}

export interface PageOfGathered {
  readonly order: Order;
  readonly after: PageEnd | undefined;
  readonly count: number;
}

/** Gathers what fits. Where it is capped, page and counts are of any of what fits. */
export async function gatherPhones(ask: Ask, criteria: Criteria, gathering: Gathering): Promise<Gathered> {
  const [row] = await ask<GatheredRow>(gatherStatement(criteria, gathering));
  return readGathered(row);
}

/** The statement of {@link gatherPhones}. */
export function gatherStatement(criteria: Criteria, gathering: Gathering) {
  const { isAround = false, countedFacets, most, page } = gathering;
  const { values, put } = parameters();
  const facets = isAround ? criteria.facets : new Map();
  const asked = isAround ? letGo(criteria, facetNames) : criteria;
  const missable = fitColumns({ facets }, put);
  const rank = page?.order === 'best' ? rankOf(criteria, put) : '0';
  const fitting = `
      select ${[phoneColumns, ...missable.columns].join(', ')},
        case when ${missable.fitsAll} then ${rank} end as rank
      from products as found where ${fits(asked, put)}`;
  const text = `
    with ${
      // Of frequent phones the limit tempts the planner to read the table until enough were met: it is hidden there.
      isAround
        ? `found as materialized (${fitting} limit ${put(most)}`
        : `fitting as materialized (${fitting}
    ), found as materialized (
      select * from fitting limit ${put(most)}`
    }
    ), whole as ${isAround ? 'materialized' : 'not materialized'} (
      select * from found where ${missable.fitsAllBut()}
    )
    ${summary(countedFacets, { facets }, missable)},
      (select count(*) from found) = ${put(most)} as is_capped,
      ${page === undefined ? `'[]'::json` : pageOf(page, put)} as page`;
  return { text, values };
}

const pageOf = ({ order, after, count }: PageOfGathered, put: Put): string => `
  (select coalesce(json_agg(json_build_object('id', id, 'cents', sell_cents, 'rank', rank)), '[]') from (
    select id, sell_cents, rank from whole where ${comesAfter(after, put)}
    order by ${orderings[order]} limit ${put(count)}
  ) as paged)`;

export interface GatheredRow {
  readonly is_capped: boolean;
  readonly sums: { readonly total: number; readonly min: number | null; readonly max: number | null };
  readonly counts: readonly [FacetName, string, number][];
  readonly page: readonly FoundPhone[];
}

/**
 * The sums of `whole`, which fits, and the counts of facets, as one row: of `whole` as well, but for those of which a
 * phone of `found` may miss the chosen values.
 */
export function summary(
  countedFacets: readonly FacetName[],
  { facets }: Pick<Criteria, 'facets'>,
  { fitsAllBut }: FitColumns,
): string {
  const branches = countedFacets.map((name) =>
    facets.has(name) ? countsOf(name, 'found', fitsAllBut(name)) : countsOf(name, 'whole', 'true'),
  );
  const counts =
    branches.length === 0
      ? `'[]'::json`
      : `(select coalesce(json_agg(json_build_array(name, value, count)), '[]')
          from (${branches.join(' union all ')}) as counted (name, value, count))`;
  return `
    select (
      select json_build_object('total', count(*), 'min', min(sell_cents), 'max', max(sell_cents)) from whole
    ) as sums, ${counts} as counts`;
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

/**
 * A word in the model's name outweighs one in the place, and that one in the description; of two names that have all
 * words the shorter one is meant: "iPhone 13" before "iPhone 13 Pro Max".
 */
function rankOf({ words }: Criteria, put: Put): string {
  // Only a forged cursor asks for ranks without a word; what is put must then not be left over.
  if (words.length === 0) return '0::float4';
  const query = put(words.map(bracketed).join(' & '));
  return `(ts_rank('{0.05, 0.2, 0.4, 1}', search_document, ${query}::tsquery)
    / greatest(1, length(ts_filter(search_document, '{a}'))))::float4`;
}

const bracketed = (query: string): string => `(${query})`;
