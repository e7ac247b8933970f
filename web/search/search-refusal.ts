import { ApiError } from '#web/platform/api-error.ts';

import { type SearchField, isSearchField } from './search-address.ts';

/** The server's refusal of a search, serialisable with the page. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly wrong: readonly { readonly field: SearchField; readonly message: string }[];
}

/** The refusal in an error, if the page can show it itself. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError) || ![400, 429, 503].includes(error.status)) return undefined;
  const { status, message, errors } = error;
  const wrong = errors.flatMap(({ path, message: about }) => {
    const [field = ''] = path.split('.');
    return isSearchField(field) ? [{ field, message: about }] : [];
  });
  return { status, message, wrong };
}
