/** Numbers written in words, as digits: "two hundred", "a thousand", "one thousand and fifty". */

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
  text.replaceAll(number, (said) => (said === 'one' ? said : String(valueOf(said))));

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
