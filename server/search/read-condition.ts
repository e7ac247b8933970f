/** "good or fresh condition", "like new", "no cracks", "not locked", "verified": the states that a question names. */
import { conditions } from '#contract/products.ts';

type Condition = (typeof conditions)[number];

const [fresh, good, bad] = conditions;

const letterNames: Readonly<Record<string, string>> = { a: 'fresh', b: 'good', c: 'bad', d: 'bad' };
const letter = String.raw`([a-d])(?:\+| plus)?`;
const moreLetters = String.raw`(?: ?(?:or|and|[,/&]) ?(?:grade )?${letter})?(?![\w+])`;
/** "grade b", "a grade", "grade a or b", "8/10": how other shops grade. Not the "a grade" of "a grade b phone". */
const letterGrades = new RegExp(
  String.raw`(?<!\w)(?:grade|class)[ -]?${letter}${moreLetters}(?: condition)?|(?<!\w)${letter}[ -](?:grade|class)(?! ?[a-d](?!\w))(?: condition)?(?!\w)`,
  'g',
);
const tenths = /(?<![\w/])(10|[1-9])(?:[.,]5)? ?(?:\/ ?|out of )10(?: condition)?(?![\w/])/g;

/** The grades of other shops as the words for ours. */
export const gradesAsWords = (text: string): string =>
  text
    .replaceAll(letterGrades, (_said, ...letters: (string | undefined)[]) => {
      const words = letters.slice(0, 3).flatMap((each) => letterNames[each ?? ''] ?? []);
      return `${[...new Set(words)].join(' or ')} condition`;
    })
    .replaceAll(tenths, (_said, of: string) => {
      if (Number(of) >= 9) return 'fresh condition';
      return Number(of) >= 7 ? 'good condition' : 'bad condition';
    });

const noPlace = '(?! (?:york|mexico|england|delhi|orleans|jersey|haven|plymouth|westminster))';
const noShade = '(?! (?:green|blue))';
const freshWords = String.raw`(?:as )?good as new|(?:(?:like|as|brand)[ -])?new${noPlace}|fresh|excellent|perfect|mint${noShade}|pristine|flawless|immaculate`;
const goodWords = '(?:very |really )?(?:good|great|nice|decent)';
const gradeWords: readonly (readonly [words: string, meant: readonly Condition[]])[] = [
  [freshWords, [fresh]],
  [goodWords, [good]],
  // Elsewhere a grade between these two.
  ['fair|acceptable|ok(?:ay)?|average|satisfactory|reasonable', [good, bad]],
  ['(?:very |really )?(?:bad|poor|rough)', [bad]],
];
const grade = `(?:${gradeWords.map(([words]) => words).join('|')})`;
const between = String.raw`(?:\s*[,/&]\s*(?:(?:or|and)\s)?|\s(?:or|and)\s)`;
const grades = `(?:${grade}(?:${between}${grade})*)`;
const named = '(?:condition|shape|state|nick)s?';
/** "like new" of "not like new", "good condition" of "not in good condition". */
export const unwantedGrade = `(?:(?:${freshWords})(?: ${named})?|(?:${goodWords}) ${named})`;
const better = '(?: (?:or|and) (?:better|above|higher|up))';

