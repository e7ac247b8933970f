/** Reads conditions, network states and verified sellers: "good or fresh condition", "no cracks", "not locked". */
import { conditions } from '#contract/products.ts';

type Condition = (typeof conditions)[number];

const [fresh, good, bad] = conditions;

const letterNames: Readonly<Record<string, string>> = { a: 'fresh', b: 'good', c: 'bad', d: 'bad' };
const letter = String.raw`([a-d])(?:\+| plus)?`;
const moreLetters = String.raw`(?: ?(?:or|and|[,/&]) ?(?:grade )?${letter})?(?![\w+])`;
/** Grades of other shops: "grade b", "a grade", "grade a or b". Not the "a grade" of "a grade b phone". */
const letterGrades = new RegExp(
  String.raw`(?<!\w)(?:grade|class)[ -]?${letter}${moreLetters}(?: condition)?|(?<!\w)${letter}[ -](?:grade|class)(?! ?[a-d](?!\w))(?: condition)?(?!\w)`,
  'g',
);
/** "8/10" */
const tenths = /(?<![\w/])(10|[1-9])(?:[.,]5)? ?(?:\/ ?|out of )10(?: condition)?(?![\w/])/g;

/** Replaces the grades of other shops by the names of ours. */
export const gradesAsWords = (text: string): string =>
  text
    .replaceAll(letterGrades, (_match, ...letters: (string | undefined)[]) => {
      const words = letters.slice(0, 3).flatMap((each) => letterNames[each ?? ''] ?? []);
      return `${[...new Set(words)].join(' or ')} condition`;
    })
    .replaceAll(tenths, (_match, points: string) => {
      if (Number(points) >= 9) return 'fresh condition';
      return Number(points) >= 7 ? 'good condition' : 'bad condition';
    });

const noPlace = '(?! (?:york|mexico|england|delhi|orleans|jersey|haven|plymouth|westminster))';
const noShade = '(?! (?:green|blue))';
const freshWords = String.raw`(?:as )?good as new|(?:(?:like|as|brand)[ -])?new${noPlace}|fresh|excellent|perfect|mint${noShade}|pristine|flawless|immaculate`;
const goodWords = '(?:very |really )?(?:good|great|nice|decent)';
const gradeWords: readonly (readonly [words: string, conditions: readonly Condition[]])[] = [
  [freshWords, [fresh]],
  [goodWords, [good]],
  // In other shops, a grade between these two.
  ['fair|acceptable|ok(?:ay)?|average|satisfactory|reasonable', [good, bad]],
  ['(?:very |really )?(?:bad|poor|rough)', [bad]],
];
const grade = `(?:${gradeWords.map(([words]) => words).join('|')})`;
const between = String.raw`(?:\s*[,/&]\s*(?:(?:or|and)\s)?|\s(?:or|and)\s)`;
const grades = `(?:${grade}(?:${between}${grade})*)`;
const conditionWord = '(?:condition|shape|state|nick)s?';
/** What follows "not" in "not like new" and "not in good condition". */
export const excludedGrade = `(?:(?:${freshWords})(?: ${conditionWord})?|(?:${goodWords}) ${conditionWord})`;
const orBetter = '(?: (?:or|and) (?:better|above|higher|up))';

