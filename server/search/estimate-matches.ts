/** How many phones a search will match, as PostgreSQL's statistics say: it decides how the search is answered. */
import type { FacetName } from '#contract/search-words.ts';
import { type Criteria, filters, indexQueries } from './build-condition.ts';
import type { Ask } from './limit-time.ts';

export interface Estimate {
  /** Live phones in all. */
  readonly live: number;
  /** Phones that fit: facets are taken as independent of each other, words as half so, for a maker's models share them. */
  readonly fitting: (except?: FacetName) => number;
  /** Phones that the rarest condition fits: what the index reads through, and the most that can fit. */
  readonly rarest: (except?: FacetName) => number;
}

/** Estimates without reading a phone: the planner is asked what it expects of each condition alone. */
export async function estimateMatches(ask: Ask, criteria: Criteria): Promise<Estimate> {
  const { words, price, facets } = criteria;
  const unpriced = { ...criteria, price: undefined };
  const queries = indexQueries(unpriced);
  const conditions = queries.map((_, index) => `search_document @@ $${index + 1}::tsquery`);
  const isAdvertised = facets.has('advertised');
  if (isAdvertised) conditions.push(filters.advertised);
  const [live = 0, ...rows] = await estimateRows(ask, ['true', ...conditions], queries);
  const rowsOf = new Map(queries.map((query, index) => [query, rows[index] ?? 0]));
  const partsOf = (names: readonly string[]): number[] => names.map((query) => rowsOf.get(query) ?? 0);
  const advertised = (except?: FacetName): number[] =>
    isAdvertised && except !== 'advertised' ? [rows.at(-1) ?? 0] : [];
  const share = (part: number): number => Math.min(1, part / live);
  return {
    live,
    fitting: (except) => {
      const [rarestWord = live, ...otherWords] = partsOf(words).toSorted((a, b) => a - b);
      const withWords = otherWords.reduce(
        (left, part, index) => left * share(part) ** (1 / 2 ** (index + 1)),
        rarestWord,
      );
      const ofFacets = partsOf(indexQueries({ ...unpriced, words: [] }, except));
      const others = [...ofFacets, ...advertised(except), price?.expected ?? live];
      return others.reduce((left, part) => left * share(part), withWords);
    },
    rarest: (except) => {
      const priced = price?.steps === undefined ? live : price.expected;
      return Math.min(live, priced, ...partsOf(indexQueries(unpriced, except)), ...advertised(except));
    },
  };
}

/** How many live phones the planner expects under each of these conditions. */
export async function estimateRows(
  ask: Ask,
  conditions: readonly string[],
  values: readonly unknown[],
): Promise<number[]> {
  const branches = conditions.map(
    (condition) => `select 1 from products where state = 'live' and ${condition}`,
  );
  const text = `explain (format json) ${branches.join(' union all ')}`;
  const [row] = await ask<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>({ text, values });
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('An explanation without a plan');
  return (branches.length === 1 ? [plan] : (plan.Plans ?? [])).map((branch) =>
    Math.max(1, branch['Plan Rows']),
  );
}

interface Plan {
  readonly 'Plan Rows': number;
  readonly Plans?: readonly Plan[];
}
