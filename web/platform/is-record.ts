/**
 * Whether a parsed value is an object whose fields can be read. Small shapes are checked by hand in code that every
 * page needs: schemas are loaded with the pages that have forms.
 */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
