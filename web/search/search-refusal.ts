import { ApiError } from '#web/platform/api-error.ts';

import { type SearchField, isSearchField } from './search-address.ts';

/** The server's refusal of a search, in a form that can be serialised with the page. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly invalidFields: readonly { readonly field: SearchField; readonly message: string }[];
}

/** The refusal of an error; undefined if the search page cannot show it. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError) || ![400, 429, 503].includes(error.status)) return undefined;
  const { status, message, errors } = error;
  const invalidFields = errors.flatMap(({ path, message: reason }) => {
    const [field = ''] = path.split('.');
    return isSearchField(field) ? [{ field, message: reason }] : [];
  });
  return { status, message, invalidFields };
}
