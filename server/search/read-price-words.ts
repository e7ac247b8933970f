/** Reads prices and sort orders: "under 200", "from $400 to $600", "the cheapest". */
import { maxPrice as highestPrice } from '#contract/money.ts';
import type { SearchSort } from '#contract/search.ts';

/** "1,200.50", "1.5k" */
const figure = String.raw`\d[\d,]*(?:\.\d{1,2})?k?`;
const money = String.raw`\$\s?${figure}|(?<!\w)(?:usd|eur|gbp) ${figure}|${figure}\s?(?:\$|dollars?\b|d[oó]lares\b|usd\b|bucks\b|euros?\b|eur\b|pounds?\b|quid\b|gbp\b|долл?ар[а-я]*|евро|ডলার(?:ের|ে)?|डॉलर)`;
/** A number that is not followed by the unit of something else. */
const amount = String.raw`(${money}|(?<![\w.])${figure})(?!\w|\.\d|\s?(?:%|per cent|percent|gb|tb|gigs?|mp|mah|hz|inch|inches|years?|yrs?|months?|days?|kms?|kilomet(?:er|re)s?|miles?)\b)(?!\s?%)`;
const notWithinWord = String.raw`(?<![\p{L}\d_$])(?<!battery )`;

interface Price {
  readonly minPrice?: number;
  readonly maxPrice?: number;
}

type Pattern = readonly [
  pattern: RegExp,
  /** Undefined if the phrase states no price. */
  read: (amounts: readonly number[], phrase: string) => Price | undefined,
];

const isMoney = (phrase: string): boolean =>
  /\$|dollar|d[oó]lares|usd|bucks|euro?s?\b|pound|quid|gbp|price|budget|within|spend|@|доллар|долар|евро/.test(
    phrase,
  );
/** Smaller numbers without a currency are those of models: "from 11 to 13". */
const minBareAmount = 40;

const range: Pattern[1] = ([first = 0, second = 0], phrase) => {
  // "between 300 and 200" is valid in either order, unlike "note 300-200".
  const isEither = /^\s*(?:between|zwischen|entre|tra|fra|między|между)/.test(phrase);
  const [from, to] = isEither && first > second ? [second, first] : [first, second];
  // "iphone 13 - 300" names a model and a price.
  const isRange = to >= minBareAmount && !(from < 20 && to >= 100);
  return from <= to && (isMoney(phrase) || isRange) ? { minPrice: from, maxPrice: to } : undefined;
};
const atMost: Pattern[1] = ([price = 0]) => ({ maxPrice: price });
const atLeast: Pattern[1] = ([price = 0]) => ({ minPrice: price });
/** "max 300", "min 100" */
const minOrMax: Pattern[1] = ([price = 0], phrase) => {
  if (price < minBareAmount && !isMoney(phrase)) return undefined;
  return /^[\s,]*min/.test(phrase) ? { minPrice: price } : { maxPrice: price };
};
/** "300 max"; but "note 12 max" is a name. */
const bareAtMost: Pattern[1] = ([price = 0], phrase) =>
  price >= minBareAmount || isMoney(phrase) ? { maxPrice: price } : undefined;
/** "from 200"; but "from 11" has the number of a model, and "from 2022" a year. */
const bareAtLeast: Pattern[1] = ([price = 0], phrase) =>
  isMoney(phrase) || (price >= minBareAmount && !/ 20[0-3]\d$/.test(phrase))
    ? { minPrice: price }
    : undefined;
const onlyMoney =
  (read: Pattern[1]): Pattern[1] =>
  (amounts, phrase) =>
    isMoney(phrase) ? read(amounts, phrase) : undefined;
/** "around $300" means from a fifth less to a fifth more. */
const about: Pattern[1] = ([middle = 0]) => ({
  minPrice: Math.round(middle * 0.8),
  maxPrice: Math.round(middle * 1.2),
});

const pattern = (words: string, amounts: string): RegExp =>
  new RegExp(`${notWithinWord}(?:${words})${amounts}`, 'gu');

