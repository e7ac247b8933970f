/**
 * Understands the words of a query: corrects spelling mistakes, joins and splits words, completes the last word, and
 * finds colours, alternatives and exclusions.
 */
import { type Colour, colours, networkLocks } from '#contract/phone-words.ts';
import { conditions } from '#contract/products.ts';
import { namesOfCity } from '#server/cities/service.ts';
import { lexeme } from './build-condition.ts';
import { colourOf } from './colour-words.ts';
import { distanceToKnown } from './compare-spelling.ts';
import { isChoiceWord, joinChoices, type Term } from './join-choices.ts';
import type { Execute } from './limit-time.ts';
import {
  findCompletions,
  findKnown,
  findNames,
  findSimilar,
  findUsed,
  type SimilarWord,
} from './look-up-words.ts';
import { namedLexeme, separateMakers, separateNumbers, wordQueries } from './separate-makers.ts';
import { type Part, splitWords, wordsWithTail, wordsToLookUp } from './split-words.ts';
import { isStopWord } from './stop-words.ts';
import { isNegation, readExclusions } from './read-exclusions.ts';

/** A term that a phone must match. */
export interface SearchTerm extends Term {
  /** Whether it is part of the name of a maker or model. If nothing is found, other terms are dropped first. */
  readonly isName: boolean;
}

export interface UnderstoodWords {
  /** All terms but colours, years, network generations and stop words. Exclusions are terms, too: "not samsung". */
  readonly terms: readonly SearchTerm[];
  /** The names and colours of the exclusions: "samsung" of "not samsung". */
  readonly excluded: readonly string[];
  /** Negated words that are neither names nor colours: "without box". */
  readonly ignored: readonly string[];
  readonly colours: readonly Colour[];
  /** "5g", unless it is part of a name. It is no term, because most sellers do not write it. */
  readonly generations: readonly string[];
  /** "2022", unless it is part of a name. There is no filter for years. */
  readonly years: readonly string[];
  /** The corrected query, if that differs from the typed one. */
  readonly correctedTo: string | undefined;
}

/** How many words are read. A phone that matches sixteen words most probably matches the others, too. */
const maxWords = 16;

/** Words that the facts of a phone add to its search document (migration 0001). */
const factWords: ReadonlySet<string> = new Set([
  // Only from names such as "New York": any other "new" was read as a condition.
  'new',
  ...colours,
  ...networkLocks,
  ...conditions.flatMap((condition) => condition.toLowerCase().split(' ')),
]);

/** Whether a word has a meaning although the catalogue does not contain it. */
const isKnownWord = (word: string): boolean =>
  factWords.has(word) ||
  colourOf(word) !== undefined ||
  featureWords.has(word) ||
  isGenerationWord(word) ||
  wordQueries.has(word) ||
  isStopWord(word) ||
  isNegation(word) ||
  word === 'nor' ||
  namesOfCity(word) !== undefined;

/** @param q normalised */
export async function understandWords(execute: Execute, q: string): Promise<UnderstoodWords> {
  const words = firstWords(removeRepeated(q.split(' ').filter((word) => word !== '')));
  if (words.length === 0) return noWords;
  const names = await findKnown(execute, wordsToLookUp(words));
  const known = new Set(names);
  for (const word of words) if (isKnownWord(word)) known.add(word);
  for (const word of await findSellerWords(execute, words, known)) known.add(word);
  const parts = splitWords(words, { known, isMisspelt: await findMisspelt(execute, words, known) });
  const terms = await correctParts(execute, parts, words.at(-1) ?? '');
  const correctedQuery = terms.map(({ text }) => text).join(' ');
  const isColour = await findColours(execute, terms);
  const isGeneration = await findGenerations(execute, terms);
  // Corrected words may be in names, too.
  const corrected = terms.flatMap(({ text }) => text.split(' ')).filter((word) => !words.includes(word));
  for (const word of await findKnown(execute, corrected)) names.add(word);
  const isName = ({ text }: Term): boolean => text.split(/ or | /).every((word) => names.has(word));
  const isModelNumber = (term: Term): boolean => isName(term) && !isGenerationWord(term.text);
  const { included, excluded, ignored } = readExclusions(
    await separateNumbers(execute, terms, isModelNumber),
    {
      isColour,
      isName,
    },
  );
  const isFact = (term: Term): boolean => isColour(term) || isGeneration(term);
  const isSearched = (term: Term): boolean => !isFact(term) && !isStopWord(term.text);
  return {
    terms: [
      ...joinChoices(separateMakers(included), { isFact, isSearched, isName }).map((term) => ({
        ...term,
        isName: isName(term),
      })),
      ...excluded.map(({ tsquery, text }) => ({ tsquery, text, isName: true })),
    ],
    excluded: excluded.map(({ words: each }) => each),
    ignored,
    colours: [...new Set(included.flatMap((term) => (isColour(term) ? (colourOf(term.text) ?? []) : [])))],
    generations: included.filter(isGeneration).flatMap(({ text }) => (isYear(text) ? [] : text)),
    years: included.filter(isGeneration).flatMap(({ text }) => (isYear(text) ? text : [])),
    correctedTo: correctedQuery === words.join(' ') ? undefined : correctedQuery,
  };
}

