/** Rewrites numbers: those in words as digits ("two hundred"), and ranges of models as their numbers ("iphone 11-13"). */
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

/** The single words for numbers that are replaced by digits, by these digits. */
export const numberWords: ReadonlyMap<string, string> = new Map(
  [...values].flatMap(([word, value]) => (value > 1 ? [[String(value), word] as const] : [])),
);

const unit = `(?:one|${units.join('|')})`;
const underHundred = `(?:(?:${tens.join('|')})(?:[ -]${unit})?|${teens.join('|')}|${unit})`;
/** The number ends before the next one: "between one hundred and two hundred". */
const ends = '(?![ -](?:hundred|thousand))';
const underThousand = `(?:(?:a |${underHundred}[ -])?hundred(?:(?: and)? ${underHundred}${ends})?|${underHundred})`;
const number = new RegExp(
  String.raw`(?<![\w-])(?:(?:a |${underThousand}[ -])?thousand(?:(?: and)? ${underThousand}${ends})?|${underThousand})(?![\w-])`,
  'g',
);

/** Replaces numbers in words, and digits of other scripts, by digits. "One" alone stays: it is a name ("Motorola One"). */
export const replaceNumberWords = (text: string): string =>
  text
    .replaceAll(otherDigits, (digit) => String((digit.codePointAt(0) ?? 0) - firstDigitBefore(digit)))
    .replaceAll(
      /(?<![\w.,])(\d{1,3}) (hundred|thousand|হাজার|हजार)(?!\w)/g,
      (_match, digits: string, factor: string) =>
        String(Number(digits) * (factor === 'hundred' ? 100 : 1000)),
    )
    .replaceAll(number, (words) => (words === 'one' ? words : String(valueOf(words))));

/** Arabic (two series of digits), Hindi and Bengali. */
const otherDigits = /[٠-٩۰-۹०-९০-৯]/g;

const firstDigitBefore = (digit: string): number =>
  ['٠', '۰', '०', '০'].findLast((zero) => zero <= digit)?.codePointAt(0) ?? 0;

/** The number is no model in "iphone 12-64gb", "nokia 10 to 20 dollars" and "iphone 12 to 24 months". */
const isModel = String.raw`(?![\w$€]|[.,]\d|\s?(?:%|[gt]b\b|gigs?\b|per ?cent|dollars?|euros?|eur|usd|bucks|pounds?|quid|gbp|years?|yrs?|months?|days?|kms?|miles?|mp|inch|hz)(?!\w))`;

/** "iphone 11-13", "galaxy s21 to s23", "between iphone 11 and iphone 13" */
const modelRange = new RegExp(
  String.raw`(?<![\w$])(?:(from|between) )?(?:([a-z]{3,}) )?([a-z]?)(\d{1,2}|x)(?: ?- ?| (to|through|thru|until|till|up to|bis|and) )(?:\2 )?\3?(\d{1,2})${isModel}`,
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

/** A range with more numbers is not one of models. */
const maxModels = 12;

/** Replaces "iphone 11-13" by "iphone 11 or 12 or 13". Numbers that are no models in the catalogue stay. */
export function expandModelRanges(text: string): string {
  const ranged = text.replaceAll(
    modelRange,
    (match: string, ...[between = '', word = '', letter = '', first = '', to = '', last = '']: string[]) => {
      const known = numbersOf(word, letter);
      const [from, until] = [numberOf(first), Number(last)];
      const isRange = from < until && (to !== 'and' || between === 'between');
      const isKnown = known.some((each) => each >= from && each <= until);
      return isRange && isKnown ? (eachModel([word, letter], from, until) ?? match) : match;
    },
  );
  return modelLimits.reduce(
    (expanded, [pattern, order]) =>
      expanded.replaceAll(pattern, (match: string, ...groups: string[]) => {
        const [word = '', letter = '', first = '', limit = ''] = order(groups);
        const known = numbersOf(word, letter);
        const model = numberOf(first);
        const than = limit.endsWith('than') ? 1 : 0;
        const [oldest, newest] = [Math.min(...known), Math.max(...known)];
        if (model < oldest || model > newest) return match;
        const models = /^(?:older|earlier|below|lower)/.test(limit)
          ? eachModel([word, letter], oldest, model - than)
          : eachModel([word, letter], model + than, newest);
        return models ?? match;
      }),
    ranged,
  );
}

/** The number of the iPhone X is 10. */
const numberOf = (digits: string): number => (digits === 'x' ? 10 : Number(digits));

function eachModel(
  [word = '', letter = '']: readonly string[],
  from: number,
  to: number,
): string | undefined {
  if (from > to) return undefined;
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  // In a long range, only numbers of the catalogue: after the Galaxy S10 comes the S20.
  const known = new Set(numbersOf(word, letter));
  const numbers = all.length > maxModels ? all.filter((each) => known.has(each)) : all;
  if (numbers.length > maxModels) return undefined;
  const names = numbers.map((each) => (word === 'iphone' && each === 10 ? 'x' : `${letter}${each}`));
  return `${word} ${names.join(' or ')}`.trim();
}

/** The model numbers in the names with this word, after this letter: 22 of "galaxy" and "s" for the Galaxy S22. */
function numbersOf(word: string, letter: string): readonly number[] {
  if (word === '' && letter === '') return [];
  // "s21" without a word is a Galaxy.
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

function valueOf(words: string): number {
  let thousands = 0;
  let rest = 0;
  for (const word of words.split(/[ -]/)) {
    if (word === 'thousand') [thousands, rest] = [(rest || 1) * 1000, 0];
    else if (word === 'hundred') rest = (rest || 1) * 100;
    else rest += values.get(word) ?? 0;
  }
  return thousands + rest;
}
