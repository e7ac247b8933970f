const digits = /^-?\d+(\.\d*)?$|^-?\.\d+$/;

/** A typed amount in dollars; undefined if the field is empty. Ambiguous input, such as a comma, is not a number. */
export const asAmount = {
  /** Hidden by another choice, the amount is forgotten: nobody could see why it keeps the form from being sent. */
  shouldUnregister: true,
  setValueAs(typed: unknown): number | undefined {
    if (typeof typed === 'number') return typed;
    if (typeof typed !== 'string') return undefined;
    const text = typed.trim().replace(/^\$\s*/, '');
    if (text === '') return undefined;
    return digits.test(text) ? Number(text) : Number.NaN;
  },
};