const noWords: UnderstoodWords = {
  terms: [],
  excluded: [],
  ignored: [],
  colours: [],
  generations: [],
  years: [],
  correctedTo: undefined,
};

/** The first {@link maxWords} words. Words such as "or" are not counted. */
function firstWords(words: readonly string[]): string[] {
  const indexes = words.flatMap((word, index) => (isChoiceWord(word) ? [] : index));
  return words.slice(0, indexes[maxWords]);
}

/** Removes repeated words, separately on each side of an "or" and after each negation. */
function removeRepeated(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    if (isChoiceWord(word) || isNegation(word)) seen.clear();
    else if (seen.has(word)) return false;
    seen.add(word);
    return true;
  });
}

/** Finds the terms that are colours. "Red" in "Red Magic" is part of a name. */
async function findColours(execute: Execute, terms: readonly Term[]): Promise<(term: Term) => boolean> {
  const pairs = terms.flatMap((term, index) => {
    const next = terms[index + 1];
    if (colourOf(term.text) === undefined || next === undefined) return [];
    return [{ term, name: `${term.text} ${next.text}` }];
  });
  const names = await findNames(
    execute,
    pairs.map(({ name }) => name),
  );
  const inName = new Set(pairs.flatMap(({ term, name }) => (names.has(name) ? [term] : [])));
  return (term) => colourOf(term.text) !== undefined && !inName.has(term);
}

/** Finds the terms that are network generations or years. "5G" in "Galaxy A52 5G" and "2020" in "SE 2020" are part of names. */
async function findGenerations(execute: Execute, terms: readonly Term[]): Promise<(term: Term) => boolean> {
  const candidates = terms.flatMap((term, index) => {
    if (!isGenerationWord(term.text)) return [];
    const before = terms.slice(0, index).findLastIndex(({ text }) => !isGenerationWord(text));
    const words = terms.slice(Math.max(before, 0), index + 1).map(({ text }) => text);
    return [{ term, name: before < 0 ? undefined : words.join(' ') }];
  });
  const names = await findNames(
    execute,
    candidates.flatMap(({ name }) => name ?? []),
  );
  const found = new Set(candidates.flatMap(({ term, name = '' }) => (names.has(name) ? [] : [term])));
  return (term) => found.has(term);
}

const generations: ReadonlySet<string> = new Set(['2g', '3g', '4g', '5g', 'lte', 'volte']);
const isYear = (word: string): boolean => /^20(?:0[5-9]|[12]\d)$/.test(word);
const isGenerationWord = (word: string): boolean => generations.has(word) || isYear(word);

/**
 * Unknown words that a seller has written: they are neither corrected nor split. Shorter words are not looked up,
 * because they occur in many descriptions and are often parts of a separated word ("s 22", "i phone").
 */
async function findSellerWords(
  execute: Execute,
  words: readonly string[],
  known: ReadonlySet<string>,
): Promise<string[]> {
  const unknown = words.filter((word) => !known.has(word) && word.length >= minSellerWordLength);
  const used = await findUsed(execute, unknown.map(lexeme));
  return unknown.filter((word) => used.has(lexeme(word)));
}

const minSellerWordLength = 4;

/**
 * Finds the {@link wordsWithTail} that are at least as similar to a known word as they are without their last letters:
 * "pixle" before "7", but not "galxys" before "22".
 */
async function findMisspelt(execute: Execute, words: readonly string[], known: ReadonlySet<string>) {
  const withTail = wordsWithTail(words, known);
  const similar = await findSimilar(
    execute,
    withTail.flatMap(({ word, rest }) => [word, rest]),
  );
  const distance = (word: string): number =>
    Math.min(
      ...similar.flatMap((each) => (each.word === word ? (distanceToKnown(word, each.known) ?? []) : [])),
    );
  const misspelt = withTail.filter(({ word, rest }) => distance(word) <= distance(rest));
  return (word: string): boolean => misspelt.some((each) => each.word === word);
}

