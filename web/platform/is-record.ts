/**
 * Whether a parsed value is an object whose fields can be looked at. Small shapes are checked by hand where every
 * page needs them: schemas come with the pages that have forms.
 */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
