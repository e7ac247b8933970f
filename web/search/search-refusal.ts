import { ApiError } from '#web/platform/api-error.ts';

import { fieldTitles } from './facet-words.ts';
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

/** The message for people: the server's begins with the name of the parameter, which is replaced by the field's title. */
export function messageFor({ field, message }: Refusal['invalidFields'][number]): string {
  if (!message.startsWith(`${field} `)) return message;
  const title = fieldTitles[field];
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}${message.slice(field.length)}`;
}