async function correctParts(execute: Execute, parts: readonly Part[], last: string): Promise<Term[]> {
  const uncertain = parts.flatMap(({ isUnknown, words }) => (isUnknown ? words : []));
  const used = await findUsed(execute, uncertain.map(lexeme));
  const unknown = uncertain.filter((word) => !used.has(lexeme(word)));
  const completed = unknown.includes(last) ? await complete(execute, last) : undefined;
  const misspelt = unknown.filter((word) => word !== last || completed === undefined);
  const corrections = await findCorrections(execute, misspelt);
  return parts.flatMap((part): Term[] => {
    const [word = ''] = part.words;
    if (!unknown.includes(word)) return withoutCorrection(part);
    if (word === last && completed !== undefined) return [{ tsquery: completed, text: word }];
    const corrected = mostSimilar(word, corrections) ?? word;
    return [{ tsquery: lexeme(corrected), text: corrected }];
  });
}

/**
 * The known words to which these may be corrected. A word in the names of few models is used only if such a phone is for
 * sale: otherwise, the typed word is more likely to be right than to be a misspelt rare name.
 */
async function findCorrections(execute: Execute, words: readonly string[]): Promise<readonly SimilarWord[]> {
  const similar = await findSimilar(execute, words);
  const rare = similar
    .filter(({ weight }) => weight > 0 && weight < fewModels)
    .map(({ known }) => lexeme(known));
  const sold = await findUsed(execute, [...new Set(rare)]);
  return similar.filter(({ known }) => !rare.includes(lexeme(known)) || sold.has(lexeme(known)));
}

/** A word in the names of fewer models is rare. Places have the weight 0 and are not rare: all of them have phones. */
const fewModels = 3;

/** The text search query for all words with a prefix: known ones, or else words of descriptions; undefined without any. */
async function complete(execute: Execute, prefix: string): Promise<string | undefined> {
  if (prefix.length < 2) return undefined;
  const known = await findCompletions(execute, prefix);
  if (known.length > 0) return known.map(lexeme).join(' | ');
  const tsquery = `${lexeme(prefix)}:*`;
  const isUsed = prefix.length > 3 && (await findUsed(execute, [tsquery])).has(tsquery);
  return isUsed ? tsquery : undefined;
}

function withoutCorrection({ words, joined }: Part): Term[] {
  if (joined === undefined) return words.map((word) => ({ tsquery: wordQuery(word), text: word }));
  // "i" and "phone" must be in a name, because many descriptions contain "i"; "note" and "book" may be anywhere.
  const hasSingleLetter = words.some((word) => word.length === 1);
  const apart = words.map((word) => (hasSingleLetter ? `${lexeme(word)}:A` : namedLexeme(word)));
  const tsquery = `(${apart.join(' & ')}) | ${lexeme(joined)}`;
  return [{ tsquery, text: hasSingleLetter ? joined : words.join(' ') }];
}

/** A city is searched by each of its names, because sellers use different ones. */
const wordQuery = (word: string): string =>
  wordQueries.get(word) ?? (namesOfCity(word) ?? [word]).map(namedLexeme).join(' | ');

/**
 * Words that buyers use and the catalogue does not contain. They are not corrected to similar names of models ("dual" to
 * "Duel").
 */
const featureWords: ReadonlySet<string> = new Set(
  `dual sim esim camera cameras charger charging cable box case cover screen display glass protector battery receipt
  warranty invoice mah mp hz inch mid range level gaming fast wireless waterproof compact small big large slim light curved repaired
  refurbished original accessories people version global international spare thin thick tough strong lower make headphones stylus pen blaster fingerprint faceid touchid att verizon tmobile vodafone`.split(
    /\s+/,
  ),
);

/** The known word with the fewest differences; of several, the one that is in more names. */
function mostSimilar(word: string, similar: readonly SimilarWord[]): string | undefined {
  // A short word, or one with another first letter, is not corrected to a fact: "bay" is not "bad", "range" not "orange".
  const facts = [...factWords]
    .filter((known) => word.length > 3 && known.charAt(0) === word.charAt(0))
    .map((known) => ({ word, known, weight: 1 }));
  const candidates = [...similar, ...facts].flatMap((candidate) => {
    const distance = candidate.word === word ? distanceToKnown(word, candidate.known) : undefined;
    return distance === undefined ? [] : [{ ...candidate, distance }];
  });
  return candidates.toSorted((a, b) => a.distance - b.distance || b.weight - a.weight)[0]?.known;
}
