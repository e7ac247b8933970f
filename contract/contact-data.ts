/** Finds contact data in public texts, which would let people deal outside Ringback. */

export type ContactData = 'email' | 'phone' | 'link';

/** Includes common ways to write "@" in words. */
const email = /[^\s@]@[^\s@]|[([{]\s*at\s*[)\]}]|\S\s+at\s+\S+\s+dot\s+\S/i;

/** Top-level domains that are not English words: "I sell phones.It is fun" contains no link. */
const endings =
  'com|net|org|info|biz|io|co|app|dev|online|shop|store|site|link|gg|ly|tv|uk|de|fr|es|nl|pl|eu|ca|bd|pk';
const link = new RegExp(
  `https?:|www\\.|[\\p{L}\\d-]\\.(?:${endings})(?![\\p{L}\\d-])|[\\p{L}\\d-]\\.\\p{L}{2,}/\\S`,
  'iu',
);

/** Digits with the characters that people write between them. */
const numbers = /\+?\p{Nd}(?:[\s()./_·•*|\p{Pd}]*\p{Nd}){6,}/gu;

/** The first kind of contact data in a text; undefined for a text without any. */
export function findContactData(text: string): ContactData | undefined {
  // Full-width letters look the same as usual ones, characters without a width are invisible, and digits may be keys.
  const plain = text.normalize('NFKC').replaceAll(/[\p{Cf}\p{Me}\uFE0F]/gu, '');
  if (email.test(plain)) return 'email';
  if (link.test(plain)) return 'link';
  return (plain.match(numbers) ?? []).some(isPhoneNumber) ? 'phone' : undefined;
}

/**
 * "iPhone 12 13 14" and "2015-2020" consist of digits, too: a telephone number begins with + or 0, or is longer. Its
 * digits may be written one by one ("8 8 0 1 …").
 */
function isPhoneNumber(text: string): boolean {
  const digits = text.replaceAll(/\P{Nd}/gu, '').length;
  if (/^[+0٠۰०০]/.test(text)) return true;
  return digits >= 9 && (/\p{Nd}{3}/u.test(text) || !/\p{Nd}{2}/u.test(text));
}
