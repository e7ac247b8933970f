/** Numbers in words as digits ("two hundred", "one thousand and fifty"), and ranges of models as their numbers. */
import { deviceName } from '#db/devices/device.ts';
import { devices } from '#db/devices/devices.ts';

const units = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const values: ReadonlyMap<string, number> = new Map([
  ['a', 1],
  ['one', 1],
  ...units.map((word, index) => [word, index + 2] as const),
  ...teens.map((word, index) => [word, index + 10] as const),
  ...tens.map((word, index) => [word, (index + 2) * 10] as const),
]);

const unit = `(?:one|${units.join('|')})`;
const underHundred = `(?:(?:${tens.join('|')})(?:[ -]${unit})?|${teens.join('|')}|${unit})`;
/** Not the next number: "between one hundred and two hundred". */
const ends = '(?![ -](?:hundred|thousand))';
const underThousand = `(?:(?:a |${underHundred}[ -])?hundred(?:(?: and)? ${underHundred}${ends})?|${underHundred})`;
const number = new RegExp(
  String.raw`(?<![\w-])(?:(?:a |${underThousand}[ -])?thousand(?:(?: and)? ${underThousand}${ends})?|${underThousand})(?![\w-])`,
  'g',
);

/** "One" alone is the name of phones ("Motorola One"), not their number. */
export const withDigits = (text: string): string =>
  text
    .replaceAll(otherDigits, (digit) => String((digit.codePointAt(0) ?? 0) - firstDigitBefore(digit)))
    .replaceAll(
      /(?<![\w.,])(\d{1,3}) (hundred|thousand|হাজার|हजार)(?!\w)/g,
      (_said, digits: string, unitSaid: string) =>
        String(Number(digits) * (unitSaid === 'hundred' ? 100 : 1000)),
    )
    .replaceAll(number, (said) => (said === 'one' ? said : String(valueOf(said))));

/** Arabic (two rows), Hindi and Bengali. */
const otherDigits = /[٠-٩۰-۹०-९০-৯]/g;

const firstDigitBefore = (digit: string): number =>
  ['٠', '۰', '०', '০'].findLast((zero) => zero <= digit)?.codePointAt(0) ?? 0;

/** Not "iphone 12-64gb", "nokia 10 to 20 dollars", "iphone 12 to 24 months". */
const noModel = String.raw`(?![\w$€]|[.,]\d|\s?(?:%|[gt]b\b|gigs?\b|per ?cent|dollars?|euros?|eur|usd|bucks|pounds?|quid|gbp|years?|yrs?|months?|days?|kms?|miles?|mp|inch|hz)(?!\w))`;

/** "iphone 11-13", "galaxy s21 to s23", "between iphone 11 and iphone 13" */
const modelRange = new RegExp(
  String.raw`(?<![\w$])(?:(from|between) )?(?:([a-z]{3,}) )?([a-z]?)(\d{1,2}|x)(?: ?- ?| (to|through|thru|until|till|up to|bis|and) )(?:\2 )?\3?(\d{1,2})${noModel}`,
  'g',
);

/** "iphone 12 or newer", "s20 and up", "iphone newer than 11" */
const modelLimits: readonly (readonly [pattern: RegExp, order: (groups: string[]) => string[]])[] = [
  [
    /(?<![\w$])(?:([a-z]{3,}) )?([a-z]?)(\d{1,2}|x)(?: series)? (?:or|and|&) (newer|later|above|up|upwards?|onwards?|higher|better|older|earlier|below|lower)(?!\w)(?! [$€]?\d)/g,
    ([word = '', letter = '', first = '', limit = '']) => [word, letter, first, limit],
  ],
  [
    /(?<![\w$])(?:([a-z]{3,}) )?(newer|later|higher|older|earlier|lower) than (?:an? |the )?(?:([a-z]{3,}) )?([a-z]?)(\d{1,2}|x)(?![\w.,$€])/g,
    ([before = '', limit = '', after = '', letter = '', first = '']) => [
      after || before,
      letter,
      first,
      `${limit} than`,
    ],
  ],
];

/** More numbers are rather prices. */
const mostOfRange = 12;

/** "iphone 11 or 12 or 13" for "iphone 11-13". What the catalogue does not know as models stays. */
export function withEachModel(text: string): string {
  const ranged = text.replaceAll(
    modelRange,
    (said: string, ...[between = '', word = '', letter = '', first = '', to = '', last = '']: string[]) => {
      const known = numbersOf(word, letter);
      const [from, until] = [numberOf(first), Number(last)];
      const isRange = from < until && (to !== 'and' || between === 'between');
      const isKnown = known.some((each) => each >= from && each <= until);
      return isRange && isKnown ? (eachModel([word, letter], from, until) ?? said) : said;
    },
  );
  return modelLimits.reduce(
    (left, [pattern, order]) =>
      left.replaceAll(pattern, (said: string, ...groups: string[]) => {
        const [word = '', letter = '', first = '', limit = ''] = order(groups);
        const known = numbersOf(word, letter);
        const model = numberOf(first);
        const than = limit.endsWith('than') ? 1 : 0;
        const [least, most] = [Math.min(...known), Math.max(...known)];
        if (model < least || model > most) return said;
        const models = /^(?:older|earlier|below|lower)/.test(limit)
          ? eachModel([word, letter], least, model - than)
          : eachModel([word, letter], model + than, most);
        return models ?? said;
      }),
    ranged,
  );
}

/** The iPhone X stands between the 8 and the 11. */
const numberOf = (digits: string): number => (digits === 'x' ? 10 : Number(digits));

function eachModel(
  [word = '', letter = '']: readonly string[],
  from: number,
  to: number,
): string | undefined {
  if (from > to) return undefined;
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  // Of a long range those that the catalogue has: from the Galaxy S10 on it goes to the S20.
  const known = new Set(numbersOf(word, letter));
  const numbers = all.length > mostOfRange ? all.filter((each) => known.has(each)) : all;
  if (numbers.length > mostOfRange) return undefined;
  const names = numbers.map((each) => (word === 'iphone' && each === 10 ? 'x' : `${letter}${each}`));
  return `${word} ${names.join(' or ')}`.trim();
}

/** The numbers after this letter in the names that have this word: 20 to 25 of "galaxy" and "s". */
function numbersOf(word: string, letter: string): readonly number[] {
  if (word === '' && letter === '') return [];
  // "s21" alone is a Galaxy.
  return modelNames.flatMap((words) =>
    !words.includes(word === '' ? 'galaxy' : word)
      ? []
      : words.flatMap((each) =>
          each.startsWith(letter) && /^\d{1,2}$/.test(each.slice(letter.length))
            ? Number(each.slice(letter.length))
            : [],
        ),
  );
}

const modelNames = devices.map((device) =>
  deviceName(device)
    .toLowerCase()
    .split(/[^a-z0-9]+/),
);

function valueOf(said: string): number {
  let thousands = 0;
  let rest = 0;
  for (const word of said.split(/[ -]/)) {
    if (word === 'thousand') [thousands, rest] = [(rest || 1) * 1000, 0];
    else if (word === 'hundred') rest = (rest || 1) * 100;
    else rest += values.get(word) ?? 0;
  }
  return thousands + rest;
}
