/**
 * What a query says apart from the name of a phone: prices, sizes, conditions, network states, verified sellers, and
 * words without meaning.
 */
import { storageSizesGb } from '#contract/phone-words.ts';
import type { SearchSort } from '#contract/search.ts';
import { colourWords } from './colour-words.ts';
import { readBattery } from './read-battery.ts';
import { readCountries } from './read-countries.ts';
import { withDigits } from './read-numbers.ts';
import { readPrice } from './read-price-words.ts';

/** Facets that words can mean, with their values as stored. */
interface SaidFacets {
  readonly storage: readonly string[];
  readonly condition: readonly string[];
  readonly network: readonly string[];
  readonly verified: readonly string[];
}

export interface SaidFacts {
  /** The question without what was understood. */
  readonly rest: string;
  readonly facets: SaidFacets;
  /** In dollars. */
  readonly minPrice: number | undefined;
  readonly maxPrice: number | undefined;
  /** In per cent. */
  readonly minBattery: number | undefined;
  /** Words that are no fact of any phone, as typed. */
  readonly countries: readonly string[];
  /** "near me" and similar words, as typed. The query does not say where that is. */
  readonly nearby: readonly string[];
  /** Unwanted sizes and states, as typed: "not 64gb". */
  readonly unwanted: readonly string[];
  /** "the cheapest iphone" */
  readonly sort: SearchSort | undefined;
}

/**
 * Reads prices, batteries, sizes, conditions, network states, sort orders and "verified sellers" from a query as
 * typed.
 */
export function readFacts(question: string): SaidFacts {
  // Read before the prices, because "over 90" is a price unless it is about a battery.
  const placed = readCountries(plain(question));
  const charged = readBattery(placed.rest.replaceAll(nearMe, ' '));
  const sorted = readPhrases(withoutSaying(charged.rest.replaceAll(unwantedFact, ' ')), sortPhrases);
  const priced = readPrice(sorted.rest);
  const sized = readSizes(priced.rest);
  const graded = readPhrases(sized.rest, conditionPhrases);
  const networked = readPhrases(graded.rest, networkPhrases);
  const checked = readPhrases(networked.rest, verifiedPhrases);
  return {
    rest: checked.rest
      .replaceAll(betweenTaken, ' ')
      .replaceAll(taken, ' ')
      .replaceAll(roseGold, 'pink')
      .replaceAll(modifiedColour, '$1')
      .replaceAll(unwantedList, (list) => list.replaceAll(',', ' or '))
      .replaceAll(/\s+/g, ' ')
      .trim(),
    facets: {
      storage: sized.values,
      condition: graded.values,
      network: networked.values,
      verified: checked.values,
    },
    minPrice: priced.minPrice,
    maxPrice: priced.maxPrice,
    minBattery: charged.minBattery,
    countries: placed.countries,
    nearby: placed.rest.match(nearMe) ?? [],
    unwanted: charged.rest.match(unwantedFact) ?? [],
    sort: sorted.values[0],
  };
}

/** Marks the place of a size or state that was understood. */
const taken = '\u2063';

/** The "or" of "128 or 256gb" is no choice between the words around it. */
const betweenTaken = new RegExp(String.raw`(?<=${taken})[\s,/]*(?:or|and)?[\s,/]*(?=${taken})`, 'g');

/** A size or a state is a choice of several, and this says which one is none of them. */
const unwantedFact =
  /(?<!\w)(?:not|no|non|without|except|excluding) (?:an? |the )?(?:\d+ ?[gt]b|(?:brand )?new)(?!\w)/g;

const nearMe =
  /(?<!\w)(?:(?:near|nearest|close|closest)(?: to)? me|near here|nearby|around me|in my (?:area|city|town))(?!\w)/g;

/** Words without meaning here: everything on sale is a used phone that can be bought. */
export const isEmptyWord = (word: string): boolean => emptyWords.has(word);

const emptyWords: ReadonlySet<string> = new Set(
  `phone phones mobile mobiles smartphone smartphones cellphone cellphones cell cellular handset handsets device
  devices telephone telephones buy buying sell selling sale cheap cheaper affordable budget used secondhand
  second hand preowned pre owned old older original genuine seller sellers price prices priced a an the for in with and or vs versus of to near at my me i want need
  looking searching please best top nice great any some all show get got give celular
  celulares telefono telefonos telefone movil moviles handy handys portable cellulare barato baratos gebraucht gebrauchte
  gebrauchtes gebrauchter guenstig gunstig usado usados usato pas cher am im is are have has you it this that do
  which what does would could like likes looks looking something anything id newest latest recent color colors colour
  colours colored coloured wanted telefon телефон телефоны смартфон 手机 手機 携帯電話 ফোন মোবাইল फोन`.split(
    /\s+/,
  ),
);

/** In lower case, with numbers in words as digits, and with the usual signs for similar ones. */
const plain = (text: string): string =>
  ` ${withDigits(text.normalize('NFKC').toLowerCase())
    .replaceAll(/(?<!\w)us\$|[€£]/g, '$')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll('≤', '<=')
    .replaceAll('≥', '>=')} `;

