/** Reads the lowest battery health that a query states: "battery over 90". */
import { minBatteryPercent } from '#contract/condition-grades.ts';

const batteryWords = String.raw`(?:batter(?:y|ies?)|bater[ií]a|akku|accu|bh)(?: (?:health|life|capacity|condition|percentage))?`;
const atLeast = String.raw`(?:over|above|über|ueber|more than|better than|higher than|at least|min(?:imum)?\.?|from|>=?)`;
/** At least 50: smaller numbers are those of models, as in "iphone 13 battery". */
const percentage = String.raw`(100|[5-9]\d)(?![.,]?\d)`;
const percentSign = String.raw`\s?(?:%|per ?cent\b)`;
const orMore = String.raw`\s?\+| plus\b| (?:or|and) (?:more|above|over|better|higher|up)\b`;

const patterns: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\w)${batteryWords}:? (?:${atLeast}\s?|of |at |is )?${percentage}(?:${percentSign})?(?:\s?(?:-|to)\s?1?\d\d(?:${percentSign})?)?(?:${orMore})?(?!\s?\w*mah|\w)`,
    'g',
  ),
  new RegExp(
    String.raw`(?<!\w)${atLeast} ?${percentage}(?:${percentSign})? (?:of )?${batteryWords}(?!\w)`,
    'g',
  ),
  new RegExp(
    String.raw`(?<!\w)${percentage}(?:${percentSign}(?:${orMore})?|\s?\+| plus) (?:of )?${batteryWords}(?:${orMore})?(?!\w)`,
    'g',
  ),
  // A percentage without the word "battery": no other fact has one.
  new RegExp(
    String.raw`(?<!\w)(?:${atLeast} ?)?${percentage}${percentSign}(?:${orMore})?(?!\w| (?:working|functional|original|genuine|authentic|off|discount)\b)`,
    'g',
  ),
];

/** "80-90%" means at least the lower one. */
const range = /(?<![\w.])([5-9]\d) ?%? ?(?:-|to) ?(?:100|[5-9]\d)(?= ?(?:%|per ?cent))/g;

/** Batteries described in words, with the battery health that our grades promise ({@link minBatteryPercent}). */
const descriptions: readonly (readonly [phrase: RegExp, percent: number])[] = [
  [
    new RegExp(
      String.raw`(?<!\w)(?:new|fresh|great|best|excellent|perfect|strong) ${batteryWords}(?!\w)`,
      'g',
    ),
    minBatteryPercent.fresh,
  ],
  [new RegExp(String.raw`(?<!\w)(?:good|healthy|decent) ${batteryWords}(?!\w)`, 'g'), minBatteryPercent.good],
];

/** @param text lower case, with spaces around it */
export function readBattery(text: string): { rest: string; minBattery: number | undefined } {
  let rest = text.replaceAll(range, '$1');
  let minBattery: number | undefined;
  for (const pattern of patterns) {
    rest = rest.replaceAll(pattern, (_match, digits: string) => {
      minBattery ??= Number(digits);
      return ' ';
    });
  }
  for (const [phrase, percent] of descriptions) {
    rest = rest.replaceAll(phrase, () => {
      minBattery ??= percent;
      return ' ';
    });
  }
  return { rest, minBattery };
}
