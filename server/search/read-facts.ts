/**
 * Reads the facts that a query states beside the name of a phone: prices, sizes, conditions, network states, battery
 * health, verified sellers and a sort order.
 */
import type { SearchSort } from '#contract/search.ts';
import { replaceShades } from './colour-words.ts';
import { nearestOf } from './compare-spelling.ts';
import { readBattery } from './read-battery.ts';
import {
  gradesAsWords,
  networkPhrases,
  readCondition,
  excludedGrade,
  verifiedPhrases,
} from './read-condition.ts';
import { nearMe, readCountries } from './read-countries.ts';
import { replaceNumberWords, expandModelRanges } from './read-numbers.ts';
import { readForeignMoney, readPrice, sortPhrases } from './read-price-words.ts';
import { readSizes } from './read-sizes.ts';

/** The stated values of facets, as stored. */
interface StatedFacets {
  readonly storage: readonly string[];
  readonly condition: readonly string[];
  readonly network: readonly string[];
  readonly verified: readonly string[];
}

/** What a query states. Texts are in lower case, otherwise as typed. */
export interface StatedFacts {
  /** The rest of the query, without what was read. */
  readonly rest: string;
  readonly facets: StatedFacets;
  /** In dollars. */
  readonly minPrice: number | undefined;
  readonly maxPrice: number | undefined;
  /** In per cent. */
  readonly minBattery: number | undefined;
  /** Names of countries: phones have a city and no country. */
  readonly countries: readonly string[];
  /** "near me" and similar words, which name no city. */
  readonly nearby: readonly string[];
  /** Amounts in other currencies: "under 20000 taka". Euros and pounds are read as dollars. */
  readonly currencies: readonly string[];
  /** A lowest price above the highest price: "over 300 under 200". */
  readonly impossible: readonly string[];
  /** Excluded sizes and conditions: "not 64gb". There is no filter that excludes them. */
  readonly unwanted: readonly string[];
  /** Ages, sizes of working memory and versions of operating systems, for which there is no filter. */
  readonly unfiltered: readonly string[];
  /** From "the cheapest iphone". */
  readonly sort: SearchSort | undefined;
}

/**
 * Reads the facts from a query as typed. Each step removes what it has read, so that no later step reads it again.
 */
export function readFacts(query: string): StatedFacts {
  const country = readCountries(gradesAsWords(normaliseText(query)));
  const foreign = readForeignMoney(country.rest);
  const unfiltered = readUnfiltered(foreign.rest.replaceAll(nearMe, ' '));
  // Before the prices, because "over 90" is a price unless it is about a battery.
  const battery = readBattery(unfiltered.rest);
  const order = readPhrases(
    rewritePhrases(expandModelRanges(battery.rest.replaceAll(excludedFact, ' '))),
    sortPhrases,
  );
  const price = readPrice(order.rest);
  const size = readSizes(price.rest, placeholder);
  const condition = readCondition(size.rest, placeholder);
  const network = readPhrases(condition.rest, networkPhrases);
  const verified = readPhrases(network.rest, verifiedPhrases);
  return {
    rest: replaceShades(verified.rest.replaceAll(betweenPlaceholders, ' ').replaceAll(placeholder, ' '))
      .replaceAll(exclusionList, (list) => list.replaceAll(',', ' or '))
      .replaceAll(/\s+/g, ' ')
      .trim(),
    facets: {
      storage: size.values,
      condition: condition.values,
      network: network.values,
      verified: verified.values,
    },
    minPrice: price.minPrice,
    maxPrice: price.maxPrice,
    minBattery: battery.minBattery,
    countries: country.countries,
    nearby: (foreign.rest.match(nearMe) ?? []).map((words) =>
      words.replace(/ (?:of|from|around|near|to)$/, ''),
    ),
    currencies: foreign.amounts,
    impossible: price.impossible,
    unwanted: battery.rest.match(excludedFact) ?? [],
    unfiltered: [...unfiltered.values, ...size.workingGb.map((gigabytes) => `${gigabytes}gb ram`)],
    sort: order.values[0],
  };
}

