/**
 * What the words of a query mean: spelling mistakes are corrected, separated words joined, the last word completed,
 * and colours found.
 */
import { type Colour, colours, networkLocks } from '#contract/phone-words.ts';
import { conditions } from '#contract/products.ts';
import { namesOfCity } from '#server/cities/service.ts';
import { lexeme } from './build-condition.ts';
import { colourOf } from './colour-words.ts';
import { distanceToKnown } from './compare-spelling.ts';
import { isChoiceWord, joinChoices, type Meant } from './join-choices.ts';
import type { Execute } from './limit-time.ts';
import { findCompletions, findKnown, findNames, findNear, findUsed, type NearWord } from './look-up-words.ts';
import { separateMakers, separateNumbers, wordQueries } from './separate-makers.ts';
import { type Part, splitWords, wordsWithTail, wordsToKnow } from './split-words.ts';
import { isEmptyWord } from './empty-words.ts';
import { isNegation, takeUnwanted } from './take-unwanted.ts';

export interface Term extends Meant {
  /** Whether the name of a maker or model contains it: if nothing is found, other words are dropped first. */
  readonly isName: boolean;
}

export interface Understood {
  /** The words that must match: all that were understood, without colours and words without meaning. */
  readonly terms: readonly Term[];
  /** Names and colours that must not match, each of which is a term as well: "samsung" of "not samsung". */
  readonly without: readonly string[];
  /** Negated words that are neither names nor colours: "without box". */
  readonly leftOut: readonly string[];
  readonly colours: readonly Colour[];
  /** "5g", if it is not part of a name: some sellers write it, most do not. */
  readonly generations: readonly string[];
  /** "2022", if it is not part of a name: there is no filter for years. */
  readonly years: readonly string[];
  /** All words as they were understood, if that differs from what was typed. */
  readonly correctedTo: string | undefined;
}

/** How many words are read: a phone that matches sixteen is most probably the one that is meant. */
const mostWords = 16;

/** Words that the facts of a phone add to its document (migration 0001). */
const factWords: ReadonlySet<string> = new Set([
  // For "New York": outside of such names it was read as a condition.
  'new',
  ...colours,
  ...networkLocks,
  ...conditions.flatMap((condition) => condition.toLowerCase().split(' ')),
]);

/** Whether a word has a meaning although no model's name contains it. */
const isKnownWord = (word: string): boolean =>
  factWords.has(word) ||
  colourOf(word) !== undefined ||
  featureWords.has(word) ||
  isGenerationWord(word) ||
  wordQueries.has(word) ||
  isEmptyWord(word) ||
  isNegation(word) ||
  word === 'nor' ||
  namesOfCity(word) !== undefined;

/** @param q normalised */
export async function understandWords(execute: Execute, q: string): Promise<Understood> {
  const words = firstWords(eachOnce(q.split(' ').filter((word) => word !== '')));
  if (words.length === 0) return nothingUnderstood;
  const names = await findKnown(execute, wordsToKnow(words));
  const known = new Set(names);
  for (const word of words) if (isKnownWord(word)) known.add(word);
  for (const word of await findSaid(execute, words, known)) known.add(word);
  const parts = splitWords(words, { known, isWhole: await findWhole(execute, words, known) });
  const meant = await correctParts(execute, parts, words.at(-1) ?? '');
  const text = meant.map(({ shown }) => shown).join(' ');
  const isColour = await findColours(execute, meant);
  const isGeneration = await findGenerations(execute, meant);
  // Corrected words are names as well.
  const corrected = meant.flatMap(({ shown }) => shown.split(' ')).filter((word) => !words.includes(word));
  for (const word of await findKnown(execute, corrected)) names.add(word);
  const isName = ({ shown }: Meant): boolean => shown.split(/ or | /).every((word) => names.has(word));
  const isModelNumber = (term: Meant): boolean => isName(term) && !isGenerationWord(term.shown);
  const { wanted, unwanted, leftOut } = takeUnwanted(await separateNumbers(execute, meant, isModelNumber), {
    isColour,
    isName,
  });
  const isFact = (term: Meant): boolean => isColour(term) || isGeneration(term);
  const isSearched = (term: Meant): boolean => !isFact(term) && !isEmptyWord(term.shown);
  return {
    terms: [
      ...joinChoices(separateMakers(wanted), { isFact, isSearched, isName }).map((term) => ({
        ...term,
        isName: isName(term),
      })),
      ...unwanted.map(({ query, shown }) => ({ query, shown, isName: true })),
    ],
    without: unwanted.map(({ words: each }) => each),
    leftOut,
    colours: [...new Set(wanted.flatMap((term) => (isColour(term) ? (colourOf(term.shown) ?? []) : [])))],
    generations: wanted.filter(isGeneration).flatMap(({ shown }) => (isYear(shown) ? [] : shown)),
    years: wanted.filter(isGeneration).flatMap(({ shown }) => (isYear(shown) ? shown : [])),
    correctedTo: text === words.join(' ') ? undefined : text,
  };
}

