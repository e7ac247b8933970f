/** The search in a page's URL, with the same names as the API's query. */
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

/** The chosen values; several values of a facet are separated by commas. Fields without a choice are absent. */
export type SearchFields = Readonly<Partial<Record<SearchField, string>>>;

const listNames: ReadonlySet<string> = new Set(facetNames);

/** Reads the fields of a URL or a form, where a facet may be repeated and a field may be empty. */
export function readSearch(params: URLSearchParams): SearchFields {
  const fields: Partial<Record<SearchField, string>> = {};
  for (const name of fieldNames) {
    const values = params.getAll(name).flatMap((value) => (listNames.has(name) ? value.split(',') : value));
    const said = [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
    const value = listNames.has(name) ? said.join(',') : said[0];
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
  // A comma needs no escape in a query, and people read URLs.
  return params.size === 0 ? path : `${path}?${params.toString().replaceAll('%2C', ',')}`;
}

/** All filters of a list. */
export const filterNames = [...facetNames, 'minPrice', 'maxPrice', 'minBattery', 'within'] as const;

/** Whether a search has any filter. */
export const isNarrowed = (fields: SearchFields): boolean =>
  filterNames.some((name) => fields[name] !== undefined);

/** Whether a category's URL has more than the category. */
export const isFiltered = (fields: SearchFields): boolean =>
  isNarrowed({ ...fields, category: undefined }) || fields.sort !== undefined || fields.near !== undefined;

/** The search of a category's URL. */
export const ofCategory = (_id: string, fields: SearchFields): SearchFields => ({
  ...fields,
  q: undefined,
  category: _id,
});

/** Whether a URL has repeated or empty parameters, as a form sent without scripts produces. */
export function isUntidy(params: URLSearchParams): boolean {
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

/** The same search without some of its fields, from the first page on. Without a city, the distance is removed, too. */
export function without(fields: SearchFields, ...names: readonly SearchField[]): SearchFields {
  const left = { ...fields };
  for (const name of [...names, 'cursor'] as const) delete left[name];
  if (left.near === undefined) {
    delete left.within;
    if (left.sort === 'distance') delete left.sort;
  }
  return left;
}

/** The same search without one value of a facet, from the first page on. */
export function withoutValue(fields: SearchFields, name: SearchField, value: string): SearchFields {
  const left = chosenOf(fields, name).filter((chosen) => chosen !== value);
  return left.length === 0 ? without(fields, name) : { ...without(fields), [name]: left.join(',') };
}
