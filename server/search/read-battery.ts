/** "battery over 90": the least battery health that a question asks for. */
import { minBatteryPercent } from '#contract/condition-grades.ts';

const what = String.raw`(?:batter(?:y|ies?)|bater[ií]a|akku|accu|bh)(?: (?:health|life|capacity|condition|percentage))?`;
const least = String.raw`(?:over|above|über|ueber|more than|better than|higher than|at least|min(?:imum)?\.?|from|>=?)`;
/** Fewer per cent are the numbers of models: "iphone 13 battery". */
const number = String.raw`(100|[5-9]\d)(?![.,]?\d)`;
const sign = String.raw`\s?(?:%|per ?cent\b)`;
const orMore = String.raw`\s?\+| plus\b| (?:or|and) (?:more|above|over|better|higher|up)\b`;

const patterns: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\w)${what}:? (?:${least}\s?|of |at |is )?${number}(?:${sign})?(?:\s?(?:-|to)\s?1?\d\d(?:${sign})?)?(?:${orMore})?(?!\s?\w*mah|\w)`,
    'g',
  ),
  new RegExp(String.raw`(?<!\w)${least} ?${number}(?:${sign})? (?:of )?${what}(?!\w)`, 'g'),
  new RegExp(
    String.raw`(?<!\w)${number}(?:${sign}(?:${orMore})?|\s?\+| plus) (?:of )?${what}(?:${orMore})?(?!\w)`,
    'g',
  ),
  // No other fact has a per cent sign.
  new RegExp(
    String.raw`(?<!\w)(?:${least} ?)?${number}${sign}(?:${orMore})?(?!\w| (?:working|functional|original|genuine|authentic|off|discount)\b)`,
    'g',
  ),
];

/** "80-90%": at least the lower one. */
const range = /(?<![\w.])([5-9]\d) ?%? ?(?:-|to) ?(?:100|[5-9]\d)(?= ?(?:%|per ?cent))/g;

/** What the grades promise of a battery ({@link minBatteryPercent}), in words. */
const words: readonly (readonly [phrase: RegExp, percent: number])[] = [
  [
    new RegExp(String.raw`(?<!\w)(?:new|fresh|great|best|excellent|perfect|strong) ${what}(?!\w)`, 'g'),
    minBatteryPercent.fresh,
  ],
  [new RegExp(String.raw`(?<!\w)(?:good|healthy|decent) ${what}(?!\w)`, 'g'), minBatteryPercent.good],
];

/** @param text lower case, with spaces around it */
export function readBattery(text: string): { rest: string; minBattery: number | undefined } {
  let rest = text.replaceAll(range, '$1');
  let minBattery: number | undefined;
  for (const pattern of patterns) {
    rest = rest.replaceAll(pattern, (_said, digits: string) => {
      minBattery ??= Number(digits);
      return ' ';
    });
  }
  for (const [phrase, promised] of words) {
    rest = rest.replaceAll(phrase, () => {
      minBattery ??= promised;
      return ' ';
    });
  }
  return { rest, minBattery };
}