const nothingUnderstood: Understood = {
  terms: [],
  without: [],
  leftOut: [],
  colours: [],
  generations: [],
  years: [],
  correctedTo: undefined,
};

/** As many as are read; an "or" counts as none. */
function firstWords(words: readonly string[]): string[] {
  const places = words.flatMap((word, place) => (isChoiceWord(word) ? [] : place));
  return words.slice(0, places[mostWords]);
}

/** Each word once on each side of an "or". */
function eachOnce(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    if (isChoiceWord(word) || isNegation(word)) seen.clear();
    else if (seen.has(word)) return false;
    seen.add(word);
    return true;
  });
}

/** Which of the terms are colours. "Red" in "Red Magic" is part of a name. */
async function findColours(execute: Execute, meant: readonly Meant[]): Promise<(term: Meant) => boolean> {
  const pairs = meant.flatMap((term, place) => {
    const next = meant[place + 1];
    if (colourOf(term.shown) === undefined || next === undefined) return [];
    return [{ term, name: `${term.shown} ${next.shown}` }];
  });
  const names = await findNames(
    execute,
    pairs.map(({ name }) => name),
  );
  const inName = new Set(pairs.flatMap(({ term, name }) => (names.has(name) ? [term] : [])));
  return (term) => colourOf(term.shown) !== undefined && !inName.has(term);
}

/** Which of the terms are network generations or years. "5G" in "Galaxy A52 5G" is part of a name, and "2020" in "SE 2020". */
async function findGenerations(execute: Execute, meant: readonly Meant[]): Promise<(term: Meant) => boolean> {
  const said = meant.flatMap((term, place) => {
    if (!isGenerationWord(term.shown)) return [];
    const before = meant.slice(0, place).findLastIndex(({ shown }) => !isGenerationWord(shown));
    const words = meant.slice(Math.max(before, 0), place + 1).map(({ shown }) => shown);
    return [{ term, name: before < 0 ? undefined : words.join(' ') }];
  });
  const names = await findNames(
    execute,
    said.flatMap(({ name }) => name ?? []),
  );
  const left = new Set(said.flatMap(({ term, name = '' }) => (names.has(name) ? [] : [term])));
  return (term) => left.has(term);
}

const generations: ReadonlySet<string> = new Set(['2g', '3g', '4g', '5g', 'lte', 'volte']);
const isYear = (word: string): boolean => /^20(?:0[5-9]|[12]\d)$/.test(word);
const isGenerationWord = (word: string): boolean => generations.has(word) || isYear(word);

/**
 * Words that the catalogue does not know but some seller has written: they are neither corrected nor split. Shorter
 * ones are often parts of a separated word ("s 22", "i phone") and occur in many descriptions.
 */
async function findSaid(
  execute: Execute,
  words: readonly string[],
  known: ReadonlySet<string>,
): Promise<string[]> {
  const strange = words.filter((word) => !known.has(word) && word.length >= shortestSaid);
  const used = await findUsed(execute, strange.map(lexeme));
  return strange.filter((word) => used.has(lexeme(word)));
}

const shortestSaid = 4;

/** Which of the {@link wordsWithTail} are as near to a known word as what is left of them: "pixle 7", and not "galxys 22". */
async function findWhole(execute: Execute, words: readonly string[], known: ReadonlySet<string>) {
  const torn = wordsWithTail(words, known);
  const near = await findNear(
    execute,
    torn.flatMap(({ word, rest }) => [word, rest]),
  );
  const distance = (word: string): number =>
    Math.min(
      ...near.flatMap((each) => (each.word === word ? (distanceToKnown(word, each.known) ?? []) : [])),
    );
  const whole = torn.filter(({ word, rest }) => distance(word) <= distance(rest));
  return (word: string): boolean => whole.some((each) => each.word === word);
}

