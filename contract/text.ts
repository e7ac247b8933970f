import * as z from 'zod/mini';

/** A visible character: no space, control or combining mark, and none that is not drawn. */
const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * One line or paragraph that a person types, trimmed, with at least one visible character.
 *
 * @param noun what the field is called in messages
 * @param missing the message for an absent or empty one, in the spec's words if it has them
 * @param max the greatest length, in characters
 */
export const Text = (noun: string, missing: string, max: number) =>
  z.string(missing).check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.maxLength(max, `${noun} is at most ${max} characters`),
    // PostgreSQL's type `text` cannot contain NUL.
    z.refine((text) => !text.includes('\u0000'), {
      error: `${noun} has a character that cannot be stored`,
      abort: true,
    }),
    z.refine((text) => visible.test(text), missing),
    z.refine(hasNoDirectionOverride, `${noun} has a character that cannot be shown`),
  );

/** Whether a text has no override of its direction, after which letters are read backwards: "moc.live" as "evil.com". */
export const hasNoDirectionOverride = (text: string): boolean => !/[\u202D\u202E]/.test(text);

/** Line ends, other control characters, and characters that reverse the direction of the text after them. */
const affectsItsLine = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text can be shown within a line: it is empty, or visible, and does not change how the rest looks. */
export const isSafeInLine = (text: string): boolean =>
  text === '' || (visible.test(text) && !affectsItsLine.test(text));

/** A {@link Text} that is shown within a line, such as a name: it cannot change how the rest of the line looks. */
export const Line = (noun: string, missing: string, max: number) =>
  Text(noun, missing, max).check(z.refine(isSafeInLine, `${noun} has a character that cannot be shown`));

/** The zeros of Arabic, Persian, Hindi, Bengali and full-width digits, which some keyboards have instead of ours. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];

/** A code as people type or paste it, perhaps in groups: without spaces, and with the digits 0 to 9: "৪২ 7" is "427". */
export const plainCode = z.overwrite((text: string) =>
  text.replaceAll(/\s/g, '').replaceAll(/[٠-٩۰-۹०-९০-৯０-９]/g, (digit) => {
    const place = digit.charCodeAt(0);
    return `${zeros.map((zero) => place - zero).find((value) => value >= 0 && value <= 9)}`;
  }),
);

const phoneNumber = /^[\d\p{Zs}+()-]*\d[\d\p{Zs}+()-]*$/u;

/** A phone number as people write it: digits, spaces and `+-()`; the rules of countries are not checked. */
export const PhoneNumber = (missing: string) =>
  Text('The phone number', missing, 30).check(
    z.regex(phoneNumber, 'A phone number has digits, spaces and + - ( ) only'),
  );
