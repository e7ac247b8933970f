/**
 * The strategies `group` and `group-within`: all phones that match the words are read once, whatever their facets, and
 * grouped by the facets in use. Each group has its count and the addresses (`ctid`) of its rows. The rows of the groups
 * with the chosen values are then read by address, with all columns. For popular words one facet is fixed: only phones
 * with its chosen values are read.
 */
import type { FacetName } from '#contract/search-words.ts';
import {
  countsOf,
  type Criteria,
  matchCondition,
  isLexemeFacet,
  withoutFacets,
  parameters,
  phoneColumns,
  type Bind,
  valueOf,
} from './build-condition.ts';
import {
  type Gathered,
  type GatheredRow,
  type Gathering,
  pageOf,
  ranked,
  rankFor,
  readGathered,
  summary,
} from './gather-phones.ts';
import type { Execute } from './limit-time.ts';

export interface Grouping extends Gathering {
  /** A facet in use that limits which phones are read and is not counted. */
  readonly fixed: FacetName | undefined;
}

/**
 * Gathers the matches, and counts each facet in use as if none of its own values were selected. If there are more
 * matches than may be read, page and counts are of an arbitrary part of them.
 */
export async function groupMatches(
  execute: Execute,
  criteria: Criteria,
  gathering: Grouping,
): Promise<Gathered> {
  const [row] = await execute<GatheredRow>(groupStatement(criteria, gathering));
  return readGathered(row);
}

/** The statement of {@link groupMatches}, for a search with facets in use besides the fixed one. */
export function groupStatement(criteria: Criteria, { countedFacets, maxPhones, page, fixed }: Grouping) {
  const { values, bind } = parameters();
  const { facets } = fixed === undefined ? criteria : withoutFacets(criteria, [fixed]);
  const chosen = chosenConditions(facets, bind);
  const keys = [...facets.keys()].map(keyOf);
  const keyColumns = [...facets.keys()].map((name) => `${valueOf(name)} as ${keyOf(name)}`);
  const limit = bind(maxPhones);
  // A row's address is valid within the statement, which sees one snapshot of the table.
  const text = `
    with grouped as materialized (
      select ${keys.join(', ')}, count(*) as count,
        array_agg(address) filter (where ${[...chosen.values()].join(' and ')}) as addresses
      from (
        select ctid as address, ${keyColumns.join(', ')}
        from products as found where ${matchCondition(withoutFacets(criteria, [...facets.keys()]), bind)} limit ${limit}
      ) as word_matches
      group by ${keys.join(', ')}
    ), gathered as materialized (
      select ${phoneColumns}, ${rankFor(page, criteria, bind)} as rank
      from products as found where ctid = any(array(select unnest(addresses) from grouped))
    ), ${ranked('matches', { page, criteria, bind })}
    ${summary(countedFacets.map((name) => (facets.has(name) ? countsOfKey(name, chosen) : countsOf(name, 'matches', 'true'))))},
      (select coalesce(sum(count), 0) from grouped) = ${limit} as is_capped,
      ${pageOf(page, bind)} as page`;
  return { text, values };
}

const keyOf = (name: FacetName): string => `key_${name}`;

/** For each facet in use, the condition that its key is one of the chosen values. */
const chosenConditions = (facets: Criteria['facets'], bind: Bind): Map<FacetName, string> =>
  new Map(
    [...facets].map(([name, values]) => [
      name,
      isLexemeFacet(name) ? `${keyOf(name)}::text = any(${bind(values)})` : keyOf(name),
    ]),
  );

/** Counts, for each value of a facet in use, the phones that have the chosen values of all other facets. */
function countsOfKey(name: FacetName, chosen: ReadonlyMap<FacetName, string>): string {
  const key = keyOf(name);
  const others = [...chosen].flatMap(([other, condition]) => (other === name ? [] : [condition]));
  const from = (isCounted: string): string => `from grouped where ${[...others, isCounted].join(' and ')}`;
  return isLexemeFacet(name)
    ? `select '${name}', ${key}::text, sum(count)::bigint ${from(`${key} is not null`)} group by ${key}`
    : `select '${name}', '1', coalesce(sum(count), 0)::bigint ${from(key)}`;
}
