/** Estimates from PostgreSQL's statistics how many phones a search matches; the strategy is chosen by it. */
import { type Criteria, filters, indexQueries } from './build-condition.ts';
import type { Execute } from './limit-time.ts';

/** The estimate for a search, or for one with fewer conditions. */
export interface Estimate {
  /** All live phones. */
  readonly live: number;
  /** Matching phones. Facets are assumed to be independent of each other, words only half, because the models of a maker share words. */
  readonly fitting: (part?: Criteria) => number;
  /** Phones that match the rarest condition: what the index has to read, and an upper bound of the matches. */
  readonly rarest: (part?: Criteria) => number;
  /** Index entries of all conditions together. */
  readonly entries: (part?: Criteria) => number;
}

/** Estimates by `explain` of each condition alone, without reading a phone. */
export async function estimateMatches(execute: Execute, criteria: Criteria): Promise<Estimate> {
  const queries = indexQueries(unpriced(criteria));
  const conditions = queries.map((_, index) => `search_document @@ $${index + 1}::tsquery`);
  if (criteria.facets.has('advertised')) conditions.push(filters.advertised);
  const [live = 0, ...rows] = await estimateRows(execute, ['true', ...conditions], queries);
  const rowsOf = new Map(queries.map((query, index) => [query, rows[index] ?? 0]));
  const partsOf = (names: readonly string[]): number[] => names.map((query) => rowsOf.get(query) ?? 0);
  const advertised = ({ facets }: Criteria): number[] => (facets.has('advertised') ? [rows.at(-1) ?? 0] : []);
  const share = (part: number): number => Math.min(1, part / live);
  return {
    live,
    fitting: (part = criteria) => {
      const [rarestWord = live, ...otherWords] = partsOf(part.words).toSorted((a, b) => a - b);
      const withWords = otherWords.reduce(
        (left, each, index) => left * share(each) ** (1 / 2 ** (index + 1)),
        rarestWord,
      );
      const ofFacets = partsOf(indexQueries({ ...unpriced(part), words: [] }));
      const others = [
        ...ofFacets,
        ...advertised(part),
        part.price?.expected ?? live,
        part.battery?.expected ?? live,
        part.near?.reach?.expected ?? live,
      ];
      return others.reduce((left, each) => left * share(each), withWords);
    },
    rarest: (part = criteria) => {
      const priced = part.price?.steps === undefined ? live : part.price.expected;
      const reached = part.near?.reach?.areas === undefined ? live : part.near.reach.expected;
      return Math.min(live, priced, reached, ...partsOf(indexQueries(unpriced(part))), ...advertised(part));
    },
    entries: (part = criteria) => partsOf(indexQueries(unpriced(part))).reduce((sum, each) => sum + each, 0),
  };
}

/** Prices and distances have estimates of their own. */
const unpriced = (part: Criteria): Criteria => ({ ...part, price: undefined, near: undefined });

/** PostgreSQL's estimates of the live phones that match each of these conditions. */
export async function estimateRows(
  execute: Execute,
  conditions: readonly string[],
  values: readonly unknown[],
): Promise<number[]> {
  const branches = conditions.map(
    (condition) => `select 1 from products where state = 'live' and ${condition}`,
  );
  const text = `explain (format json) ${branches.join(' union all ')}`;
  const [row] = await execute<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>({ text, values });
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('An explanation without a plan');
  return (branches.length === 1 ? [plan] : (plan.Plans ?? [])).map((branch) =>
    Math.max(1, branch['Plan Rows']),
  );
}

/**
 * Whether a range of prices or a distance contains so many of the live phones that an index condition would read more
 * than it saves.
 */
export const isWide = (expected: number, live: number): boolean => expected * 5 > live;

interface Plan {
  readonly 'Plan Rows': number;
  readonly Plans?: readonly Plan[];
}