/** "128 or 256gb" */
const sizeBefore = /(?<![\w.$/])(\d+)(?=\s?(?:or|and|,)\s?\d+\s?[gt]b\b)/g;

const unit = String.raw`\s?(gb|gigabytes?|gigs?|g|tb|terabytes?)\b`;
/** "8gb/128gb" and "8gb ram": working memory, which is no facet here. */
const workMemory = new RegExp(
  String.raw`(?<![\w.])\d+\s?(?:gb|g)?\s?[/+]\s?(?=\d+${unit})|(?<![\w.])(?:(?:at least|over|more than|min|minimum|up to)\s)?(?:ram\s?\d+\s?gb|\d+\s?gb\s?(?:of\s)?ram)\b`,
  'g',
);
const size = new RegExp(
  String.raw`(?<![\w.])(?:(at least|over|more than|min|minimum|under|less than|below|up to|at most)\s+)?(\d+)${unit}(?:\s(?:of\s)?(?:storage|memory|rom|internal))*(\+(?!\w)| (?:or|and) (?:more|above|over|up|higher|larger|bigger)\b)?( (?:or|and) (?:less|smaller|below|under)\b)?`,
  'g',
);
/** "gb 128" */
const unitBefore = /(?<!\d ?)\bgb ?(\d+)(?!\d| ?[gt]b\b)/g;

/** "iphone 12 pro max 256": no phone has one of these numbers in its name. */
const bareSize = /(?<![\w.$-])(?:64|128|256|512)(?![\w.$%-]|\s?%)/g;

/** Sizes of storage that a phone was sold with; any other number stays a word. */
function readSizes(text: string): { rest: string; values: string[] } {
  const values = new Set<number>();
  const rest = text
    .replaceAll(workMemory, ' ')
    .replaceAll(sizeBefore, '$1gb')
    .replaceAll(unitBefore, '$1gb')
    .replaceAll(size, (said: string, ...groups: (string | undefined)[]) => {
      const [before, digits, named = '', orMore, orLess] = groups;
      const after = orMore === undefined ? orLess && 'at most' : 'at least';
      const limit = after ?? before;
      const gigabytes = Number(digits) * (named.startsWith('t') ? 1024 : 1);
      const found = storageSizesGb.filter((each) => fitsLimit(each, limit, gigabytes));
      if (limit === undefined && found.length === 0) return said;
      for (const each of found) values.add(each);
      return ` ${taken} `;
    });
  if (values.size > 0) return { rest, values: [...values].map(String) };
  const bare = new Set<string>();
  const left = rest.replaceAll(bareSize, (said) => {
    bare.add(said);
    return ` ${taken} `;
  });
  return { rest: left, values: [...bare] };
}

function fitsLimit(each: number, limit: string | undefined, gigabytes: number): boolean {
  if (limit === undefined) return each === gigabytes;
  if (/^(?:over|more)/.test(limit)) return each > gigabytes;
  if (/^(?:at least|min)/.test(limit)) return each >= gigabytes;
  return /^(?:under|less|below)/.test(limit) ? each < gigabytes : each <= gigabytes;
}

type Phrases<Value> = readonly (readonly [phrase: RegExp, value: Value])[];

const sortPhrases: Phrases<SearchSort> = [
  [
    /(?<!\w)(?:cheapest|least expensive|lowest[ -]priced?|low(?:est)? to high(?:est)?)(?: first)?\b/g,
    'price-up',
  ],
  [
    /(?<!\w)(?:most expensive|dearest|highest[ -]priced?|high(?:est)? to low(?:est)?)(?: first)?\b/g,
    'price-down',
  ],
  [/(?<!\w)(?:(?:newest|latest) first|(?:recently|newly|just) (?:listed|added))\b/g, 'newest'],
];

const conditionPhrases: Phrases<string> = [
  [
    /(?<!\w)(?:fresh|excellent|perfect|mint|pristine|flawless|like new|as new|brand new) (?:condition|shape)\b|(?<!\w)(?:(?:like|as|brand) )?new\b(?! (?:york|mexico|england|delhi|orleans|jersey|haven|plymouth|westminster))|(?<!\w)(?:fresh|flawless|sealed|unopened|unused|(?:not|never) (?:been )?used)\b/g,
    'Fresh Condition',
  ],
  [
    /(?<!\w)(?:(?:no|without|zero)(?: any)? scratch(?:es)?|not scratched|unscratched|scratch(?:es)?[ -]?free|scratchless)\b/g,
    'Fresh Condition',
  ],
  [/(?<!\w)(?:good|great) (?:condition|shape)\b/g, 'Good Condition'],
  [/(?<!\w)(?:bad|poor) (?:condition|shape)\b/g, 'Bad Condition'],
  [
    /(?<!\w|not |no |un)(?:(?:broken|cracked|damaged|smashed|shattered)(?: (?:screen|display|glass|back|phone)s?)?|faulty|defective|not working|(?:for|spare) parts|for repair)\b/g,
    'Bad Condition',
  ],
];

