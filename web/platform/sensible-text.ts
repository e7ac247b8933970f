/**
 * Plausibility checks that only forms make, in addition to the contract's: the server accepts more than people mean.
 */
import * as z from 'zod/mini';

/** A phone number that could be dialled. */
export const EnoughDigits = z
  .string()
  .check(z.refine((text) => (text.match(/\d/g) ?? []).length >= 6, 'A phone number has at least 6 digits'));

/** A place with a name. */
export const EnoughLetters = z
  .string()
  .check(z.refine((text) => (text.match(/\p{L}/gu) ?? []).length >= 2, 'A place has at least 2 letters'));
