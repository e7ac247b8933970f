import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';

import { isApiError, messageOf } from './api-error.ts';

/**
 * Shows the messages of an error reply beside the fields of a form and focuses the first of them.
 *
 * @param fields the form's field for each field name of the API that it can show
 * @returns the text for below the form, if a message belongs to none of its fields
 */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: Readonly<Record<string, Path<Values>>>,
): string | undefined {
  if (!isApiError(error) || error.errors.length === 0) return messageOf(error);
  const known = error.errors.filter(({ path }) => Object.hasOwn(fields, path));
  for (const [place, { path, message }] of known.entries()) {
    const field = fields[path];
    if (field !== undefined) setError(field, { message }, { shouldFocus: place === 0 });
  }
  return known.length === error.errors.length ? undefined : messageOf(error);
}