/** The first is read first: what it has taken is not read again. */
const namedGrades: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\w|not |no |not in )(at least )?(${grades})(${better})? ${named}(${better})?(?!\w)`,
    'g',
  ),
  new RegExp(String.raw`(?<!\w)${named}\s?[:=]?\s(?:is )?(at least )?(${grades})(?!\w)(${better})?()`, 'g'),
];
/** "good or better", without the word "condition". */
const leastGrade = new RegExp(String.raw`(?<!\w|not |no )(${grade})${better}(?!\w)`, 'g');
/** Without the word "condition", "good" may be said of anything: two conditions are meant as such. */
const severalGrades = new RegExp(String.raw`(?<!\w|not |no )${grade}(?:${between}${grade})+(?!\w)`, 'g');

const broken =
  '(?:(?:screen|display|glass|back|water|liquid)[ -])*(?:broken|cracked|damaged?|smashed|shattered)(?: (?:screen|display|glass|back|phone)s?)*|faulty|defective';
const faults = '(?:cracks?|damages?|dents?|defects?|faults?|issues?|problems?)';

/** What says a condition without naming it. */
const phrases: readonly (readonly [phrase: RegExp, meant: readonly Condition[]])[] = [
  [
    new RegExp(
      String.raw`(?<!\w)(?:(?:not|no|non|except|excluding|isn.?t)[ -](?:in )?(?:an? |the )?(?:(?:bad|poor)(?: ${named})?|${broken})|(?:no|without|zero)(?: any)? ${faults}|un(?:damaged|broken|cracked)|(?:full(?:y)? |perfect(?:ly)? |good )?working(?: (?:condition|order|state)))(?!\w)`,
      'g',
    ),
    [fresh, good],
  ],
  [
    new RegExp(
      String.raw`(?<!\w)(?:as )?good as new\b|(?<!\w)(?:(?:like|as|brand)[ -])?new\b${noPlace}|(?<!\w)(?:fresh|mint${noShade}|pristine|immaculate|flawless|sealed|unopened|open[ -]box|unused|b?nib|(?:excellent|perfect)(?= (?:phone|mobile|iphone|samsung|pixel)| *$)|(?:wie )?neu(?:wertig)?|(?:como )?nuevo|(?:comme )?neuf|(?:not|never) (?:been )?used)\b`,
      'g',
    ),
    [fresh],
  ],
  [
    /(?<!\w)(?:(?:no|without|zero)(?: any)? scratch(?:es)?|not scratched|unscratched|scratch(?:es)?[ -]?free|scratchless)\b/g,
    [fresh],
  ],
  [
    /(?<!\w)(?:gute[rnm]? zustand|gut erhalten|buen estado|bon [eé]tat|(?:lightly|gently|barely|hardly|carefully) used|(?:minor|small|light|few|fine|slight|some|tiny) (?:scratch(?:es)?|marks))\b/g,
    [good],
  ],
  [/নতুন|नया|नई/g, [fresh]],
  [/ভালো অবস্থা\S*|अच्छी हालत/g, [good]],
  [/(?<!\w|not |no )fair(?! ?(?:phone|price|deal))(?!\w)/g, [good, bad]],
  [
    new RegExp(
      String.raw`(?<!\w|not |no |un)(?:${broken}|scratched|(?:heavily|well)[ -](?:used|worn)|worn|not working|defekt|kaputt|roto|cass[eé]|(?:for|spare) parts|spares(?: (?:or|and) repairs?)?|spare (?:or|and) repairs?|for repairs?)\b`,
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
  rest = rest.replaceAll(leastGrade, (_said, words: string) => take(gradesOf(words, true)));
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
    if (rest.search(pattern) >= 0) for (const condition of meant) said.add(condition);
    rest = rest.replaceAll(pattern, ' ');
  }
  const worst = conditions.findLastIndex((condition) => said.has(condition));
  return orBetter ? conditions.slice(0, worst + 1) : [...said];
}

const networks = '(?: (?:to|for|on|with) (?:an? |one |any |all |every )?(?:carrier|network)s?)?(?!\\w)';

const negated = String.raw`(?:not|no|non|never|un|isn.?t|without)[ -]`;

export const networkPhrases: readonly (readonly [phrase: RegExp, state: string])[] = [
  [
    new RegExp(String.raw`(?<!\w)${negated}(?:(?:factory|carrier|network|sim)[ -])?unlocked${networks}`, 'g'),
    'locked',
  ],
  [
    new RegExp(
      String.raw`(?<!\w)(?:(?:(?:factory|carrier|network|sim)[ -])?unlocked|sim[ -]?(?:lock[ -]?)?free|(?:no|without) (?:(?:sim|network|carrier)[ -]?)?lock|${negated}(?:(?:sim|network|carrier)[ -]?)?locked)${networks}|(?<!\w)(?:open (?:to|for) )?(?:any|all|every) (?:network|carrier)s?(?!\w)|(?<!\w)(?:(?:network|carrier)[ -]free|entsperrt|simlockfrei|desbloquead[oa]|d[eé]bloqu[eé])(?!\w)`,
      'g',
    ),
    'unlocked',
  ],
  [
    new RegExp(
      String.raw`(?<!\w)(?:(?:(?:carrier|network|sim)[ -])?locked|gesperrt|bloquead[oa]|verrouill[eé])${networks}`,
      'g',
    ),
    'locked',
  ],
];

export const verifiedPhrases: readonly (readonly [phrase: RegExp, value: string])[] = [
  [
    /(?<!\w|not |non[ -])(?:(?:by|from) )?(?:(?:an?|the|only) )?verified(?: (?:seller|user|account|profile)s?)?(?: only)?\b|(?<!\w)(?:(?:by|from) )?trust(?:ed|worthy) (?:seller|user)s?\b/g,
    '1',
  ],
];