/** In this order. What one pattern has read is not read again by the next. */
const pricePatterns: readonly Pattern[] = [
  [
    pattern(
      String.raw`(?:between|zwischen|entre|tra|fra|między|между)\s+`,
      String.raw`${amount}\s*(?:and|to|-|&|und|et|[yeia]|и)\s*${amount}`,
    ),
    range,
  ],
  [
    pattern(
      String.raw`(?:from|von|van|de|desde|da|od|от)\s+`,
      String.raw`${amount}\s*(?:to|-|until|up to|bis|tot|hasta|a|à|do|до)\s*${amount}`,
    ),
    range,
  ],
  [pattern('', String.raw`${amount}\s*(?:-|to|bis|tot|hasta|do|до)\s*${amount}`), range],
  // Only at the beginning or after a comma: elsewhere "max" is mostly part of a name, as in "pro max 400".
  [new RegExp(String.raw`(?:^|,)\s*(?:max|maximum|min|minimum)\.?\s*${amount}`, 'g'), minOrMax],
  [pattern('(?:no|not) (?:under|below|less th[ae]n|cheaper th[ae]n)', String.raw`\s*${amount}`), atLeast],
  [
    pattern(
      String.raw`under|unde|undr|sub[ -]?|below|less th[ae]n(?: or equal(?: to)?)?|lower than|underneath|not exceeding|cheaper th[ae]n|(?:no|not) (?:over|above|more th[ae]n)|at most|up to|<=?|unter(?:halb)?|(?:weniger|günstiger|billiger) als|m[aá]s barat[oa]s? que|meno caro di|taniej niż|bis(?: zu)?|(?:höch|hoech)stens|max[ií]m(?:al|um|o|e)|(?:por |a )?menos de|por debajo de|en dessous de|hasta|moins (?:de|chers? que)|jusqu.?[aà]|meno di|fino a|sotto i|abaixo de|até|onder|tot|poniżej|до|дешевле|меньше|менее|не дороже`,
      String.raw`\s*${amount}`,
    ),
    atMost,
  ],
  [
    pattern(
      String.raw`(?:max|maximum|price|max\.? price|maximum price|within|(?:max(?:imum)? )?budget(?: of| is)?|spend(?: up to)?|@)\s*:?`,
      String.raw`\s*${amount}`,
    ),
    onlyMoney(atMost),
  ],
  [
    pattern(
      String.raw`over|above|more th[ae]n|at least|starting (?:at|from)|>=?|mindestens|teurer als|plus chers? que|m[aá]s car[oa]s? que|über|ueber|más de|mas de|plus de|più di|mais de|дороже|больше|более`,
      String.raw`\s*${amount}`,
    ),
    atLeast,
  ],
  [
    pattern(String.raw`(?:min|minimum|min\.? price|minimum price)\s*:?`, String.raw`\s*${amount}`),
    onlyMoney(atLeast),
  ],
  [pattern('from|ab|von|desde|vanaf|à partir de|a partir de|от', String.raw`\s*${amount}`), bareAtLeast],
  [pattern('', String.raw`(${money}|[1-9]\d*(?:00|50))\s?\+(?![\p{L}\d])`), atLeast],
  [
    pattern(
      '',
      String.raw`${amount}\s*(?:(?:or|and) (?:less|under|below|cheaper|lower)|max(?:imum)?|tops)(?!\w)`,
    ),
    bareAtMost,
  ],
  [pattern('', String.raw`${amount}\s*(?:(?:or|and) (?:more|above|over|up)|upwards)(?!\w)`), atLeast],
  [
    pattern(
      String.raw`around|about|approx\.?|approximately|roughly|ca\.?|circa|etwa|environ|около|~`,
      String.raw`\s*${amount}`,
    ),
    about,
  ],
  [pattern('', String.raw`(\$?\s?${figure})[ -]?ish(?!\w)`), about],
  [pattern('(?:for )?', `(${money})`), atMost],
  [pattern('', String.raw`${amount}\s*(?:এর\s)?(?:নিচে|মধ্যে|কম|से\s(?:कम|नीचे)|के\s(?:अंदर|नीचे)|तक)`), atMost],
  // Only at the end: elsewhere the number after "for" may be a model.
  [pattern('for ', String.raw`${amount}(?=\s*$)`), bareAtMost],
];

const foreignSign = String.raw`(?:[৳₹¥₽₦₩₺₱]|(?<!\w)(?:rs|inr|bdt|tk|pkr|ngn|jpy)\b\.?)`;
const foreignWord = String.raw`(?:[৳₹¥₽₦₩₺₱]|(?:taka|tk|bdt|rupees?|rs|inr|pkr|naira|ngn|yen|jpy|roubles?|rubles?|pln|kr|kronor|pesos?|lakhs?)\b|z[łl](?!\w)|руб[а-я]*|টাকা(?:র)?|रुप(?:ये|ए|या)|रुपयों)`;
const foreignMoney = new RegExp(
  String.raw`(?<![\p{L}\d_])(?:(?:under|below|less than|up to|max|over|above|around|for|in) )?(?:${foreignSign}\s?${figure}|${figure}\s?${foreignWord})`,
  'gu',
);

/** Reads amounts in currencies other than dollars, euros and pounds, so that 20,000 taka are not read as dollars. */
export function readForeignMoney(text: string): { rest: string; amounts: string[] } {
  return { rest: text.replaceAll(foreignMoney, ' '), amounts: text.match(foreignMoney) ?? [] };
}

interface StatedPrice {
  rest: string;
  minPrice: number | undefined;
  maxPrice: number | undefined;
  /** Both limits as typed, if the lowest is above the highest. They are then ignored. */
  impossible: string[];
}

/** The lowest and the highest price that a text states. Of several, the first is used. */
export function readPrice(text: string): StatedPrice {
  let rest = text;
  const phrases: string[] = [];
  let minPrice: number | undefined;
  let maxPrice: number | undefined;
  for (const [words, read] of pricePatterns) {
    rest = rest.replaceAll(words, (phrase: string, ...groups: unknown[]) => {
      const amounts = groups.flatMap((group) =>
        typeof group === 'string' && group !== text ? numberOf(group) : [],
      );
      const price = read(amounts, phrase);
      if (price === undefined) return phrase;
      phrases.push(phrase.trim());
      minPrice ??= price.minPrice;
      maxPrice ??= price.maxPrice;
      return ' ';
    });
  }
  if (minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice)
    return {
      rest,
      minPrice: undefined,
      maxPrice: undefined,
      impossible: [inOrderOf(text, phrases).join(' ')],
    };
  return {
    rest,
    // Above the highest price that a phone can have, the limit would not be valid.
    minPrice: minPrice === undefined ? undefined : Math.min(minPrice, highestPrice),
    maxPrice: maxPrice !== undefined && maxPrice <= highestPrice ? maxPrice : undefined,
    impossible: [],
  };
}

const inOrderOf = (text: string, phrases: readonly string[]): string[] =>
  phrases.toSorted((a, b) => text.indexOf(a) - text.indexOf(b));

function numberOf(text: string): number[] {
  const [, digits, thousands] = /(\d[\d,]*(?:\.\d{1,2})?)(k?)/.exec(text) ?? [];
  if (digits === undefined) return [];
  return [Number(digits.replaceAll(',', '')) * (thousands === 'k' ? 1000 : 1)];
}

/** Phrases that state a sort order. */
export const sortPhrases: readonly (readonly [phrase: RegExp, sort: SearchSort])[] = [
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
