/** Popular words are mostly names of models. Phones with a model of the catalogue are counted by an index, without reading them. */
import type { FacetName } from '#contract/search-words.ts';
import {
  allOf,
  type Criteria,
  facetConditions,
  withoutFacets,
  parameters,
  phoneColumns,
  bounded,
  valueOf,
} from './build-condition.ts';
import type { CountedValue } from './count-facets.ts';
import type { Execute } from './limit-time.ts';

interface Counting {
  readonly name: FacetName;
  /** Phones of the models that match. */
  readonly most: number;
}

/** Facets that depend on the phone and not on its model. */
const unknownToModels: readonly FacetName[] = ['verified', 'advertised'];

/**
 * Counts the phones for each value of a facet among those whose sellers chose a model of the catalogue. The counts are
 * lower bounds, since sellers may also type the model.
 *
 * @returns nothing if no model has all words, within a distance, or with facets that do not depend on the model
 */
export async function countModels(
  execute: Execute,
  criteria: Criteria,
  counting: Counting,
): Promise<CountedValue[]> {
  if (criteria.near?.reach !== undefined) return [];
  if (unknownToModels.some((name) => criteria.facets.has(name))) return [];
  const rows = await execute<{ value: string; count: number }>(modelStatement(criteria, counting));
  return rows.map(({ value, count }) => ({ name: counting.name, value, count, isCapped: true }));
}

/**
 * The statement of {@link countModels}, answered by the index of models alone. The category is the model's, which is
 * also that of its phones.
 */
export function modelStatement(criteria: Criteria, { name, most }: Counting) {
  const { values, bind } = parameters();
  const others = withoutFacets(criteria, [name, 'category']);
  const categories = criteria.facets.get('category');
  const ofCategory =
    categories === undefined
      ? ''
      : `and device_id in (select id from devices where category_id::text = any(${bind(categories)}))`;
  const conditions = [...facetConditions(others.facets, bind).values(), ...bounded(others, bind)];
  const value = valueOf(name);
  const text = `
    select ${value}::text as value, count(*)::int as count from (
      select ${phoneColumns} from products
      where state = 'live' and device_id = any(array(
        select device_id from search_terms
        where kind = 'model' and array_to_tsvector(string_to_array(term, ' ')) @@ ${bind(allOf(criteria.words))}::tsquery
        ${ofCategory}
      )) limit ${bind(most)}
    ) as found
    where ${[...conditions, `${value} is not null`].join(' and ')}
    group by ${value}`;
  return { text, values };
}
