/**
 * What a query says apart from the name of a phone: prices, sizes, conditions, network states, verified sellers, and
 * words without meaning.
 */
import type { SearchSort } from '#contract/search.ts';
import { withPlainColours } from './colour-words.ts';
import { nearestOf } from './compare-spelling.ts';
import { readBattery } from './read-battery.ts';
import {
  gradesAsWords,
  networkPhrases,
  readCondition,
  unwantedGrade,
  verifiedPhrases,
} from './read-condition.ts';
import { nearMe, readCountries } from './read-countries.ts';
import { withDigits, withEachModel } from './read-numbers.ts';
import { readForeignMoney, readPrice, sortPhrases } from './read-price-words.ts';
import { readSizes } from './read-sizes.ts';

/** Facets that words can mean, with their values as stored. */
interface ReadFacets {
  readonly storage: readonly string[];
  readonly condition: readonly string[];
  readonly network: readonly string[];
  readonly verified: readonly string[];
}

export interface ReadFacts {
  /** The question without what was understood. */
  readonly rest: string;
  readonly facets: ReadFacets;
  /** In dollars. */
  readonly minPrice: number | undefined;
  readonly maxPrice: number | undefined;
  /** In per cent. */
  readonly minBattery: number | undefined;
  /** Words that are no fact of any phone, as typed. */
  readonly countries: readonly string[];
  /** "near me" and similar words, as typed. The query does not say where that is. */
  readonly nearby: readonly string[];
  /** Amounts in other currencies, as typed: "under 20000 taka". Euros and pounds are read as dollars. */
  readonly currencies: readonly string[];
  /** Prices of which no phone can have both, as typed: "over 300 under 200". */
  readonly impossible: readonly string[];
  /** Unwanted sizes and states, as typed: "not 64gb". */
  readonly unwanted: readonly string[];
  /** Ages, working memory and versions of systems: a phone may have them, but they are no facets. */
  readonly unfiltered: readonly string[];
  /** "the cheapest iphone" */
  readonly sort: SearchSort | undefined;
}

/**
 * Reads prices, batteries, sizes, conditions, network states, sort orders and "verified sellers" from a query as
 * typed.
 */
export function readFacts(question: string): ReadFacts {
  // Read before the prices, because "over 90" is a price unless it is about a battery.
  const placed = readCountries(gradesAsWords(plain(question)));
  const paid = readForeignMoney(placed.rest);
  const aged = readUnfiltered(paid.rest.replaceAll(nearMe, ' '));
  const charged = readBattery(aged.rest);
  const sorted = readPhrases(
    withoutSaying(withEachModel(charged.rest.replaceAll(unwantedFact, ' '))),
    sortPhrases,
  );
  const priced = readPrice(sorted.rest);
  const sized = readSizes(priced.rest, taken);
  const graded = readCondition(sized.rest, taken);
  const networked = readPhrases(graded.rest, networkPhrases);
  const checked = readPhrases(networked.rest, verifiedPhrases);
  return {
    rest: withPlainColours(checked.rest.replaceAll(betweenTaken, ' ').replaceAll(taken, ' '))
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
    impossible: priced.impossible,
    unwanted: charged.rest.match(unwantedFact) ?? [],
    unfiltered: [...aged.values, ...sized.working.map((gigabytes) => `${gigabytes}gb ram`)],
    sort: sorted.values[0],
  };
}

/** Marks the place of a size or state that was understood. */
const taken = '\u2063';

/** The "or" of "128 or 256gb" is no choice between the words around it. */
const betweenTaken = new RegExp(String.raw`(?<=${taken})[\s,/]*(?:or|and)?[\s,/]*(?=${taken})`, 'g');

/** A size or a state is a choice of several, and this says which one is none of them. */
const unwantedFact = new RegExp(
  String.raw`(?<!\w)(?:not|no|non|without|except|excluding)[ -](?:in )?(?:an? |the )?(?:\d+ ?[gt]b|${unwantedGrade})(?!\w)`,
  'g',
);

