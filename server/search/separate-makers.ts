/**
 * Inserts an "or" between names that exclude each other: "iphone samsung", "iphone 11 13", "in dhaka and sylhet". No
 * phone has two makers, two model numbers or two cities.
 */
import { deviceName } from '#db/devices/device.ts';
import { devices } from '#db/devices/devices.ts';
import { lexeme } from './build-condition.ts';
import { isChoiceWord, type Term } from './join-choices.ts';
import type { Execute } from './limit-time.ts';
import { findNames, findPlaces } from './look-up-words.ts';
import { numberWords } from './read-numbers.ts';

/** A word identifies a maker only if this many models have it in their names. */
const minModels = 18;
/** The same for the name of a maker itself. */
const minModelsOfMaker = 5;

/** Inserts an "or" between terms of different makers. */
export function separateMakers(terms: readonly Term[]): Term[] {
  let before: string | undefined;
  return terms.flatMap((term) => {
    if (isChoiceWord(term.text)) before = undefined;
    const maker = makerOf(term);
    const isOther = before !== undefined && maker !== undefined && maker !== before;
    before = maker ?? before;
    return isOther ? [or, term] : [term];
  });
}

/** Inserts an "or" between two numbers that are in no model's name together, and replaces an "and" between places by an "or". */
export async function separateNumbers(
  execute: Execute,
  terms: readonly Term[],
  isModelNumber: (term: Term) => boolean,
): Promise<Term[]> {
  const pairs = new Map(
    terms.flatMap((term, index) => {
      const before = terms[index - 1];
      const areNumbers = before !== undefined && [before, term].every(isNumber) && isModelNumber(before);
      return areNumbers && isModelNumber(term) ? [[index, `${before.text} ${term.text}`] as const] : [];
    }),
  );
  const names = await findNames(execute, [...pairs.values()]);
  const besideAnd = terms.flatMap(({ text }, index) =>
    text === 'and' ? [terms[index - 1]?.text ?? '', terms[index + 1]?.text ?? ''] : [],
  );
  const places = await findPlaces(execute, besideAnd);
  const isPlace = (term: Term | undefined): boolean => term !== undefined && places.has(term.text);
  return terms.flatMap((term, index) => {
    if (term.text === 'and' && isPlace(terms[index - 1]) && isPlace(terms[index + 1])) return [or];
    const pair = pairs.get(index);
    return pair === undefined || names.has(pair) ? [term] : [or, term];
  });
}

const isNumber = ({ text }: Term): boolean => /^[a-z]{0,2}\d{1,3}[a-z]?$/.test(text);

const or: Term = { tsquery: '', text: 'or' };

function makerOf({ text }: Term): string | undefined {
  const makers = text.split(' ').flatMap((word) => makerWords.get(word) ?? []);
  return new Set(makers).size === 1 ? makers[0] : undefined;
}

/**
 * Words that identify the maker of a phone: names of makers, and words in the names of many models of a single maker
 * ("iphone", "galaxy"). A word in the names of fewer models may be an ordinary word ("find", "hot").
 */
const makerWords: ReadonlyMap<string, string> = collectMakerWords();

function collectMakerWords(): Map<string, string> {
  const makerWordPairs = devices.flatMap((device) => {
    const words = wordsOf(deviceName(device)).filter((word) => /^[a-z]{3,}$/.test(word));
    return [...new Set(words)].map((word) => ({ word, maker: device.maker }));
  });
  return new Map(
    [...Map.groupBy(makerWordPairs, ({ word }) => word)].flatMap(([word, all]) => {
      const maker = all[0]?.maker ?? '';
      const hasOneMaker = all.every((each) => each.maker === maker);
      const minimum = wordsOf(maker).join(' ') === word ? minModelsOfMaker : minModels;
      return hasOneMaker && all.length >= minimum ? [[word, maker] as const] : [];
    }),
  );
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^a-z0-9]+/);
}

/** Models of the catalogue that fold to half their height. On the Zenfone 8 Flip, only the camera flips. */
const flipQuery = "('flip':A & !'zenfone':A) | 'razr':A | 'pocket':A | 'clamshell'";

/** Phones with buttons instead of a keyboard on the screen, of makers that are still sold. */
const keypadQuery = `'keypad' | 'doro':A | 'punkt':A | 'siemens':A | 'k750i':A | ('razr':A & 'v3':A) | ('itel':A & 'it':*A)
  | ('blackberry':A & ('bold':A | 'curve':A | 'keyone':A | 'key2':A)) | ('nokia':A & (${'105 106 108 110 125 130 150 210 215 216 220 225 230 235 1100 1110 1200 1208 1280 1600 2610 2660 2690 2700 2720 2730 2780 3100 3110 3210 3310 3410 3510 5300 5310 5710 6020 6100 6230 6300 6310 8110 8210'
    .split(' ')
    .map((number) => `'${number}':A`)
    .join(' | ')}))`;

/** Words that are in few or no names, with text search queries for what they mean. Names have weight A in the search document. */
export const wordQueries: ReadonlyMap<string, string> = new Map([
  // An operating system means makers: all phones but Apple's have Android.
  ['android', "!'apple':A"],
  ['ios', "'apple':A"],
  ['moto', "'moto' | 'motorola':A"],
  ['flipphone', flipQuery],
  ['clamshell', flipQuery],
  ['keypad', keypadQuery],
  [
    'foldable',
    `${flipQuery} | 'foldable' | 'fold':A | ('oneplus':A & 'open':A) | ('find':A & ('n2':A | 'n3':A | 'n5':A))
    | ('mate':A & 'x3':A) | ('magic':A & ('vs':A | 'v2':A | 'v3':A))`,
  ],
]);

/**
 * A number, or "s22", must be in a name or a place (weights A and B). In a description, it may be a number of months or
 * another phone. "2" may have been typed as "two", so it also finds names with this word.
 */
export function namedLexeme(word: string): string {
  if (!/^(?:\d{1,4}|[a-z]\d{1,3})$/.test(word)) return lexeme(word);
  const inWords = numberWords.get(word);
  return inWords === undefined ? `${lexeme(word)}:AB` : `(${lexeme(word)}:AB | ${lexeme(inWords)}:A)`;
}
