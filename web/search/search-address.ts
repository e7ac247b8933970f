/** The search in a page's URL. Its parameters have the names of the API. */
import { facetNames } from '#contract/search-words.ts';

/** Every URL parameter that the search reads, in canonical order. */
const fieldNames = [
  'q',
  ...facetNames,
  'minPrice',
  'maxPrice',
  'minBattery',
  'near',
  'within',
  'sort',
  'cursor',
] as const;
export type SearchField = (typeof fieldNames)[number];

/** The chosen values, several values of a facet separated by commas. Fields without a value are absent. */
export type SearchFields = Readonly<Partial<Record<SearchField, string>>>;

const listNames: ReadonlySet<string> = new Set(facetNames);

/** Reads the fields from a URL or a form, in which a facet may be repeated and a field may be empty. */
export function readSearch(params: URLSearchParams): SearchFields {
  const fields: Partial<Record<SearchField, string>> = {};
  for (const name of fieldNames) {
    const values = params.getAll(name).flatMap((value) => (listNames.has(name) ? value.split(',') : value));
    const given = [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
    const value = listNames.has(name) ? given.join(',') : given[0];
    if (value !== undefined && value !== '') fields[name] = value;
  }
  return fields;
}

/** The canonical URL of a search. */
export function searchAddress(path: string, fields: SearchFields): string {
  const params = new URLSearchParams();
  for (const name of fieldNames) {
    const value = fields[name];
    if (value !== undefined && value !== '') params.set(name, value);
  }
  // A comma needs no escape in a query string, and people read URLs.
  return params.size === 0 ? path : `${path}?${params.toString().replaceAll('%2C', ',')}`;
}

/** All filters of a list. */
export const filterNames = [...facetNames, 'minPrice', 'maxPrice', 'minBattery', 'within'] as const;

/** Whether a search has any filter. */
export const hasFilters = (fields: SearchFields): boolean =>
  filterNames.some((name) => fields[name] !== undefined);

/** Whether the URL of a category has a filter besides the category, a sort order or a city. */
export const isFiltered = (fields: SearchFields): boolean =>
  hasFilters({ ...fields, category: undefined }) || fields.sort !== undefined || fields.near !== undefined;

/** The search for the URL of a category. */
export const ofCategory = (_id: string, fields: SearchFields): SearchFields => ({
  ...fields,
  q: undefined,
  category: _id,
});

/** Whether a URL has repeated or empty parameters, as a form without scripts sends them. */
export function hasRedundantParameters(params: URLSearchParams): boolean {
  return fieldNames.some((name) => {
    const values = params.getAll(name);
    return values.length > 1 || values.includes('');
  });
}

export const isSearchField = (name: string): name is SearchField =>
  fieldNames.some((known) => known === name);

/** The chosen values of a facet. */
export const chosenOf = (fields: SearchFields, name: SearchField): readonly string[] =>
  fields[name]?.split(',') ?? [];

/** The first page of the same search without some of its fields. Without a city, the distance is removed, too. */
export function without(fields: SearchFields, ...names: readonly SearchField[]): SearchFields {
  const remaining = { ...fields };
  for (const name of [...names, 'cursor'] as const) delete remaining[name];
  if (remaining.near === undefined) {
    delete remaining.within;
    if (remaining.sort === 'distance') delete remaining.sort;
  }
  return remaining;
}

/** The first page of the same search without one value of a facet. */
export function withoutValue(fields: SearchFields, name: SearchField, value: string): SearchFields {
  const others = chosenOf(fields, name).filter((chosen) => chosen !== value);
  return others.length === 0 ? without(fields, name) : { ...without(fields), [name]: others.join(',') };
}
