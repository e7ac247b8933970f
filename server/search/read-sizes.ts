/** Reads sizes of storage: "128gb", "64 or 128", "at least 256 GB", "8/128". */
import { storageSizesGb } from '#contract/phone-words.ts';

const unit = String.raw`\s?(gb|gigabytes?|gigs?|g|tb|terabytes?)\b`;

/** "128 or 256gb", "64/128gb" */
const sizeBefore = /(?<![\w.$/])(8|16|32|64|128|256|512)(?=\s?(?:or|and|,|\/)\s?\d+\s?[gt]b\b)/g;

/** Sizes of working memory, in gigabytes. There is no filter for them. */
const workingSize = '(?:1|2|3|4|6|8|10|12|16|18|24)';
const storageSize = '(?:32|64|128|256|512)';
/** "8gb/128gb", "8/128", "128gb 8gb", "8gb ram". Not "iphone 8/128", which is an iPhone 8. */
const workingMemory = new RegExp(
  [
    String.raw`(?<![\w.])(?<!(?:iphone|pixel) )${workingSize}\s?(?:gb|g)?\s?[/+]\s?(?=(?:\d+${unit}|${storageSize}(?![\w.])))`,
    String.raw`(?<![\w.])${workingSize}\s?gb\s(?=${storageSize}\s?gb\b)`,
    String.raw`(?<=(?<![\w.])${storageSize}\s?gb\s)${workingSize}\s?gb\b`,
    String.raw`(?<![\w.])(?:(?:at least|over|more than|min|minimum|up to)\s)?(?:ram\s?\d+\s?gb|\d+\s?gb\s?(?:of\s)?ram)\b`,
  ].join('|'),
  'g',
);

/** "64-256gb", "from 64gb to 256gb" */
const range = new RegExp(
  String.raw`(?<![\w.$])(?:from |between )?(\d+)(?:${unit})?\s?(?:-|to|until|up to)\s?(\d+)${unit}`,
  'g',
);

const limits = [
  'no less than|not less than|at least|minimum|min|from|starting (?:at|from)|>=',
  'over|more than|larger than|bigger than|greater than|above|>',
  'at most|up to|no more than|not more than|<=',
  'under|less than|smaller than|below|<',
].join('|');
const size = new RegExp(
  String.raw`(?<![\w.])(?:(${limits})\.?\s*)?(?<!\w)(\d+)${unit}(?:\s(?:of\s)?(?:storage|memory|rom|internal))*(\+(?!\w)| (?:or|and) (?:more|above|over|up|higher|larger|bigger)\b)?( (?:or|and) (?:less|smaller|below|under)\b)?`,
  'g',
);
/** "gb 128" */
const unitBefore = /(?<!\d ?)\bgb ?(\d+)(?!\d| ?[gt]b\b)/g;

/** "iphone 12 pro max 256", "iphone 13/128": a size without a unit. No phone has one of these numbers in its name. */
const bareSize = /(?<![\w.$-])(?:64|128|256|512)(?![\w.$%-]|\s?%)/g;

/**
 * Reads sizes with which phones were sold; any other number stays a word.
 *
 * @param placeholder replaces each size that was read
 * @returns `workingGb` has the sizes of working memory
 */
export function readSizes(
  text: string,
  placeholder: string,
): { rest: string; values: string[]; workingGb: string[] } {
  const values = new Set<number>();
  const consume = (sizes: readonly number[]): string => {
    for (const each of sizes) values.add(each);
    return ` ${placeholder} `;
  };
  const workingGb = (text.match(workingMemory) ?? []).flatMap((match) => /\d+/.exec(match)?.[0] ?? []);
  const rest = text
    .replaceAll(workingMemory, ' ')
    .replaceAll(range, (match: string, ...[low, lowUnit, high, highUnit]: (string | undefined)[]) => {
      const from = gigabytesOf(low, lowUnit ?? highUnit);
      const to = gigabytesOf(high, highUnit);
      const found = storageSizesGb.filter((each) => each >= from && each <= to);
      return found.length === 0 ? match : consume(found);
    })
    .replaceAll(sizeBefore, '$1gb')
    .replaceAll(unitBefore, '$1gb')
    .replaceAll(size, (match: string, ...groups: (string | undefined)[]) => {
      const [before, digits, unitText, orMore, orLess] = groups;
      const after = orMore === undefined ? orLess && 'at most' : 'at least';
      const limit = after ?? before;
      const gigabytes = gigabytesOf(digits, unitText);
      const found = storageSizesGb.filter((each) => fitsLimit(each, limit, gigabytes));
      return limit === undefined && found.length === 0 ? match : consume(found);
    });
  if (values.size > 0) return { rest, values: [...values].map(String), workingGb };
  const bare = new Set<string>();
  const withoutBareSizes = rest.replaceAll(bareSize, (match) => {
    bare.add(match);
    return ` ${placeholder} `;
  });
  return { rest: withoutBareSizes, values: [...bare], workingGb };
}

const gigabytesOf = (digits: string | undefined, unitText = ''): number => {
  const gigabytes = Number(digits) * (unitText.startsWith('t') ? 1024 : 1);
  return roundSizes[gigabytes] ?? gigabytes;
};

/** Round sizes that people write instead of the exact ones. */
const roundSizes: Readonly<Record<number, number>> = { 500: 512, 1000: 1024, 2000: 2048 };

function fitsLimit(each: number, limit: string | undefined, gigabytes: number): boolean {
  if (limit === undefined) return each === gigabytes;
  if (/^(?:over|more|larger|bigger|greater|above|>$)/.test(limit)) return each > gigabytes;
  if (/^(?:under|less|smaller|below|<$)/.test(limit)) return each < gigabytes;
  return /^(?:at most|up to|no more|not more|<=)/.test(limit) ? each <= gigabytes : each >= gigabytes;
}