/** In lower case, with numbers in words as digits, and with the usual signs for similar ones. */
const plain = (text: string): string =>
  ` ${withDigits(text.normalize('NFKC').toLowerCase())
    .replaceAll(/(?<!\w)us\$|[€£]/g, '$')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll('≤', '<=')
    .replaceAll('≥', '>=')
    .replaceAll(/(?<![\p{L}\d])[a-z]{5,12}(?![\p{L}\d])/gu, (word) => nearestOf(factWords, word) ?? word)
    // "under: 200", "under200"
    .replaceAll(/(?<=[a-z]) ?:(?= ?[$\d])/g, ' ')
    .replaceAll(/(?<![a-z])(under|below|over|above|upto)(?=\d)/g, '$1 ')
    .replaceAll(/(?<!\w)upto(?!\w)/g, 'up to')
    // "iphone<200" and "64gb" in other letters, "1.000" and "199,99" of other countries.
    .replaceAll(/\s*([<>]=?)\s*/g, ' $1 ')
    .replaceAll(
      /(?<=(?<!\d)(?:16|32|64|128|256|512)) ?(?:гб|гигабайт\p{L}*|জিবি|जीबी|go|giga)(?![\p{L}\d])/gu,
      'gb',
    )
    .replaceAll(/(?<![\d.,])(\d{1,3})\.(\d{3})(?![\d.,])/g, '$1$2')
    // "under 1 000" of other countries; "iphone 13 500" is a model and a price, "above 12 256 gb" has a size.
    .replaceAll(
      /(?<=(?:under|below|over|above|than|max|up to|\$|[<>]=?|bis|unter|(?:moins|menos|plus|m[aá]s) de|jusqu.?[aà]|до) ?)(\d{1,2}) (?!(?:128|256|512)(?!\d))(\d{3})(?![\w.,])/g,
      '$1$2',
    )
    .replaceAll(/(?<![\d.,])(\d{1,5}),(\d{2})(?=\s?(?:\$|eur))/g, '$1.$2')} `;

/** Words that facts are said with. Corrected first, because facts are read before the words that are left. */
const factWords = 'under below between unlocked condition battery verified cheapest'.split(' ');

type Phrases<Value> = readonly (readonly [phrase: RegExp, value: Value])[];

/** Facts by which phones cannot be filtered, each with what is left of it. */
const unfilteredFacts: readonly (readonly [fact: RegExp, left: string])[] = [
  [
    /(?<!\w|for (?:(?:an?|my|our|the) )?)(?:(?:under|over|less than|more than|at most|up to) )?\d+ ?(?:years?|yrs?|months?)(?: old| of use| used)?\b/g,
    ' ',
  ],
  [/(?<!\w)(android|ios) \d{1,2}(?:\.\d+)*(?: (?:or|and) (?:newer|later|above|up|higher))?(?!\w)/g, '$1'],
  [
    /(?<!\w)battery (?:health )?(?:under|below|less than|at most|up to) (?:\d\d|100)(?: ?%| per ?cent)?(?!\w)/g,
    ' ',
  ],
];

const readUnfiltered = (text: string) => ({
  rest: unfilteredFacts.reduce((rest, [fact, left]) => rest.replaceAll(fact, left), text),
  values: unfilteredFacts.flatMap(([fact]) => text.match(fact) ?? []),
});

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

const modelAdditions = '(?: (?:pro|max|plus|mini|ultra|lite|fe))*';
const modelNumber = String.raw`(?:[a-z]\d{1,3}|\d{1,2}[a-z]?|x[rs]?|se)`;

