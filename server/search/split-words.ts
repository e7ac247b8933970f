/** Joins and splits words with the help of known words: "i phone", "iphonepro". */

/** A part of the query after joining and splitting. */
export interface Part {
  /** Its words, all of which must match. */
  readonly words: readonly string[];
  /** The joined word if both it and its parts are known: "s22" for "s 22". A phone may match either. */
  readonly joined?: string;
  /** Whether the word is unknown and may have to be corrected. */
  readonly isUnknown: boolean;
}

interface Knowledge {
  /** Which of {@link wordsToLookUp} are known. */
  readonly known: ReadonlySet<string>;
  /** Whether a word of {@link wordsWithTail} is misspelt, and all of its letters belong to it: "pixle 7". */
  readonly isMisspelt: (word: string) => boolean;
}

/** Unknown words whose last letters may belong to the number after them, each with its other letters: "galxys 22". */
export const wordsWithTail = (words: readonly string[], known: ReadonlySet<string>) =>
  words.flatMap((word, index) => {
    const next = words[index + 1];
    if (next === undefined || known.has(word)) return [];
    return tailSplits(word, next)
      .filter(([rest, number]) => known.has(number) && !known.has(rest))
      .slice(0, 1)
      .map(([rest]) => ({ word, rest }));
  });

/** All words that {@link splitWords} may need to know. */
export function wordsToLookUp(words: readonly string[]): string[] {
  const joins = words.flatMap((word, index) => {
    const next = words[index + 1];
    return next === undefined ? [] : [word + next, ...tailSplits(word, next).flat()];
  });
  return [...new Set([...words, ...joins, ...words.flatMap(substrings)])];
}

/** Joins "i phone", splits "iphonepro", and changes "galaxys 22" to "galaxy s22". */
export function splitWords(words: readonly string[], { known, isMisspelt }: Knowledge): Part[] {
  const parts: Part[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const next = words[index + 1];
    const pair = next === undefined ? undefined : splitPair(word, next, { known, isMisspelt });
    if (pair !== undefined) index += 1;
    parts.push(...(pair ?? [splitWord(word, known)]));
  }
  return parts;
}

function splitPair(word: string, next: string, { known, isMisspelt }: Knowledge): Part[] | undefined {
  const joined = word + next;
  if (known.has(joined)) {
    const areKnown = known.has(word) && known.has(next);
    return [
      areKnown ? { words: [word, next], joined, isUnknown: false } : { words: [joined], isUnknown: false },
    ];
  }
  if (known.has(word)) return undefined;
  const splits = tailSplits(word, next).filter(([, number]) => known.has(number));
  const [rest, number] =
    splits.find(([each]) => known.has(each)) ?? (isMisspelt(word) ? [] : splits[0]) ?? [];
  if (rest === undefined || number === undefined) return undefined;
  return [splitWord(rest, known), { words: [number], isUnknown: false }];
}

function splitWord(word: string, known: ReadonlySet<string>): Part {
  if (known.has(word)) return { words: [word], isUnknown: false };
  const pieces = splitInto(word, known);
  return pieces === undefined ? { words: [word], isUnknown: true } : { words: pieces, isUnknown: false };
}

/** The ways to move the last letters of a word to the number after it: "galaxy s22" for "galaxys 22". */
function tailSplits(word: string, next: string): (readonly [rest: string, number: string])[] {
  if (!/^\d/.test(next) || /\d/.test(word)) return [];
  return [1, 2].flatMap((length) =>
    word.length - length < 3 ? [] : [[word.slice(0, -length), word.slice(-length) + next] as const],
  );
}

/** Splits a word into as few known words as possible; undefined if that is impossible. */
function splitInto(word: string, known: ReadonlySet<string>): string[] | undefined {
  if (word.length < 2 * minPieceLength || word.length > maxSplitLength) return undefined;
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end += 1) {
    for (let start = 0; start <= end - minPieceLength; start += 1) {
      const before = best[start];
      const piece = word.slice(start, end);
      if (before === undefined || !known.has(piece)) continue;
      const shortest = best[end];
      if (shortest === undefined || before.length + 1 < shortest.length) best[end] = [...before, piece];
    }
  }
  return best[word.length];
}

const minPieceLength = 3;
const maxSplitLength = 30;

function substrings(word: string): string[] {
  if (word.length < 2 * minPieceLength || word.length > maxSplitLength) return [];
  const pieces: string[] = [];
  for (let start = 0; start <= word.length - minPieceLength; start += 1)
    for (let end = start + minPieceLength; end <= word.length; end += 1) pieces.push(word.slice(start, end));
  return pieces;
}