const networkPhrases: Phrases<string> = [
  [
    /(?<!\w)(?:(?:factory|carrier|network|sim)[ -])?unlocked\b|(?<!\w)sim[ -]?(?:lock[ -]?)?free\b|(?<!\w)(?:(?:no|without) (?:(?:sim|network|carrier)[ -]?)?lock|not locked)\b(?: to (?:an? |any )?(?:carrier|network)\b)?/g,
    'unlocked',
  ],
  [/(?<!\w)(?:(?:carrier|network|sim)[ -])?locked\b(?: to (?:an? |one )?(?:carrier|network)\b)?/g, 'locked'],
];

const verifiedPhrases: Phrases<string> = [
  [
    /(?<!\w|not |non[ -])(?:(?:by|from) )?(?:(?:an?|the|only) )?verified(?: (?:seller|user|account|profile)s?)?(?: only)?\b|(?<!\w)(?:(?:by|from) )?trust(?:ed|worthy) (?:seller|user)s?\b/g,
    '1',
  ],
];

/** Each one reads what the ones before have left, so that "not locked" is not also read as "locked". */
function readPhrases<Value>(text: string, phrases: Phrases<Value>): { rest: string; values: Value[] } {
  const values = new Set<Value>();
  let rest = text;
  for (const [phrase, value] of phrases) {
    if (rest.search(phrase) >= 0) values.add(value);
    rest = rest.replaceAll(phrase, ` ${taken} `);
  }
  return { rest, values: [...values] };
}

/** Phrases that match no phone or mean something other than their words: "not pro", "2 years old", "se 2nd gen". */
const withoutSaying = (text: string): string =>
  sayings.reduce((left, [saying, meant]) => left.replaceAll(saying, meant), text);

const sayings: readonly (readonly [saying: RegExp, meant: string])[] = [
  [
    /(?<!\w)(?:(?:any|every)(?:thing|one)?|all) but(?!\w)|(?<!\w)(?:other than|apart from|(?:except|but) (?:for|not|no))(?!\w)/g,
    'not',
  ],
  [/(?<=\s)-(?=[a-z])/g, 'not '],
  [
    /(?<!\w)(?:(?:under|over|less than|more than|at most|up to) )?\d+ ?(?:years?|yrs?|months?)(?: old| of use| used)?\b/g,
    ' ',
  ],
  [/(?<!\w)se \(?(?:2nd|second) gen(?:eration)?\b\)?/g, 'se 2020'],
  [/(?<!\w)se \(?(?:3rd|third) gen(?:eration)?\b\)?/g, 'se 2022'],
  // For whom it is bought says nothing about a phone, and "good" is no condition there.
  [
    /(?<!\w)for (?:(?:my|our|a|an|the|his|her) )?(?:old |elderly |little |young )?(?:son|daughter|mother|mom|mum|father|dad|grandmother|grandma|grandfather|grandpa|kids?|child(?:ren)?|wife|husband|brother|sister|parents?|myself|me)(?!\w)/g,
    ' ',
  ],
  [/(?<!\w)(?:good|decent|nice) (?=(?:cheap |used )?(?:mobile|smart|cell)?(?:phones?|mobiles?)(?!\w))/g, ' '],
  // Names of makers in other scripts.
  [/айфон\p{L}*|[اآ]يفون|আইফোন|आईफोन|苹果(?:手机)?/gu, 'iphone'],
  [/самсунг\p{L}*|سامسون[جغ]|স্যামসাং|सैमसंग|三星/gu, 'samsung'],
  [/(?:сяоми|ксиаоми)\p{L}*|شاومي|শাওমি|小米/gu, 'xiaomi'],
  [/(?<!\w)(?:flip|clamshell)[ -]?(?:(?:cell|mobile|smart)[ -]?)?phones?(?!\w)/g, 'flipphone'],
  [/(?<!\w)(?:fold(?:able|ing)s?|(?<!(?:galaxy|pixel|pro|v|x|z) )fold[ -]phones?)(?!\w)/g, 'foldable'],
  // Too short to be searched for within a longer word.
  [/(?<!\w)iphone(x[rs]?|se)(?!\w)/g, 'iphone $1'],
  [/(?<!\w)at ?& ?t(?!\w)/g, 'att'],
  [/(?<!\w)t-mobile(?!\w)/g, 'tmobile'],
  // "iphone/samsung"
  [/(?<=\w{3}) ?[&/] ?(?=[a-z]\w\w)/g, ' and '],
];

/** "not samsung, apple" */
const unwantedList = /(?<!\w)(?:not|no|without|except|excluding) .*/g;

const roseGold = /(?<!\w)rose[ -]?gold\b/g;

/** "space grey", "dark blue": a shade counts as its colour. */
const modifiedColour = new RegExp(
  String.raw`(?<!\w)(?:space|dark|light|deep|sky|navy|royal|forest|mint|matte|jet|pearl|midnight|pacific|sierra|alpine|phantom|arctic|ocean|cosmic|glacier|mystic|prism)\s(${colourWords.join('|')})\b`,
  'g',
);