/** Replaces each size, condition and other phrase that was read. */
const placeholder = '\u2063';

/** The "or" of "128 or 256gb": both sizes were read, so it is no choice between the words around them. */
const betweenPlaceholders = new RegExp(
  String.raw`(?<=${placeholder})[\s,/]*(?:or|and)?[\s,/]*(?=${placeholder})`,
  'g',
);

/** An excluded size or condition: "not 64gb". Without this step it would be read as a requested one. */
const excludedFact = new RegExp(
  String.raw`(?<!\w)(?:not|no|non|without|except|excluding)[ -](?:in )?(?:an? |the )?(?:\d+ ?[gt]b|${excludedGrade})(?!\w)`,
  'g',
);

/** The text in lower case, with digits for numbers in words, and with one spelling of signs, units and frequent words. */
const normaliseText = (text: string): string =>
  ` ${replaceNumberWords(text.normalize('NFKC').toLowerCase())
    .replaceAll(/(?<!\w)us\$|[€£]/g, '$')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll('≤', '<=')
    .replaceAll('≥', '>=')
    .replaceAll(/(?<![\p{L}\d])[a-z]{5,12}(?![\p{L}\d])/gu, (word) => nearestOf(factWords, word) ?? word)
    // "under: 200", "under200"
    .replaceAll(/(?<=[a-z]) ?:(?= ?[$\d])/g, ' ')
    .replaceAll(/(?<![a-z])(under|below|over|above|upto)(?=\d)/g, '$1 ')
    .replaceAll(/(?<!\w)upto(?!\w)/g, 'up to')
    // "iphone<200", "64gb" in other scripts, and "1.000" and "199,99" as in other countries.
    .replaceAll(/\s*([<>]=?)\s*/g, ' $1 ')
    .replaceAll(
      /(?<=(?<!\d)(?:16|32|64|128|256|512)) ?(?:гб|гигабайт\p{L}*|জিবি|जीबी|go|giga)(?![\p{L}\d])/gu,
      'gb',
    )
    .replaceAll(/(?<![\d.,])(\d{1,3})\.(\d{3})(?![\d.,])/g, '$1$2')
    // "under 1 000" as in other countries. But "iphone 13 500" is a model and a price, and "above 12 256 gb" has a size.
    .replaceAll(
      /(?<=(?:under|below|over|above|than|max|up to|\$|[<>]=?|bis|unter|(?:moins|menos|plus|m[aá]s) de|jusqu.?[aà]|до) ?)(\d{1,2}) (?!(?:128|256|512)(?!\d))(\d{3})(?![\w.,])/g,
      '$1$2',
    )
    .replaceAll(/(?<![\d.,])(\d{1,5}),(\d{2})(?=\s?(?:\$|eur))/g, '$1.$2')} `;

/** Words that state facts. Their spelling is corrected here, because facts are read before all other words are corrected. */
const factWords = 'under below between unlocked condition battery verified cheapest'.split(' ');

type Phrases<Value> = readonly (readonly [phrase: RegExp, value: Value])[];

/** Facts without a filter, each with the part of it that stays in the query. */
const unfilteredFacts: readonly (readonly [fact: RegExp, replacement: string])[] = [
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
  rest: unfilteredFacts.reduce((rest, [fact, replacement]) => rest.replaceAll(fact, replacement), text),
  values: unfilteredFacts.flatMap(([fact]) => text.match(fact) ?? []),
});

/** The values of the phrases in the text. Each phrase is removed before the next is read: "not locked" is not also "locked". */
function readPhrases<Value>(text: string, phrases: Phrases<Value>): { rest: string; values: Value[] } {
  const values = new Set<Value>();
  let rest = text;
  for (const [phrase, value] of phrases) {
    if (rest.search(phrase) >= 0) values.add(value);
    rest = rest.replaceAll(phrase, ` ${placeholder} `);
  }
  return { rest, values: [...values] };
}

