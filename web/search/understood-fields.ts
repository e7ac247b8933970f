import type { UnderstoodSearch } from '#contract/search.ts';

import { type SearchFields, chosenOf } from './search-address.ts';

/**
 * The fields of a search with the facts that its query states: "red iphone" becomes "iphone" with the colour red, so
 * that panel and chips show the fact and can remove it. A chosen price overrides a stated one, as on the server.
 */
export function understoodFields(
  fields: SearchFields,
  understood: UnderstoodSearch | undefined,
): SearchFields {
  if (understood === undefined) return fields;
  const { q, facets, minPrice, maxPrice, minBattery, sort } = understood;
  const shown: Partial<Record<keyof SearchFields, string>> = { ...fields, q };
  if (q === '') delete shown.q;
  for (const { name, value } of facets) {
    shown[name] = [...new Set([...chosenOf(shown, name), value])].join(',');
  }
  if (sort !== undefined) shown.sort ??= sort;
  if (minBattery !== undefined) shown.minBattery ??= String(minBattery);
  if (fields.minPrice !== undefined || fields.maxPrice !== undefined) return shown;
  if (minPrice !== undefined) shown.minPrice = String(minPrice);
  if (maxPrice !== undefined) shown.maxPrice = String(maxPrice);
  return shown;
}
