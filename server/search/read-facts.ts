/** What a question says beside the name of a phone: prices, sizes, conditions, network states, and words that say nothing. */
import { maxPrice as dearest } from '#contract/money.ts';
import { type Colour, colours, storageSizesGb } from '#contract/phone-words.ts';

/** Facets that words can mean, in the values that are stored. */
export interface SaidFacets {
  readonly storage: readonly string[];
  readonly condition: readonly string[];
  readonly network: readonly string[];
}

export interface SaidFacts {
  /** The question without what was understood. */
  readonly rest: string;
  readonly facets: SaidFacets;
  /** In dollars. */
  readonly minPrice: number | undefined;
  readonly maxPrice: number | undefined;
}

/** Reads prices, sizes, conditions and network states out of a question as it was typed. */
export function readFacts(question: string): SaidFacts {
  const priced = readPrice(withoutSaying(plain(question)));
  const sized = readSizes(priced.rest);
  const graded = readPhrases(sized.rest, conditionPhrases);
  const networked = readPhrases(graded.rest, networkPhrases);
  return {
    rest: networked.rest
      .replaceAll(roseGold, 'pink')
      .replaceAll(modifiedColour, '$1')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    facets: { storage: sized.values, condition: graded.values, network: networked.values },
    minPrice: priced.minPrice,
    maxPrice: priced.maxPrice,
  };
}

/** The plain colour that a word means; undefined for a word that is no colour. */
export const colourOf = (word: string): Colour | undefined =>
  colours.find((colour) => colour === word) ?? otherColours[word];

/** Words that say nothing of a phone: what is sold here are phones, used ones, to be bought. */
export const isEmptyWord = (word: string): boolean => emptyWords.has(word);

const otherColours: Readonly<Record<string, Colour>> = {
  gray: 'grey',
  golden: 'gold',
  violet: 'purple',
  lilac: 'purple',
  lavender: 'purple',
  midnight: 'black',
  graphite: 'grey',
  charcoal: 'grey',
  starlight: 'white',
  navy: 'blue',
  burgundy: 'red',
  maroon: 'red',
  magenta: 'pink',
};

const emptyWords: ReadonlySet<string> = new Set(
  `phone phones mobile mobiles smartphone smartphones cellphone cellphones cell cellular handset handsets device
  devices telephone telephones buy buying sell selling sale cheap cheaper cheapest affordable budget used secondhand
  second hand preowned pre owned old older original genuine seller sellers price prices priced a an the for in with and or of to near at my me i want need
  looking please`.split(/\s+/),
);