async function correctParts(execute: Execute, parts: readonly Part[], last: string): Promise<Meant[]> {
  const open = parts.flatMap(({ isOpen, words }) => (isOpen ? words : []));
  const used = await findUsed(execute, open.map(lexeme));
  const unknown = open.filter((word) => !used.has(lexeme(word)));
  const completed = unknown.includes(last) ? await complete(execute, last) : undefined;
  const misspelt = unknown.filter((word) => word !== last || completed === undefined);
  const near = await findMeant(execute, misspelt);
  return parts.flatMap((part): Meant[] => {
    const [word = ''] = part.words;
    if (!unknown.includes(word)) return asWritten(part);
    if (word === last && completed !== undefined) return [{ query: completed, shown: word }];
    const meant = nearest(word, near) ?? word;
    return [{ query: lexeme(meant), shown: meant }];
  });
}

/**
 * The known words that this one may be. A word in hardly any model's name counts only if such a phone is for sale:
 * otherwise the typed word is more likely to be right than a misspelt rare name.
 */
async function findMeant(execute: Execute, words: readonly string[]): Promise<readonly NearWord[]> {
  const near = await findNear(execute, words);
  const rare = near
    .filter(({ weight }) => weight > 0 && weight < fewModels)
    .map(({ known }) => lexeme(known));
  const sold = await findUsed(execute, [...new Set(rare)]);
  return near.filter(({ known }) => !rare.includes(lexeme(known)) || sold.has(lexeme(known)));
}

/** Places have no weight: all known ones have phones. */
const fewModels = 3;

/**
 * The query of everything that begins like this: known words, or words of descriptions; undefined if there are none.
 */
async function complete(execute: Execute, beginning: string): Promise<string | undefined> {
  if (beginning.length < 2) return undefined;
  const known = await findCompletions(execute, beginning);
  if (known.length > 0) return known.map(lexeme).join(' | ');
  const query = `${lexeme(beginning)}:*`;
  const isUsed = beginning.length > 3 && (await findUsed(execute, [query])).has(query);
  return isUsed ? query : undefined;
}

function asWritten({ words, joined }: Part): Meant[] {
  if (joined === undefined) return words.map((word) => ({ query: wordQuery(word), shown: word }));
  // "i" alone is not meant in "i phone", though many descriptions contain it; "note" and "book" in "note book" may
  // be.
  const isTorn = words.some((word) => word.length === 1);
  const apart = words.map((word) => (isTorn ? `${lexeme(word)}:A` : namedLexeme(word)));
  const query = `(${apart.join(' & ')}) | ${lexeme(joined)}`;
  return [{ query, shown: isTorn ? joined : words.join(' ') }];
}

/** A city is found by each of its names, because sellers write the one that they use. */
const wordQuery = (word: string): string =>
  wordQueries.get(word) ?? (namesOfCity(word) ?? [word]).map(namedLexeme).join(' | ');

/**
 * A number, or "s22", must be in a name or a place (weights A and B): in a description it counts months or names
 * another phone.
 */
const namedLexeme = (word: string): string =>
  /^(?:\d{1,4}|[a-z]\d{1,3})$/.test(word) ? `${lexeme(word)}:AB` : lexeme(word);

/**
 * Words of buyers that the catalogue does not contain but that are spelt correctly, though a model's name may be
 * similar ("dual", "Duel").
 */
const featureWords: ReadonlySet<string> = new Set(
  `dual sim esim camera cameras charger charging cable box case cover screen display glass protector battery receipt
  warranty invoice mah mp hz inch mid range level gaming fast wireless waterproof compact small big large slim light curved repaired
  refurbished original accessories people version global international spare thin thick tough strong lower make headphones stylus pen blaster fingerprint faceid touchid att verizon tmobile vodafone`.split(
    /\s+/,
  ),
);

/** The known word with the fewest differences; of several the one that more phones have. */
function nearest(word: string, near: readonly NearWord[]): string | undefined {
  // Short words, and those that begin otherwise, are words of their own: "bay", "range".
  const facts = [...factWords]
    .filter((known) => word.length > 3 && known.charAt(0) === word.charAt(0))
    .map((known) => ({ word, known, weight: 1 }));
  const candidates = [...near, ...facts].flatMap((candidate) => {
    const distance = candidate.word === word ? distanceToKnown(word, candidate.known) : undefined;
    return distance === undefined ? [] : [{ ...candidate, distance }];
  });
  return candidates.toSorted((a, b) => a.distance - b.distance || b.weight - a.weight)[0]?.known;
}
