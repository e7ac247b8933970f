/**
 * "iphone samsung", "iphone 11 13", "in dhaka and sylhet": no phone is of two makers, two models or in two cities, so
 * one or the other is meant.
 */
import { deviceName } from '#db/devices/device.ts';
import { devices } from '#db/devices/devices.ts';
import { isChoiceWord, type Meant } from './join-choices.ts';
import type { Execute } from './limit-time.ts';
import { findNames, findPlaces } from './look-up-words.ts';

const fewOfMaker = 5;
const fewOfName = 18;

/** Puts an "or" between the words of different makers. */
export function separateMakers(meant: readonly Meant[]): Meant[] {
  let before: string | undefined;
  return meant.flatMap((term) => {
    if (isChoiceWord(term.shown)) before = undefined;
    const maker = makerOf(term);
    const isOther = before !== undefined && maker !== undefined && maker !== before;
    before = maker ?? before;
    return isOther ? [or, term] : [term];
  });
}

/** Puts an "or" between numbers that follow each other in the name of no model, and replaces the "and" between places by one. */
export async function separateNumbers(
  execute: Execute,
  meant: readonly Meant[],
  isModelNumber: (term: Meant) => boolean,
): Promise<Meant[]> {
  const pairs = new Map(
    meant.flatMap((term, place) => {
      const before = meant[place - 1];
      const areNumbers = before !== undefined && [before, term].every(isNumber) && isModelNumber(before);
      return areNumbers && isModelNumber(term) ? [[place, `${before.shown} ${term.shown}`] as const] : [];
    }),
  );
  const names = await findNames(execute, [...pairs.values()]);
  const around = meant.flatMap(({ shown }, place) =>
    shown === 'and' ? [meant[place - 1]?.shown ?? '', meant[place + 1]?.shown ?? ''] : [],
  );
  const places = await findPlaces(execute, around);
  const isPlace = (term: Meant | undefined): boolean => term !== undefined && places.has(term.shown);
  return meant.flatMap((term, place) => {
    if (term.shown === 'and' && isPlace(meant[place - 1]) && isPlace(meant[place + 1])) return [or];
    const pair = pairs.get(place);
    return pair === undefined || names.has(pair) ? [term] : [or, term];
  });
}

const isNumber = ({ shown }: Meant): boolean => /^[a-z]{0,2}\d{1,3}[a-z]?$/.test(shown);

const or: Meant = { query: '', shown: 'or' };

function makerOf({ shown }: Meant): string | undefined {
  const makers = shown.split(' ').flatMap((word) => makerWords.get(word) ?? []);
  return new Set(makers).size === 1 ? makers[0] : undefined;
}

/**
 * Words that tell who made a phone: makers, and names that many models of one maker have ("iphone", "galaxy"). Of fewer
 * models a name may be an ordinary word ("find", "hot").
 */
const makerWords: ReadonlyMap<string, string> = collectMakerWords();

function collectMakerWords(): Map<string, string> {
  const named = devices.flatMap((device) => {
    const words = wordsOf(deviceName(device)).filter((word) => /^[a-z]{3,}$/.test(word));
    return [...new Set(words)].map((word) => ({ word, maker: device.maker }));
  });
  return new Map(
    [...Map.groupBy(named, ({ word }) => word)].flatMap(([word, all]) => {
      const maker = all[0]?.maker ?? '';
      const isOfOne = all.every((each) => each.maker === maker);
      const least = wordsOf(maker).join(' ') === word ? fewOfMaker : fewOfName;
      return isOfOne && all.length >= least ? [[word, maker] as const] : [];
    }),
  );
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^a-z0-9]+/);
}

/** Models of the catalogue that fold to half their height. The Zenfone 8 Flip is none: its camera flips. */
const flipQuery = "('flip':A & !'zenfone':A) | 'razr':A | 'pocket':A | 'clamshell'";

/** Phones with buttons instead of a keyboard on the screen, of the makers that are still sold. */
const keypadQuery = `'keypad' | 'doro':A | 'punkt':A | 'siemens':A | 'k750i':A | ('razr':A & 'v3':A) | ('itel':A & 'it':*A)
  | ('blackberry':A & ('bold':A | 'curve':A | 'keyone':A | 'key2':A)) | ('nokia':A & (${'105 106 108 110 125 130 150 210 215 216 220 225 230 235 1100 1110 1200 1208 1280 1600 2610 2660 2690 2700 2720 2730 2780 3100 3110 3210 3310 3410 3510 5300 5310 5710 6020 6100 6230 6300 6310 8110 8210'
    .split(' ')
    .map((number) => `'${number}':A`)
    .join(' | ')}))`;

/** Words that models and makers have under other names, which have weight A in the search document. */
export const wordQueries: ReadonlyMap<string, string> = new Map([
  // Operating systems mean makers: only one of them has its own.
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