/** Lower case, with the usual signs for signs that look like them. */
const plain = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll('≤', '<=')
    .replaceAll('≥', '>=')} `;

const money = String.raw`\$\s?\d[\d,]*(?:\.\d{1,2})?|\d[\d,]*(?:\.\d{1,2})?\s?(?:\$|dollars?\b|usd\b|bucks\b|euros?\b|eur\b)`;
/** A number that nothing makes a number of something else. */
const amount = String.raw`(${money}|(?<![\w.])\d[\d,]*(?:\.\d{1,2})?)(?![\w.]|\s?(?:%|per cent|percent|gb|tb|gigs?|mp|mah|hz|inch|inches|years?|yrs?|months?|days?)\b)(?!\s?%)`;
const before = String.raw`(?<![\w$])(?<!battery )`;

interface Price {
  readonly minPrice?: number;
  readonly maxPrice?: number;
}

type Pattern = readonly [
  pattern: RegExp,
  read: (amounts: readonly number[], said: string) => Price | undefined,
];

const isMoney = (said: string): boolean => /\$|dollar|usd|bucks|euro?s?\b|price|budget|within/.test(said);
/** Without a sign of money small numbers are those of models: "from 11 to 13". */
const leastBareAmount = 40;

const range: Pattern[1] = ([from = 0, to = 0], said) =>
  from <= to && (isMoney(said) || to >= leastBareAmount) ? { minPrice: from, maxPrice: to } : undefined;
const most: Pattern[1] = ([amountSaid = 0]) => ({ maxPrice: amountSaid });
const least: Pattern[1] = ([amountSaid = 0]) => ({ minPrice: amountSaid });
const outermost: Pattern[1] = ([amountSaid = 0], said) => {
  if (amountSaid < leastBareAmount && !isMoney(said)) return undefined;
  return said.trim().startsWith('min') ? { minPrice: amountSaid } : { maxPrice: amountSaid };
};
const onlyMoney =
  (read: Pattern[1]): Pattern[1] =>
  (amounts, said) =>
    isMoney(said) ? read(amounts, said) : undefined;
/** "around $300" is a fifth less to a fifth more. */
const about: Pattern[1] = ([middle = 0]) => ({
  minPrice: Math.round(middle * 0.8),
  maxPrice: Math.round(middle * 1.2),
});

const pattern = (words: string, amounts: string): RegExp =>
  new RegExp(`${before}(?:${words})${amounts}`, 'g');

/** The first that fits says the price. */
const pricePatterns: readonly Pattern[] = [
  [pattern(String.raw`between\s+`, String.raw`${amount}\s*(?:and|to|-)\s*${amount}`), range],
  [pattern(String.raw`from\s+`, String.raw`${amount}\s*(?:to|-|until|up to)\s*${amount}`), range],
  [pattern('', String.raw`${amount}\s*(?:-|to)\s*${amount}`), onlyMoney(range)],
  [pattern('', String.raw`${amount}-${amount}`), range],
  // Elsewhere it is mostly the end of a name: "pro max 400".
  [new RegExp(String.raw`^\s*(?:max|maximum|min|minimum)\.?\s*${amount}`, 'g'), outermost],
  [
    pattern(
      String.raw`under|below|less than|lower than|cheaper than|(?:no|not) more than|at most|up to|<=?`,
      String.raw`\s*${amount}`,
    ),
    most,
  ],
  [
    pattern(
      String.raw`(?:max|maximum|price|max\.? price|maximum price|within|budget|budget of)\s*:?`,
      String.raw`\s*${amount}`,
    ),
    onlyMoney(most),
  ],
  [
    pattern(String.raw`over|above|more than|at least|starting (?:at|from)|>=?`, String.raw`\s*${amount}`),
    least,
  ],
  [
    pattern(String.raw`(?:min|minimum|from|min\.? price|minimum price)\s*:?`, String.raw`\s*${amount}`),
    onlyMoney(least),
  ],
  [pattern(String.raw`around|about|approximately|roughly|~`, String.raw`\s*${amount}`), about],
  [pattern('(?:for )?', `(${money})`), most],
];

/** The prices that a text names, each bound once; one that no phone may have is left out. */
function readPrice(text: string): {
  rest: string;
  minPrice: number | undefined;
  maxPrice: number | undefined;
} {
  let rest = text;
  let minPrice: number | undefined;
  let maxPrice: number | undefined;
  for (const [words, read] of pricePatterns) {
    rest = rest.replaceAll(words, (said: string, ...groups: unknown[]) => {
      const amounts = groups.flatMap((group) =>
        typeof group === 'string' && group !== text ? numberOf(group) : [],
      );
      const price = read(amounts, said);
      if (price === undefined) return said;
      minPrice ??= price.minPrice;
      maxPrice ??= price.maxPrice;
      return ' ';
    });
  }
  const isPossible = minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice;
  const bound = (price: number | undefined) =>
    isPossible && price !== undefined && price <= dearest ? price : undefined;
  return { rest, minPrice: bound(minPrice), maxPrice: bound(maxPrice) };
}

function numberOf(text: string): number[] {
  const digits = /\d[\d,]*(?:\.\d{1,2})?/.exec(text)?.[0]?.replaceAll(',', '');
  return digits === undefined ? [] : [Number(digits)];
}

const unit = String.raw`\s?(gb|gigabytes?|gigs?|g|tb|terabytes?)\b`;
/** "8gb/128gb" and "8gb ram": memory to work in, by which nobody can choose here. */
const workMemory = new RegExp(
  String.raw`(?<![\w.])\d+\s?(?:gb|g)?\s?[/+]\s?(?=\d+${unit})|(?<![\w.])(?:ram\s?\d+\s?gb|\d+\s?gb\s?(?:of\s)?ram)\b`,
  'g',
);
const size = new RegExp(
  String.raw`(?<![\w.])(?:(at least|over|more than|min|minimum|under|less than|below|up to|at most)\s+)?(\d+)${unit}(?:\s(?:of\s)?(?:storage|memory|rom|internal))*`,
  'g',
);

/** "iphone 12 pro max 256": no phone has one of these numbers in its name. */
const bareSize = /(?<![\w.$-])(?:128|256|512)(?![\w.$%-]|\s?%)/g;

/** Sizes of storage that a phone was sold with; any other number stays a word. */
function readSizes(text: string): { rest: string; values: string[] } {
  const values = new Set<number>();
  const rest = text
    .replaceAll(workMemory, ' ')
    .replaceAll(size, (said: string, limit: string | undefined, digits: string, named: string) => {
      const gigabytes = Number(digits) * (named.startsWith('t') ? 1024 : 1);
      const found = storageSizesGb.filter((each) => fitsLimit(each, limit, gigabytes));
      if (limit === undefined && found.length === 0) return said;
      for (const each of found) values.add(each);
      return ' ';
    });
  if (values.size > 0) return { rest, values: [...values].map(String) };
  const bare = new Set<string>();
  const left = rest.replaceAll(bareSize, (said) => {
    bare.add(said);
    return ' ';
  });
  return { rest: left, values: [...bare] };
}

function fitsLimit(each: number, limit: string | undefined, gigabytes: number): boolean {
  if (limit === undefined) return each === gigabytes;
  if (/^(?:over|more)/.test(limit)) return each > gigabytes;
  if (/^(?:at least|min)/.test(limit)) return each >= gigabytes;
  return /^(?:under|less|below)/.test(limit) ? each < gigabytes : each <= gigabytes;
}

type Phrases = readonly (readonly [phrase: RegExp, value: string])[];

const conditionPhrases: Phrases = [
  [
    /(?<!\w)(?:fresh|excellent|perfect|mint|pristine|flawless|like new|as new|brand new) condition\b|(?<!\w)(?:like|as|brand) new\b|(?<!\w)flawless\b/g,
    'Fresh Condition',
  ],
  [
    /(?<!\w)(?:(?:no|without|zero)(?: any)? scratch(?:es)?|not scratched|unscratched|scratch(?:es)?[ -]?free|scratchless)\b/g,
    'Fresh Condition',
  ],
  [/(?<!\w)good condition\b/g, 'Good Condition'],
  [/(?<!\w)(?:bad|poor) condition\b/g, 'Bad Condition'],
  [
    /(?<!\w|not |no |un)(?:(?:broken|cracked|damaged|smashed|shattered)(?: (?:screen|display|glass|back|phone)s?)?|faulty|defective|not working|(?:for|spare) parts|for repair)\b/g,
    'Bad Condition',
  ],
];

const networkPhrases: Phrases = [
  [
    /(?<!\w)(?:(?:factory|carrier|network|sim)[ -])?unlocked\b|(?<!\w)sim[ -]?(?:lock[ -]?)?free\b|(?<!\w)(?:no sim[ -]?lock|not locked)\b/g,
    'unlocked',
  ],
  [/(?<!\w)(?:(?:carrier|network|sim)[ -])?locked\b/g, 'locked'],
];

/** Each is read from what the ones before have left: "not locked" is not "locked" as well. */
function readPhrases(text: string, phrases: Phrases): { rest: string; values: string[] } {
  const values = new Set<string>();
  let rest = text;
  for (const [phrase, value] of phrases) {
    if (rest.search(phrase) >= 0) values.add(value);
    rest = rest.replaceAll(phrase, ' ');
  }
  return { rest, values: [...values] };
}

/** What no phone can be found by, and what means something else than its words: "not pro", "2 years old", "se 2nd gen". */
const withoutSaying = (text: string): string =>
  sayings.reduce((left, [saying, meant]) => left.replaceAll(saying, meant), text);

const sayings: readonly (readonly [saying: RegExp, meant: string])[] = [
  [/(?<!\w)(?:not?|non|without|except)[ -](?:the |a )?(?:pro(?: max)?|max|plus|mini|ultra|lite|fe)\b/g, ' '],
  [
    /(?<!\w)(?:(?:under|over|less than|more than|at most|up to) )?\d+ ?(?:years?|yrs?|months?)(?: old| of use| used)?\b/g,
    ' ',
  ],
  [/(?<!\w)se \(?(?:2nd|second) gen(?:eration)?\b\)?/g, 'se 2020'],
  [/(?<!\w)se \(?(?:3rd|third) gen(?:eration)?\b\)?/g, 'se 2022'],
  [/(?<!\w)fold(?:able|ing)(?= )/g, 'fold'],
];

const roseGold = /(?<!\w)rose[ -]?gold\b/g;

/** "space grey", "dark blue": a shade of a colour is that colour. */
const modifiedColour = new RegExp(
  String.raw`(?<!\w)(?:space|dark|light|deep|sky|navy|royal|forest|mint|matte|jet|pearl)\s(${[...colours, ...Object.keys(otherColours)].join('|')})\b`,
  'g',
);
