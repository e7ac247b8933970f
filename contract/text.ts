import * as z from 'zod/mini';

/** A character with a shape of its own: no space, control or combining mark, and none that is not drawn. */
const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * One line or paragraph that a person types, trimmed, never empty: something in it can be seen.
 *
 * @param noun what the field is called in messages
 * @param missing the message for an absent or empty one, in the spec's words where it has them
 * @param max the longest it may be, in characters
 */
export const Text = (noun: string, missing: string, max: number) =>
  z.string(missing).check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.maxLength(max, `${noun} is at most ${max} characters`),
    // PostgreSQL's text takes no NUL.
    z.refine((text) => !text.includes('\u0000'), {
      error: `${noun} has a character that cannot be stored`,
      abort: true,
    }),
    z.refine((text) => visible.test(text), missing),
  );

/** Ends of lines, other controls, and what reverses the direction of the words that follow. */
const changesItsLine = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** A {@link Text} that is shown in a line with other words, such as a name: it does not change how they look. */
export const Line = (noun: string, missing: string, max: number) =>
  Text(noun, missing, max).check(
    z.refine((text) => !changesItsLine.test(text), `${noun} has a character that cannot be shown`),
  );

const phoneNumber = /^[\d\s+()-]*\d[\d\s+()-]*$/;

/** A phone number as people write it: digits, spaces and `+-()`; the rules of countries are not checked. */
export const PhoneNumber = (missing: string) =>
  Text('The phone number', missing, 30).check(
    z.regex(phoneNumber, 'A phone number has digits, spaces and + - ( ) only'),
  );
