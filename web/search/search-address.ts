/** What is searched for, as the address says it: the same words that the call takes. */
import { facetNames } from '#contract/search-words.ts';

/** Every word of an address that the search reads, in the order in which addresses have them. */
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

/** The chosen values, several of a facet with commas between them; what is not chosen is not there. */
export type SearchFields = Readonly<Partial<Record<SearchField, string>>>;

const listNames: ReadonlySet<string> = new Set(facetNames);

/** The fields of an address or of a form, where a facet may stand several times and a field may be empty. */
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

/** The one address of a search. */
export function searchAddress(path: string, fields: SearchFields): string {
  const params = new URLSearchParams();
  for (const name of fieldNames) {
    const value = fields[name];
    if (value !== undefined && value !== '') params.set(name, value);
  }
  // A comma needs no escape in a query, and people read addresses.
  return params.size === 0 ? path : `${path}?${params.toString().replaceAll('%2C', ',')}`;
}

/** Everything that narrows a list down. */
export const filterNames = [...facetNames, 'minPrice', 'maxPrice', 'minBattery', 'within'] as const;

/** Whether anything narrows a list down. */
export const isNarrowed = (fields: SearchFields): boolean =>
  filterNames.some((name) => fields[name] !== undefined);

/** Whether a category's address asks for more than the category. */
export const isFiltered = (fields: SearchFields): boolean =>
  isNarrowed({ ...fields, category: undefined }) || fields.sort !== undefined || fields.near !== undefined;

/** What a category's address searches for. */
export const ofCategory = (_id: string, fields: SearchFields): SearchFields => ({
  ...fields,
  q: undefined,
  category: _id,
});

/** Whether an address says something twice or says nothing by a name, as a form sent without scripts does. */
export function isUntidy(params: URLSearchParams): boolean {
  return fieldNames.some((name) => {
    const values = params.getAll(name);
    return values.length > 1 || values.includes('');
  });
}

export const isSearchField = (name: string): name is SearchField =>
  fieldNames.some((known) => known === name);

/** The values chosen of a facet. */
export const chosenOf = (fields: SearchFields, name: SearchField): readonly string[] =>
  fields[name]?.split(',') ?? [];

/** The same search without some of its fields, from the first page on. Without a city there is no distance. */
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