const sayings: readonly (readonly [saying: RegExp, meant: string])[] = [
  [/(?<!\w)nothing (?:but|other than|except)(?!\w)/g, ' '],
  [/(?<!\w)nothing (?=(?:over|above|more than)(?!\w))/g, 'not '],
  [
    /(?<!\w)(?:(?:any|every)(?:thing|one)?|all)(?: (?:phone|colou?r|brand|make|maker|model)s?)? but(?!\w)|(?<!\w)(?:other than|apart from|(?:except|but) (?:for|not|no))(?!\w)/g,
    'not',
  ],
  [/(?<=\s)[-!](?=[a-z])|(?<=[a-z] |\s[-!]\d{1,2} )[-!](?=\d{1,2}\s)/g, 'not '],
  [
    /(?<!\w)(?:i )?(?:don.?t|do not) (?:want|like|need)(?: an?y?)?(?!\w)|(?<!\w)(?:isn.?t|avoid|minus(?= [a-z]))(?!\w)/g,
    'not',
  ],
  [/(?<!\w)(?:not|no|non)[ -](?:an? )?android(?!\w)/g, 'ios'],
  [/(?<!\w)(?:not|no|non)[ -](?:an? )?ios(?!\w)/g, 'android'],
  [/(?<!\w)i.?d (?=like|love|want|prefer|need)/g, ' '],
  [/(?<!\w)price range(?!\w)/g, 'price'],
  // "iphone 13-ish" is no price.
  [/(?<=(?<![\w$.])[1-3]?\d)[ -]?ish(?!\w)/g, ''],
  [/(?<!\w)fair (?=(?:price|deal)s?(?!\w))/g, ' '],
  [/(?<!\w)100 ?% (?=working|functional|original|genuine|authentic)/g, ' '],
  [/^ (?:\d|a couple of) (?=(?:i|smart|mobile )?(?:phones|mobiles)(?!\w))/g, ' '],
  [/(?<!\w)(face|touch) id(?!\w)/g, '$1id'],
  [
    /(?<![\w$])(?:(?:from|between) )?(20[0-2]\d)(?: ?- ?| (?:to|and) )(20[0-2]\d)(?!\w| ?(?:[$€]|usd|dollar|euro))/g,
    '$1 $2',
  ],
  // "released in 2021", "2020 or newer": the year is seen later, if it is not part of a name.
  [
    /(?<!\w)(?:(?:released|launched|made|out) )?(?:in|from|since|year|after|before|(?:newer|older) than|released|launched) (?:the year )?(?=20[0-2]\d(?!\d| ?(?:[-$€]|to |usd|dollar|euro)))|(?<=(?<![\w$])20[0-2]\d) (?:or|and) (?:newer|later|above|up|older|earlier)(?!\w)/g,
    ' ',
  ],
  [/(?<=\d)['’]s(?!\w)|(?<=(?<!\w)iphone (?:[78]|1\d))s(?!\w)/g, ''],
  [
    /(?<!\w)(?:neither|ohne|nicht|kein(?:e[nrs]?)?|sauf|sans|senza|sem|excepto|menos(?= (?!de )[a-z]))(?!\w)|(?<!\w)sin(?= (?!the )[a-z])/g,
    'not',
  ],
  // "oder", "ou" and the like between two words.
  [/(?<=\w )(?:oder|ou|oppure|или)(?= [\wа-я])/g, 'or'],
  [/(?<=\w )(?:und|et)(?= \w)/g, 'and'],
  // The account of a former owner is no network.
  [/(?<!\w)(?:icloud|activation|frp|google)[ -]lock(?:ed)?(?!\w)/g, 'icloud'],
  [/(?<!\w)iphone 10(?![\w.])/g, 'iphone x'],
  [/(?<!\w)(?:ip|iph|iphn) ?(?=(?:[5-9]|1\d)(?: |s|pro|mini|plus))/g, 'iphone '],
  // There is a Nokia 1 Plus.
  [/(?<!\w|nokia |\d\.)1 ?(?:\+|plus)(?!\w)/g, 'oneplus'],
  // The Xperia 1 III is called "1 mark 3" as well.
  ...['ii', 'iii', 'iv', 'v', 'vi', 'vii'].map(
    (roman, place) =>
      [new RegExp(String.raw`(?<!\w)(?:mark|mk)\.? ?(?:${roman}|${place + 2})(?!\w)`, 'g'), roman] as const,
  ),
  [/(?<!\w)se \(?(?:2nd|second) gen(?:eration)?\b\)?/g, 'se 2020'],
  [/(?<!\w)se \(?(?:3rd|third) gen(?:eration)?\b\)?/g, 'se 2022'],
  // For whom it is bought says nothing about a phone, and "good" is no condition there.
  [
    /(?<!\w)for (?:(?:my|our|a|an|the|his|her) )?(?:\d+[ -]years?[ -]old |old |elderly |little |young )?(?:son|daughter|mother|mom|mum|father|dad|grandmother|grandma|grandfather|grandpa|kids?|child(?:ren)?|boy|girl|wife|husband|brother|sister|parents?|people|person|seniors?|students?|myself|me)(?!\w)/g,
    ' ',
  ],
  [/(?<!\w)for (?:(?:my|our|an?|the) )?\d+[ -]years?[ -]olds?(?!\w)/g, ' '],
  [
    /(?<!\w)(?:kid.?s?|children.?s|seniors?|students?) (?=(?:(?:mobile|smart|cell)[ -]?)?(?:phones?|mobiles?)(?!\w))/g,
    ' ',
  ],
  [
    /(?<!\w)(?:good|decent|nice|ok|average) (?=(?:cheap |used )?(?:mobile|smart|cell)?(?:phones?|mobiles?)(?!\w))/g,
    ' ',
  ],
  // Names of makers in other scripts.
  [/айфон\p{L}*|[اآ]يفون|আইফোন|आईफोन|苹果(?:手机)?|アイフォーン|アイフォン|아이폰/gu, 'iphone'],
  [/самсунг\p{L}*|سامسون[جغ]|স্যামসাং|सैमसंग|三星|삼성/gu, 'samsung'],
  [/нокиа|нокия/gu, 'nokia'],
  [/(?<!\p{L})сони(?!\p{L})/gu, 'sony'],
  [/갤럭시|ギャラクシー/gu, 'galaxy'],
  [/ху?авей\p{L}*|هواوي|华为|華為/gu, 'huawei'],
  [/пиксель\p{L}*/gu, 'pixel'],
  [/(?:сяоми|ксиаоми)\p{L}*|شاومي|শাওমি|小米/gu, 'xiaomi'],
  [/(?<!\w)(?:flip|clamshell)[ -]?(?:(?:cell|mobile|smart)[ -]?)?phones?(?!\w)/g, 'flipphone'],
  [
    /(?<!\w)(?:big[ -])?(?:keypad|button|feature|basic|dumb)[ -]?(?:(?:cell|mobile)[ -]?)?(?:phones?|mobiles?)(?!\w)|(?<!\w)(?:phones? )?with (?:big )?(?:buttons|keypad)(?!\w)/g,
    'keypad',
  ],
  [/(?<!\w)(?:two|2|double|duel)[ -]?sims?(?!\w)/g, 'dual sim'],
  [/(?<!\w)e-sim(?!\w)/g, 'esim'],
  [/(?<!\w)(?:fold(?:able|ing)s?|(?<!(?:galaxy|pixel|pro|v|x|z) )fold[ -]phones?)(?!\w)/g, 'foldable'],
  // Too short to be searched for within a longer word.
  [/(?<!\w)iphone(x[rs]?|se)(?!\w)/g, 'iphone $1'],
  [/(?<!\w)(?:nyc|new york city)(?!\w)/g, 'new york'],
  [/(?<!\w)at ?& ?t(?!\w)/g, 'att'],
  [/(?<!\w)t-mobile(?!\w)/g, 'tmobile'],
  // "iphone/samsung", "iphone,samsung", "iphone 11/13": whether these are one name or several is seen later.
  [/(?<=\w{3}) ?[&/] ?(?=[a-z]\w\w)/g, ' and '],
  [/(?<=[a-z]\w\w) ?[|;\\+] ?(?=[a-z]\w\w)/g, ' and '],
  [
    new RegExp(
      String.raw`(?<=[ ,/|;&]${modelNumber}${modelAdditions}) ?[,/|;&] ?(?:(?:and|or) )?(?=(?!(?:16|32|64)(?!\d)|[2-5]g)${modelNumber}(?![\w%]|\s?[gt]b\b))`,
      'g',
    ),
    ' or ',
  ],
  // "iphone 11, iphone 13"
  [
    new RegExp(
      String.raw`(?<!\w)([a-z]{3,}) (${modelNumber}${modelAdditions}) ?(?:[,/|;&+]|and) ?(?=\1 )`,
      'g',
    ),
    '$1 $2 or ',
  ],
  // What one maker sells under another name.
  [/(?<!\w)(?:xiaomi (?=poco)|huawei (?=honor)|vivo (?=iqoo)|zte (?=nubia))/g, ' '],
];

/** "not samsung, apple" */
const unwantedList = /(?<!\w)(?:not|no|without|except|excluding) .*/g;
