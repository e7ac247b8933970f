import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/**
 * Makes what was saved the values that a form begins with. What was typed while it was being sent stays, and counts as
 * not saved yet. Ends the form's submitting state.
 *
 * @param sent the form's values when they were sent
 * @param saved how the fields were stored
 * @returns whether nothing has been typed meanwhile
 */
export function markFormSaved<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'reset'>,
  sent: Values,
  saved: Partial<Values>,
): boolean {
  // The keys of `Values` are its paths, since the forms are flat; Object.keys loses their type.
  const fields = Object.keys(saved) as Path<Values>[];
  const unchanged = fields.filter((field) => isSame(form.getValues(field), sent[field]));
  for (const field of unchanged) form.setValue(field, saved[field] as PathValue<Values, Path<Values>>);
  form.reset({ ...sent, ...saved }, { keepValues: true });
  return unchanged.length === fields.length;
}

/** Compares texts, and lists of texts. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
