/** Rare: all phones that fit are gathered by the index of words, and ordered and counted exactly. */
import type { FacetName } from '#contract/search-words.ts';
import { countsOf, type Criteria, fits, parameters, phoneColumns, type Put } from './build-condition.ts';
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
  readonly total: number;
  /** In cents; of what was gathered. */
  readonly minCents: number | null;
  readonly maxCents: number | null;
  readonly counts: readonly FacetCount[];
  readonly page: readonly FoundPhone[];
}

export interface Gathering {
  /** Counted as if nothing of this facet were chosen. */
  readonly except?: FacetName;
  readonly countedFacets: readonly FacetName[];
  /** How many are gathered; more of them are not looked at. */
  readonly most: number;
  readonly page?: { readonly order: Order; readonly after: PageEnd | undefined; readonly count: number };
}

/** Gathers what fits. Where `total` reaches `most` there may be more, and page and counts are of any of them. */
export async function gatherPhones(ask: Ask, criteria: Criteria, gathering: Gathering): Promise<Gathered> {
  const [row] = await ask<GatheredRow>(gatherStatement(criteria, gathering));
  return readGathered(row);
}

/** The statement of {@link gatherPhones}. */
export function gatherStatement(criteria: Criteria, gathering: Gathering) {
  const { except, countedFacets, most, page } = gathering;
  const { values, put } = parameters();
  const rank = page?.order === 'best' ? rankOf(criteria, put) : '0';
  // Materialised, so that the limit does not tempt the planner to read the table until enough were met.
  const text = `
    with fitting as materialized (
      select ${phoneColumns}, ${rank} as rank from products where ${fits(criteria, put, except)}
    ), found as materialized (
      select * from fitting limit ${put(most)}
    )
    ${summary(countedFacets.map((name) => countsOf(name, 'true')))}, ${
      page === undefined
        ? `'[]'::json`
        : `(select coalesce(json_agg(json_build_object('id', id, 'cents', sell_cents, 'rank', rank)), '[]') from (
            select id, sell_cents, rank from found where ${comesAfter(page.after, put)}
            order by ${orderings[page.order]} limit ${put(page.count)}
          ) as paged)`
    } as page`;
  return { text, values };
}

export interface GatheredRow {
  readonly sums: { readonly total: number; readonly min: number | null; readonly max: number | null };
  readonly counts: readonly [FacetName, string, number][];
  readonly page: readonly FoundPhone[];
}

/** The sums of `found` and the counts of facets, as one row. */
export const summary = (branches: readonly string[], condition = 'true'): string => `
  select (
    select json_build_object('total', count(*), 'min', min(sell_cents), 'max', max(sell_cents))
    from found where ${condition}
  ) as sums, ${
    branches.length === 0
      ? `'[]'::json`
      : `(select coalesce(json_agg(json_build_array(name, value, count)), '[]')
          from (${branches.join(' union all ')}) as counted (name, value, count))`
  } as counts`;

export function readGathered(row: GatheredRow | undefined): Gathered {
  if (row === undefined) throw new Error('An aggregate without a row');
  const { sums, counts, page } = row;
  return {
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
