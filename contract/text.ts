import * as z from 'zod/mini';

/**
 * One line or paragraph that a person types, trimmed, never empty.
 *
 * @param noun what the field is called in messages
 * @param missing the message for an absent or empty one, in the spec's words where it has them
 * @param max the longest it may be, in characters
 */
export const Text = (noun: string, missing: string, max: number) =>
  z.string(missing).check(
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(max, `${noun} is at most ${max} characters`),
    // PostgreSQL's text takes no NUL.
    z.refine((text) => !text.includes('\u0000'), { error: `${noun} has a character that cannot be stored` }),
  );

const phoneNumber = /^[\d\s+()-]*\d[\d\s+()-]*$/;

/** A phone number as people write it: digits, spaces and `+-()`; the rules of countries are not checked. */
export const PhoneNumber = (missing: string) =>
  Text('The phone number', missing, 30).check(
    z.regex(phoneNumber, 'A phone number has digits, spaces and + - ( ) only'),
  );
