/** "good or fresh condition", "like new", "no cracks", "for parts": the conditions that a question names. */
import { conditions } from '#contract/products.ts';

type Condition = (typeof conditions)[number];

const [fresh, good, bad] = conditions;

const noPlace = '(?! (?:york|mexico|england|delhi|orleans|jersey|haven|plymouth|westminster))';
const gradeWords: readonly (readonly [words: string, meant: Condition])[] = [
  [
    String.raw`(?:as )?good as new|(?:(?:like|as|brand)[ -])?new${noPlace}|fresh|excellent|perfect|mint|pristine|flawless|immaculate`,
    fresh,
  ],
  ['(?:very |really )?(?:good|great|nice|decent)', good],
  ['(?:very |really )?(?:bad|poor|rough)', bad],
];
const grade = `(?:${gradeWords.map(([words]) => words).join('|')})`;
const between = String.raw`(?:\s*[,/&]\s*(?:(?:or|and)\s)?|\s(?:or|and)\s)`;
const grades = `(?:${grade}(?:${between}${grade})*)`;
const named = '(?:condition|shape|state)s?';
const better = '(?: (?:or|and) (?:better|above|higher|up))';

/** The first is read first: what it has taken is not read again. */
const namedGrades: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\w|not |no |not in )(at least )?(${grades})(${better})? ${named}(${better})?(?!\w)`,
    'g',
  ),
  new RegExp(String.raw`(?<!\w)${named}\s?[:=]?\s(?:is )?(at least )?(${grades})(?!\w)(${better})?()`, 'g'),
];
/** Without the word "condition", "good" may be said of anything: two conditions are meant as such. */
const severalGrades = new RegExp(String.raw`(?<!\w|not |no )${grade}(?:${between}${grade})+(?!\w)`, 'g');

const broken =
  '(?:broken|cracked|damaged|smashed|shattered)(?: (?:screen|display|glass|back|phone)s?)?|faulty|defective';
const faults = '(?:cracks?|damages?|dents?|defects?|faults?|issues?|problems?)';

/** What says a condition without naming it. */
const phrases: readonly (readonly [phrase: RegExp, meant: readonly Condition[]])[] = [
  [
    new RegExp(
      String.raw`(?<!\w)(?:(?:not|no|non|isn.?t)[ -](?:in )?(?:an? |the )?(?:(?:bad|poor)(?: ${named})?|${broken})|(?:no|without|zero)(?: any)? ${faults}|un(?:damaged|broken|cracked)|(?:full(?:y)? |perfect(?:ly)? |good )?working(?: (?:condition|order|state)))(?!\w)`,
      'g',
    ),
    [fresh, good],
  ],
  [
    new RegExp(
      String.raw`(?<!\w)(?:as )?good as new\b|(?<!\w)(?:(?:like|as|brand)[ -])?new\b${noPlace}|(?<!\w)(?:fresh|mint|pristine|immaculate|flawless|sealed|unopened|unused|b?nib|(?:not|never) (?:been )?used)\b`,
      'g',
    ),
    [fresh],
  ],
  [
    /(?<!\w)(?:(?:no|without|zero)(?: any)? scratch(?:es)?|not scratched|unscratched|scratch(?:es)?[ -]?free|scratchless)\b/g,
    [fresh],
  ],
  [/(?<!\w)(?:lightly|gently|barely|hardly|carefully) used\b/g, [good]],
  [
    new RegExp(
      String.raw`(?<!\w|not |no |un)(?:${broken}|scratched|heavily used|not working|(?:for|spare) parts|for repair)\b`,
      'g',
    ),
    [bad],
  ],
];

/**
 * @param text lower case, with spaces around it
 * @param taken stands where a condition was
 */
export function readCondition(text: string, taken: string): { rest: string; values: string[] } {
  const found = new Set<Condition>();
  const take = (meant: readonly Condition[]): string => {
    for (const each of meant) found.add(each);
    return ` ${taken} `;
  };
  let rest = text;
  for (const pattern of namedGrades) {
    rest = rest.replaceAll(pattern, (_said, ...[least = '', words = '', before = '', after = '']: string[]) =>
      take(gradesOf(words, `${least}${before}${after}` !== '')),
    );
  }
  rest = rest.replaceAll(severalGrades, (said) => {
    const meant = gradesOf(said, false);
    return meant.length > 1 ? take(meant) : said;
  });
  for (const [phrase, meant] of phrases) rest = rest.replaceAll(phrase, () => take(meant));
  return { rest, values: conditions.filter((condition) => found.has(condition)) };
}

/** The conditions that these words name, and with `orBetter` all that are better than one of them. */
function gradesOf(words: string, orBetter: boolean): readonly Condition[] {
  let rest = words;
  const said = new Set<Condition>();
  for (const [each, meant] of gradeWords) {
    const pattern = new RegExp(String.raw`(?<!\w)(?:${each})(?!\w)`, 'g');
    if (rest.search(pattern) >= 0) said.add(meant);
    rest = rest.replaceAll(pattern, ' ');
  }
  const worst = conditions.findLastIndex((condition) => said.has(condition));
  return orBetter ? conditions.slice(0, worst + 1) : [...said];
}
