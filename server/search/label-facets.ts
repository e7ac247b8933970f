/** Facets with their labels, in the order in which pages show them. */
import { conditions } from '#contract/products.ts';
import type { Facet, FacetValue } from '#contract/search.ts';
import { conditionSlugs, type FacetName, facetNames } from '#contract/search-words.ts';
import { capitalised, storageWords } from '#contract/phone-words.ts';
import type { Criteria } from './build-condition.ts';
import type { CountedValue } from './count-facets.ts';
import type { Execute } from './limit-time.ts';

/** How many values of a facet are offered, in addition to the selected ones. */
const maxValues: Partial<Record<FacetName, number>> = { place: 20, category: 30 };

export type Labels = (name: FacetName, value: string) => string | undefined;

/** The labels of these values; undefined for a value that does not exist. */
export async function readLabels(
  execute: Execute,
  values: readonly { readonly name: FacetName; readonly value: string }[],
): Promise<Labels> {
  const of = (facet: FacetName): string[] =>
    values.flatMap(({ name, value }) => (name === facet ? [value] : []));
  const rows = await execute<{ name: FacetName; value: string; label: string }>({
    name: 'search_labels',
    text: `select 'category' as name, id::text as value, name as label from categories where id::text = any($1)
      union all select 'place', key, label from places where key = any($2)`,
    values: [of('category'), of('place')],
  });
  const stored = new Map(rows.map(({ name, value, label }) => [`${name} ${value}`, label]));
  return (name, value) =>
    name === 'category' || name === 'place' ? stored.get(`${name} ${value}`) : plainLabel(name, value);
}

/** The facets that have values, each with its values in order. */
export function presentFacets(
  counts: readonly CountedValue[],
  { facets }: Criteria,
  labels: Labels,
): Facet[] {
  return facetNames.flatMap((name) => {
    const chosen = facets.get(name) ?? [];
    const counted = counts.filter(
      (each) => each.name === name && (each.count > 0 || chosen.includes(each.value)),
    );
    const values = counted.flatMap((each) => presentValue(each, labels));
    const offered = values
      .toSorted(byCount)
      .filter(
        ({ value }, index) =>
          index < (maxValues[name] ?? Infinity) || chosen.includes(storedValue(name, value)),
      );
    return offered.length === 0 ? [] : [{ name, values: inOrder(name, offered) }];
  });
}

function presentValue({ name, value, count, isCapped }: CountedValue, labels: Labels): FacetValue[] {
  const label = labels(name, value);
  return label === undefined ? [] : [{ value: urlValue(name, value), label, count, isCapped }];
}

const slugs = Object.entries(conditionSlugs);

/** The value as in a URL. */
const urlValue = (name: FacetName, value: string): string =>
  name === 'condition' ? (slugs.find(([, condition]) => condition === value)?.[0] ?? value) : value;

/** The value as stored: the inverse of {@link urlValue}. */
const storedValue = (name: FacetName, value: string): string =>
  name === 'condition' ? (slugs.find(([slug]) => slug === value)?.[1] ?? value) : value;

function plainLabel(name: FacetName, value: string): string {
  if (name === 'storage') return storageWords(Number(value));
  if (name === 'verified') return 'Verified sellers';
  if (name === 'advertised') return 'Advertised';
  return capitalised(value);
}

const byCount = (a: FacetValue, b: FacetValue): number => b.count - a.count || (a.label < b.label ? -1 : 1);

function inOrder(name: FacetName, values: readonly FacetValue[]): FacetValue[] {
  if (name === 'storage') return values.toSorted((a, b) => Number(a.value) - Number(b.value));
  if (name !== 'condition') return [...values];
  const grades: readonly string[] = conditions;
  return values.toSorted((a, b) => grades.indexOf(a.label) - grades.indexOf(b.label));
}
