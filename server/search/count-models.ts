/**
 * Counts a facet for popular words, which are mostly names of models: the phones with a matching model of the catalogue
 * are counted by the index of models, without reading them.
 */
import type { FacetName } from '#contract/search-words.ts';
import {
  allOf,
  type Criteria,
  facetConditions,
  withoutFacets,
  parameters,
  phoneColumns,
  limitConditions,
  valueOf,
} from './build-condition.ts';
import type { CountedValue } from './count-facets.ts';
import type { Execute } from './limit-time.ts';

interface Counting {
  readonly name: FacetName;
  /** How many phones are counted at most. */
  readonly maxPhones: number;
}

/** Facets that the index of models does not contain. */
const notInIndex: readonly FacetName[] = ['verified', 'advertised'];

/**
 * Counts the phones for each value of a facet among those whose sellers chose a model of the catalogue. The counts are
 * lower bounds, since sellers may also type the model.
 *
 * @returns an empty list if no model has all words, or if the search has a radius or facets that the index lacks
 */
export async function countModels(
  execute: Execute,
  criteria: Criteria,
  counting: Counting,
): Promise<CountedValue[]> {
  if (criteria.near?.radius !== undefined) return [];
  if (notInIndex.some((name) => criteria.facets.has(name))) return [];
  const rows = await execute<{ value: string; count: number }>(modelStatement(criteria, counting));
  return rows.map(({ value, count }) => ({ name: counting.name, value, count, isCapped: true }));
}

/**
 * The statement of {@link countModels}, answered by the index of models alone. The category is compared with that of the
 * model, because a phone has the same one.
 */
export function modelStatement(criteria: Criteria, { name, maxPhones }: Counting) {
  const { values, bind } = parameters();
  const others = withoutFacets(criteria, [name, 'category']);
  const categories = criteria.facets.get('category');
  const ofCategory =
    categories === undefined
      ? ''
      : `and device_id in (select id from devices where category_id::text = any(${bind(categories)}))`;
  const conditions = [...facetConditions(others.facets, bind).values(), ...limitConditions(others, bind)];
  const value = valueOf(name);
  const text = `
    select ${value}::text as value, count(*)::int as count from (
      select ${phoneColumns} from products
      where state = 'live' and device_id = any(array(
        select device_id from search_terms
        where kind = 'model' and array_to_tsvector(string_to_array(term, ' ')) @@ ${bind(allOf(criteria.words))}::tsquery
        ${ofCategory}
      )) limit ${bind(maxPhones)}
    ) as found
    where ${[...conditions, `${value} is not null`].join(' and ')}
    group by ${value}`;
  return { text, values };
}
