const digits = /^-?\d+(\.\d*)?$|^-?\.\d+$/;

/**
 * What somebody has typed as a sum of dollars; nothing where the field is empty. What could be read in two ways, as a
 * comma, is no number.
 */
export const asAmount = {
  setValueAs(typed: unknown): number | undefined {
    if (typeof typed === 'number') return typed;
    if (typeof typed !== 'string') return undefined;
    const text = typed.trim().replace(/^\$\s*/, '');
    if (text === '') return undefined;
    return digits.test(text) ? Number(text) : Number.NaN;
  },
};
