/**
 * The strategies `group` and `group-within`: everything that the words match is read once, whatever its facets, and
 * grouped by the facets in use; each group has its count and the addresses (`ctid`) of its rows. The rows of the chosen group
 * are then read by address, with all columns. For popular words one facet is fixed: only phones with its chosen values
 * are read.
 */
import type { FacetName } from '#contract/search-words.ts';
import {
  countsOf,
  type Criteria,
  fits,
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
  /** A facet in use that stays a condition, and is not counted. */
  readonly fixed: FacetName | undefined;
}

/**
 * Gathers the matches, and counts each facet in use as if none of its own values were selected. If there are more
 * matches than may be read, page and counts are of arbitrary ones.
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
export function groupStatement(criteria: Criteria, { countedFacets, most, page, fixed }: Grouping) {
  const { values, bind } = parameters();
  const { facets } = fixed === undefined ? criteria : withoutFacets(criteria, [fixed]);
  const chosen = chosenConditions(facets, bind);
  const keys = [...facets.keys()].map(keyOf);
  const named = [...facets.keys()].map((name) => `${valueOf(name)} as ${keyOf(name)}`);
  const limit = bind(most);
  // A row's address is valid within the statement, which sees one snapshot of the table.
  const text = `
    with grouped as materialized (
      select ${keys.join(', ')}, count(*) as count,
        array_agg(address) filter (where ${[...chosen.values()].join(' and ')}) as addresses
      from (
        select ctid as address, ${named.join(', ')}
        from products as found where ${fits(withoutFacets(criteria, [...facets.keys()]), bind)} limit ${limit}
      ) as around
      group by ${keys.join(', ')}
    ), gathered as materialized (
      select ${phoneColumns}, ${rankFor(page, criteria, bind)} as rank
      from products as found where ctid = any(array(select unnest(addresses) from grouped))
    ), ${ranked('whole', { page, criteria, bind })}
    ${summary(countedFacets.map((name) => (facets.has(name) ? countsOfKey(name, chosen) : countsOf(name, 'whole', 'true'))))},
      (select coalesce(sum(count), 0) from grouped) = ${limit} as is_capped,
      ${pageOf(page, bind)} as page`;
  return { text, values };
}

const keyOf = (name: FacetName): string => `key_${name}`;

/** For each facet in use the condition, on its key, that one of its values is chosen. */
const chosenConditions = (facets: Criteria['facets'], bind: Bind): Map<FacetName, string> =>
  new Map(
    [...facets].map(([name, values]) => [
      name,
      isLexemeFacet(name) ? `${keyOf(name)}::text = any(${bind(values)})` : keyOf(name),
    ]),
  );

/** The values of a facet in use with the number of phones that have the chosen values of all others. */
function countsOfKey(name: FacetName, chosen: ReadonlyMap<FacetName, string>): string {
  const key = keyOf(name);
  const others = [...chosen].flatMap(([other, condition]) => (other === name ? [] : [condition]));
  const from = (isCounted: string): string => `from grouped where ${[...others, isCounted].join(' and ')}`;
  return isLexemeFacet(name)
    ? `select '${name}', ${key}::text, sum(count)::bigint ${from(`${key} is not null`)} group by ${key}`
    : `select '${name}', '1', coalesce(sum(count), 0)::bigint ${from(key)}`;
}