/** Replaces phrases that would be misread word by word: "anything but samsung" by "not samsung", "se 2nd gen" by "se 2020". */
const rewritePhrases = (text: string): string =>
  rewrites.reduce((rewritten, [phrase, replacement]) => rewritten.replaceAll(phrase, replacement), text);

const modelAdditions = '(?: (?:pro|max|plus|mini|ultra|lite|fe))*';
const modelNumber = String.raw`(?:[a-z]\d{1,3}|\d{1,2}[a-z]?|x[rs]?|se)`;

const rewrites: readonly (readonly [phrase: RegExp, replacement: string])[] = [
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
  // "iphone 13-ish" states no price.
  [/(?<=(?<![\w$.])[1-3]?\d)[ -]?ish(?!\w)/g, ''],
  [/(?<!\w)fair (?=(?:price|deal)s?(?!\w))/g, ' '],
  [/(?<!\w)100 ?% (?=working|functional|original|genuine|authentic)/g, ' '],
  [/^ (?:\d|a couple of) (?=(?:i|smart|mobile )?(?:phones|mobiles)(?!\w))/g, ' '],
  [/(?<!\w)(face|touch) id(?!\w)/g, '$1id'],
  [
    /(?<![\w$])(?:(?:from|between) )?(20[0-2]\d)(?: ?- ?| (?:to|and) )(20[0-2]\d)(?!\w| ?(?:[$€]|usd|dollar|euro))/g,
    '$1 $2',
  ],
  // "released in 2021", "2020 or newer": only the year stays. It is read later, unless it is part of a name.
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
  // A lock by the account of a former owner is no network lock.
  [/(?<!\w)(?:icloud|activation|frp|google)[ -]lock(?:ed)?(?!\w)/g, 'icloud'],
  [/(?<!\w)iphone 10(?![\w.])/g, 'iphone x'],
  [/(?<!\w)(?:ip|iph|iphn) ?(?=(?:[5-9]|1\d)(?: |s|pro|mini|plus))/g, 'iphone '],
  // There is a Nokia 1 Plus.
  [/(?<!\w|nokia |\d\.)1 ?(?:\+|plus)(?!\w)/g, 'oneplus'],
  // The Xperia 1 III is also called "1 mark 3".
  ...['ii', 'iii', 'iv', 'v', 'vi', 'vii'].map(
    (roman, index) =>
      [new RegExp(String.raw`(?<!\w)(?:mark|mk)\.? ?(?:${roman}|${index + 2})(?!\w)`, 'g'), roman] as const,
  ),
  [/(?<!\w)se \(?(?:2nd|second) gen(?:eration)?\b\)?/g, 'se 2020'],
  [/(?<!\w)se \(?(?:3rd|third) gen(?:eration)?\b\)?/g, 'se 2022'],
  // Who the phone is for is no fact of a phone, and "good phone" states no condition.
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
  // "x", "xr" and "se" are too short to be split off a longer word later.
  [/(?<!\w)iphone(x[rs]?|se)(?!\w)/g, 'iphone $1'],
  [/(?<!\w)(?:nyc|new york city)(?!\w)/g, 'new york'],
  [/(?<!\w)at ?& ?t(?!\w)/g, 'att'],
  [/(?<!\w)t-mobile(?!\w)/g, 'tmobile'],
  // "iphone/samsung", "iphone,samsung", "iphone 11/13": it is decided later whether these are one name or several.
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
  // Makers that also sell phones under another name: "xiaomi poco" is a Poco.
  [/(?<!\w)(?:xiaomi (?=poco)|huawei (?=honor)|vivo (?=iqoo)|zte (?=nubia))/g, ' '],
];

/** "not samsung, apple": a comma in the list of exclusions means "or". */
const exclusionList = /(?<!\w)(?:not|no|without|except|excluding) .*/g;
