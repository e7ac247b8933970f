/** Estimates from PostgreSQL's statistics how many phones match a search, to choose its strategy. */
import { type Criteria, flagFilters, indexQueries } from './build-condition.ts';
import type { Execute } from './limit-time.ts';

/** Estimates for a search, or for a part of its criteria. */
export interface Estimate {
  /** The number of live phones. */
  readonly live: number;
  /**
   * Phones that match. Facets are taken as independent of each other; words only in part, because the models of a maker
   * have words in common.
   */
  readonly matching: (part?: Criteria) => number;
  /** Phones that match the rarest condition: an upper bound of the matches. */
  readonly rarest: (part?: Criteria) => number;
  /** Index entries of all conditions together. */
  readonly entries: (part?: Criteria) => number;
}

/** Estimates each condition alone with `explain`, which reads no phone. */
export async function estimateMatches(execute: Execute, criteria: Criteria): Promise<Estimate> {
  const queries = indexQueries(withoutPriceAndNear(criteria));
  const conditions = queries.map((_, index) => `search_document @@ $${index + 1}::tsquery`);
  if (criteria.facets.has('advertised')) conditions.push(flagFilters.advertised);
  const [live = 0, ...rows] = await estimateRows(execute, ['true', ...conditions], queries);
  const rowsOf = new Map(queries.map((query, index) => [query, rows[index] ?? 0]));
  const partsOf = (names: readonly string[]): number[] => names.map((query) => rowsOf.get(query) ?? 0);
  const advertised = ({ facets }: Criteria): number[] => (facets.has('advertised') ? [rows.at(-1) ?? 0] : []);
  const share = (part: number): number => Math.min(1, part / live);
  return {
    live,
    matching: (part = criteria) => {
      const [rarestWord = live, ...otherWords] = partsOf(part.words).toSorted((a, b) => a - b);
      const withWords = otherWords.reduce(
        (matches, each, index) => matches * share(each) ** (1 / 2 ** (index + 1)),
        rarestWord,
      );
      const ofFacets = partsOf(indexQueries({ ...withoutPriceAndNear(part), words: [] }));
      const others = [
        ...ofFacets,
        ...advertised(part),
        part.price?.expected ?? live,
        part.battery?.expected ?? live,
        part.near?.radius?.expected ?? live,
      ];
      return others.reduce((matches, each) => matches * share(each), withWords);
    },
    rarest: (part = criteria) => {
      const withinPrice = part.price?.steps === undefined ? live : part.price.expected;
      const withinRadius = part.near?.radius?.areas === undefined ? live : part.near.radius.expected;
      return Math.min(
        live,
        withinPrice,
        withinRadius,
        ...partsOf(indexQueries(withoutPriceAndNear(part))),
        ...advertised(part),
      );
    },
    entries: (part = criteria) =>
      partsOf(indexQueries(withoutPriceAndNear(part))).reduce((sum, each) => sum + each, 0),
  };
}

/** Price and radius have estimates of their own (`expected`). */
const withoutPriceAndNear = (part: Criteria): Criteria => ({ ...part, price: undefined, near: undefined });

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
 * Whether a price range or a radius contains so many of the live phones that an index condition costs more than it
 * saves.
 */
export const isWide = (expected: number, live: number): boolean => expected * 5 > live;

interface Plan {
  readonly 'Plan Rows': number;
  readonly Plans?: readonly Plan[];
}