/** Grades beside the word "condition", before it or after it. */
const namedGrades: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\w|not |no |not in )(at least )?(${grades})(${orBetter})? ${conditionWord}(${orBetter})?(?!\w)`,
    'g',
  ),
  new RegExp(
    String.raw`(?<!\w)${conditionWord}\s?[:=]?\s(?:is )?(at least )?(${grades})(?!\w)(${orBetter})?()`,
    'g',
  ),
];
/** "good or better", also without the word "condition". */
const leastGrade = new RegExp(String.raw`(?<!\w|not |no )(${grade})${orBetter}(?!\w)`, 'g');
/** "fresh or good", also without the word "condition". A single "good" may describe anything else. */
const severalGrades = new RegExp(String.raw`(?<!\w|not |no )${grade}(?:${between}${grade})+(?!\w)`, 'g');

const broken =
  '(?:(?:screen|display|glass|back|water|liquid)[ -])*(?:broken|cracked|damaged?|smashed|shattered)(?: (?:screen|display|glass|back|phone)s?)*|faulty|defective';
const faults = '(?:cracks?|damages?|dents?|defects?|faults?|issues?|problems?)';

/** Phrases that describe a condition, also without its name. */
const phrases: readonly (readonly [phrase: RegExp, conditions: readonly Condition[]])[] = [
  [
    new RegExp(
      String.raw`(?<!\w)(?:(?:not|no|non|except|excluding|isn.?t)[ -](?:in )?(?:an? |the )?(?:(?:bad|poor)(?: ${conditionWord})?|${broken})|(?:no|without|zero)(?: any)? ${faults}|un(?:damaged|broken|cracked)|(?:full(?:y)? |perfect(?:ly)? |good )?working(?: (?:condition|order|state)))(?!\w)`,
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
 * @param placeholder replaces each condition that was read
 */
export function readCondition(text: string, placeholder: string): { rest: string; values: string[] } {
  const found = new Set<Condition>();
  const consume = (stated: readonly Condition[]): string => {
    for (const each of stated) found.add(each);
    return ` ${placeholder} `;
  };
  let rest = text;
  for (const pattern of namedGrades) {
    rest = rest.replaceAll(
      pattern,
      (_match, ...[atLeast = '', words = '', before = '', after = '']: string[]) =>
        consume(gradesOf(words, `${atLeast}${before}${after}` !== '')),
    );
  }
  rest = rest.replaceAll(leastGrade, (_match, words: string) => consume(gradesOf(words, true)));
  rest = rest.replaceAll(severalGrades, (match) => {
    const stated = gradesOf(match, false);
    return stated.length > 1 ? consume(stated) : match;
  });
  for (const [phrase, stated] of phrases) rest = rest.replaceAll(phrase, () => consume(stated));
  return { rest, values: conditions.filter((condition) => found.has(condition)) };
}

/** The conditions that these words name and, if `includesBetter`, all better ones. */
function gradesOf(words: string, includesBetter: boolean): readonly Condition[] {
  let rest = words;
  const stated = new Set<Condition>();
  for (const [each, meaning] of gradeWords) {
    const pattern = new RegExp(String.raw`(?<!\w)(?:${each})(?!\w)`, 'g');
    if (rest.search(pattern) >= 0) for (const condition of meaning) stated.add(condition);
    rest = rest.replaceAll(pattern, ' ');
  }
  const worst = conditions.findLastIndex((condition) => stated.has(condition));
  return includesBetter ? conditions.slice(0, worst + 1) : [...stated];
}

const toNetworks = '(?: (?:to|for|on|with) (?:an? |one |any |all |every )?(?:carrier|network)s?)?(?!\\w)';

const negated = String.raw`(?:not|no|non|never|un|isn.?t|without)[ -]`;

export const networkPhrases: readonly (readonly [phrase: RegExp, state: string])[] = [
  [
    new RegExp(
      String.raw`(?<!\w)${negated}(?:(?:factory|carrier|network|sim)[ -])?unlocked${toNetworks}`,
      'g',
    ),
    'locked',
  ],
  [
    new RegExp(
      String.raw`(?<!\w)(?:(?:(?:factory|carrier|network|sim)[ -])?unlocked|sim[ -]?(?:lock[ -]?)?free|(?:no|without) (?:(?:sim|network|carrier)[ -]?)?lock|${negated}(?:(?:sim|network|carrier)[ -]?)?locked)${toNetworks}|(?<!\w)(?:open (?:to|for) )?(?:any|all|every) (?:network|carrier)s?(?!\w)|(?<!\w)(?:(?:network|carrier)[ -]free|entsperrt|simlockfrei|desbloquead[oa]|d[eé]bloqu[eé])(?!\w)`,
      'g',
    ),
    'unlocked',
  ],
  [
    new RegExp(
      String.raw`(?<!\w)(?:(?:(?:carrier|network|sim)[ -])?locked|gesperrt|bloquead[oa]|verrouill[eé])${toNetworks}`,
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
