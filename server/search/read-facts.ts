/**
 * What a query says apart from the name of a phone: prices, sizes, conditions, network states, verified sellers, and
 * words without meaning.
 */
import type { SearchSort } from '#contract/search.ts';
import { colourWords } from './colour-words.ts';
import { readBattery } from './read-battery.ts';
import { readCondition } from './read-condition.ts';
import { readCountries } from './read-countries.ts';
import { withDigits } from './read-numbers.ts';
import { readForeignMoney, readPrice } from './read-price-words.ts';
import { readSizes } from './read-sizes.ts';

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
  /** Amounts of money other than dollars, as typed: "under 20000 taka". */
  readonly currencies: readonly string[];
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
  const paid = readForeignMoney(placed.rest);
  const charged = readBattery(paid.rest.replaceAll(nearMe, ' '));
  const sorted = readPhrases(withoutSaying(charged.rest.replaceAll(unwantedFact, ' ')), sortPhrases);
  const priced = readPrice(sorted.rest);
  const sized = readSizes(priced.rest, taken);
  const graded = readCondition(sized.rest, taken);
  const networked = readPhrases(graded.rest, networkPhrases);
  const checked = readPhrases(networked.rest, verifiedPhrases);
  return {
    rest: checked.rest
      .replaceAll(betweenTaken, ' ')
      .replaceAll(taken, ' ')
      .replaceAll(roseGold, 'pink')
      .replaceAll(productRed, 'red')
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
    nearby: (paid.rest.match(nearMe) ?? []).map((words) => words.replace(/ (?:of|from|around|near|to)$/, '')),
    currencies: paid.amounts,
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
  /(?<!\w)(?:(?:near|nearest|close|closest)(?: to)? me|near here|nearby|around me|in my (?:area|city|town)|(?:within )?\d+ ?(?:kms?|kilomet(?:er|re)s?|miles?)(?: (?:of|from|around|near|to))?)(?!\w)/g;

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
  colours colored around close but deal deals offer offers value compare comparison coloured wanted telefon телефон телефоны смартфон 手机 手機 携帯電話 ফোন মোবাইল फोन`.split(
    /\s+/,
  ),
);

/** In lower case, with numbers in words as digits, and with the usual signs for similar ones. */
const plain = (text: string): string =>
  ` ${withDigits(text.normalize('NFKC').toLowerCase())
    .replaceAll(/(?<!\w)us\$|[€£]/g, '$')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll('≤', '<=')
    .replaceAll('≥', '>=')
    // "iphone<200" and "64gb" in other letters, "1.000" and "199,99" of other countries.
    .replaceAll(/\s*([<>]=?)\s*/g, ' $1 ')
    .replaceAll(/(?<=(?<!\d)(?:16|32|64|128|256|512)) ?(?:гб|гигабайт\p{L}*|go|giga)(?![\p{L}\d])/gu, 'gb')
    .replaceAll(/(?<![\d.,])(\d{1,3})\.(\d{3})(?![\d.,])/g, '$1$2')
    .replaceAll(/(?<![\d.,])(\d{1,5}),(\d{2})(?=\s?(?:\$|eur))/g, '$1.$2')} `;

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
  [/(?<!\w)(?:sort(?:ed)?|order(?:ed)?) by (?:the )?(?:low(?:est)? )?price\b/g, 'price-up'],
  [
    /(?<!\w)(?:(?:sort(?:ed)?|order(?:ed)?) by (?:the )?(?:newest|latest|date)|(?:newest|latest) first|(?:recently|newly|just) (?:listed|added))\b/g,
    'newest',
  ],
];

const networks = '(?: (?:to|for|on|with) (?:an? |one |any |all |every )?(?:carrier|network)s?)?(?!\\w)';

const networkPhrases: Phrases<string> = [
  [
    new RegExp(
      String.raw`(?<!\w)(?:(?:(?:factory|carrier|network|sim)[ -])?unlocked|sim[ -]?(?:lock[ -]?)?free|(?:no|without) (?:(?:sim|network|carrier)[ -]?)?lock|not locked)${networks}|(?<!\w)open (?:to|for) (?:any|all|every) networks?(?!\w)`,
      'g',
    ),
    'unlocked',
  ],
  [new RegExp(String.raw`(?<!\w)(?:(?:carrier|network|sim)[ -])?locked${networks}`, 'g'), 'locked'],
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
  [/(?<!\w)nothing (?:but|other than|except)(?!\w)/g, ' '],
  [
    /(?<!\w)(?:(?:any|every)(?:thing|one)?|all) but(?!\w)|(?<!\w)(?:other than|apart from|(?:except|but) (?:for|not|no))(?!\w)/g,
    'not',
  ],
  [/(?<=\s)[-!](?=[a-z])/g, 'not '],
  [
    /(?<!\w)(?:neither|ohne|nicht|kein(?:e[nrs]?)?|sauf|sans|senza|sem|excepto|menos(?= (?!de )[a-z]))(?!\w)|(?<!\w)sin(?= (?!the )[a-z])/g,
    'not',
  ],
  // "oder", "ou" and the like between two words.
  [/(?<=\w )(?:oder|ou|oppure|или)(?= [\wа-я])/g, 'or'],
  [/(?<=\w )(?:und|et)(?= \w)/g, 'and'],
  // The account of a former owner is no network.
  [/(?<!\w)(?:icloud|activation|frp|google)[ -]lock(?:ed)?(?!\w)/g, 'icloud'],
  [
    /(?<!\w)(?:(?:under|over|less than|more than|at most|up to) )?\d+ ?(?:years?|yrs?|months?)(?: old| of use| used)?\b/g,
    ' ',
  ],
  [/(?<!\w)iphone 10(?![\w.])/g, 'iphone x'],
  [/(?<!\w)(?:ip|iph|iphn) ?(?=(?:[5-9]|1\d)(?: |s|pro|mini|plus))/g, 'iphone '],
  // There is a Nokia 1 Plus.
  [/(?<!\w|nokia )1 ?(?:\+|plus)(?!\w)/g, 'oneplus'],
  [/(?<!\w)(?:mark|mk)\.? ?(i{1,3}|iv|v|[1-7])(?!\w)/g, 'mark $1'],
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
  [/нокиа|нокия/gu, 'nokia'],
  [/(?<!\p{L})сони(?!\p{L})/gu, 'sony'],
  [/ху?авей\p{L}*/gu, 'huawei'],
  [/пиксель\p{L}*/gu, 'pixel'],
  [/(?:сяоми|ксиаоми)\p{L}*|شاومي|শাওমি|小米/gu, 'xiaomi'],
  [/(?<!\w)(?:flip|clamshell)[ -]?(?:(?:cell|mobile|smart)[ -]?)?phones?(?!\w)/g, 'flipphone'],
  [/(?<!\w)(?:fold(?:able|ing)s?|(?<!(?:galaxy|pixel|pro|v|x|z) )fold[ -]phones?)(?!\w)/g, 'foldable'],
  // Too short to be searched for within a longer word.
  [/(?<!\w)iphone(x[rs]?|se)(?!\w)/g, 'iphone $1'],
  [/(?<!\w)at ?& ?t(?!\w)/g, 'att'],
  [/(?<!\w)t-mobile(?!\w)/g, 'tmobile'],
  // "iphone/samsung", "iphone,samsung", "iphone 11/13": whether these are one name or several is seen later.
  [/(?<=\w{3}) ?[&/] ?(?=[a-z]\w\w)/g, ' and '],
  [/(?<=[a-z]\w\w) ?[|;\\+] ?(?=[a-z]\w\w)/g, ' and '],
  [
    /(?<= \d{1,2}) ?[/] ?(?=(?!32|64)\d{1,2} )|(?<= [a-z]\d{1,3}) ?, ?(?=[a-z]\d{1,3}\b)|(?<= \d{1,2}) ?, ?(?=\d{1,2}\b)/g,
    ' or ',
  ],
  // What one maker sells under another name.
  [/(?<!\w)(?:xiaomi (?=poco)|huawei (?=honor)|vivo (?=iqoo)|zte (?=nubia))/g, ' '],
];

/** "not samsung, apple" */
const unwantedList = /(?<!\w)(?:not|no|without|except|excluding) .*/g;

const roseGold = /(?<!\w)rose[ -]?gold\b/g;
const productRed = /(?<!\w)\(?product\)? ?\(?red\)?(?!\w)/g;

/** "space grey", "dark blue": a shade counts as its colour. */
const modifiedColour = new RegExp(
  String.raw`(?<!\w)(?:space|dark|light|deep|sky|navy|royal|forest|mint|matte|jet|pearl|midnight|pacific|sierra|alpine|phantom|arctic|ocean|cosmic|glacier|glacial|mystic|prism|stormy|cloudy|awesome|bora|eternal|icy|frosty?|baby|pale|bright|natural|desert|kinda|sorta)\s(${colourWords.join('|')})\b`,
  'g',
);
