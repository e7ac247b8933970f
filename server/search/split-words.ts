/** Joins and splits words by the words that are known: "i phone", "iphonepro". */

export interface Part {
  /** The words as they are meant, each of which must match. */
  readonly words: readonly string[];
  /** The joined word, if it is known as well as its parts: "s22" for "s 22". */
  readonly joined?: string;
  /** Whether the word is unknown, so that the caller has to correct it. */
  readonly isOpen: boolean;
}

interface Knowledge {
  /** Of the {@link wordsToKnow} those that are known. */
  readonly known: ReadonlySet<string>;
  /** Whether a word of {@link wordsWithTail} is a misspelt one with all of its letters: "pixle 7". */
  readonly isWhole: (word: string) => boolean;
}

/** Unknown words whose last letters may belong to the number after them, each with the rest of the word. */
export const wordsWithTail = (words: readonly string[], known: ReadonlySet<string>) =>
  words.flatMap((word, index) => {
    const next = words[index + 1];
    if (next === undefined || known.has(word)) return [];
    return tailSplits(word, next)
      .filter(([rest, number]) => known.has(number) && !known.has(rest))
      .slice(0, 1)
      .map(([rest]) => ({ word, rest }));
  });

/** All words that {@link splitWords} looks for among the known ones. */
export function wordsToKnow(words: readonly string[]): string[] {
  const joins = words.flatMap((word, index) => {
    const next = words[index + 1];
    return next === undefined ? [] : [word + next, ...tailSplits(word, next).flat()];
  });
  return [...new Set([...words, ...joins, ...words.flatMap(substrings)])];
}

/**
 * Joins "i phone", splits "iphonepro", and moves the letter of "galaxys 22" to where it belongs.
 */
export function splitWords(words: readonly string[], { known, isWhole }: Knowledge): Part[] {
  const parts: Part[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const next = words[index + 1];
    const pair = next === undefined ? undefined : splitPair(word, next, { known, isWhole });
    if (pair !== undefined) index += 1;
    parts.push(...(pair ?? [splitWord(word, known)]));
  }
  return parts;
}

function splitPair(word: string, next: string, { known, isWhole }: Knowledge): Part[] | undefined {
  const joined = word + next;
  if (known.has(joined)) {
    const areKnown = known.has(word) && known.has(next);
    return [areKnown ? { words: [word, next], joined, isOpen: false } : { words: [joined], isOpen: false }];
  }
  if (known.has(word)) return undefined;
  const splits = tailSplits(word, next).filter(([, number]) => known.has(number));
  const [rest, number] = splits.find(([each]) => known.has(each)) ?? (isWhole(word) ? [] : splits[0]) ?? [];
  if (rest === undefined || number === undefined) return undefined;
  return [splitWord(rest, known), { words: [number], isOpen: false }];
}

function splitWord(word: string, known: ReadonlySet<string>): Part {
  if (known.has(word)) return { words: [word], isOpen: false };
  const pieces = splitInto(word, known);
  return pieces === undefined ? { words: [word], isOpen: true } : { words: pieces, isOpen: false };
}

/** "galaxys" before "22" may be "galaxy" before "s22". */
function tailSplits(word: string, next: string): (readonly [rest: string, number: string])[] {
  if (!/^\d/.test(next) || /\d/.test(word)) return [];
  return [1, 2].flatMap((length) =>
    word.length - length < 3 ? [] : [[word.slice(0, -length), word.slice(-length) + next] as const],
  );
}

/** The fewest known words that a word consists of. */
function splitInto(word: string, known: ReadonlySet<string>): string[] | undefined {
  if (word.length < 2 * shortestPiece || word.length > longestSplit) return undefined;
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end += 1) {
    for (let start = 0; start <= end - shortestPiece; start += 1) {
      const before = best[start];
      const piece = word.slice(start, end);
      if (before === undefined || !known.has(piece)) continue;
      const shortest = best[end];
      if (shortest === undefined || before.length + 1 < shortest.length) best[end] = [...before, piece];
    }
  }
  return best[word.length];
}

const shortestPiece = 3;
const longestSplit = 30;

function substrings(word: string): string[] {
  if (word.length < 2 * shortestPiece || word.length > longestSplit) return [];
  const pieces: string[] = [];
  for (let start = 0; start <= word.length - shortestPiece; start += 1)
    for (let end = start + shortestPiece; end <= word.length; end += 1) pieces.push(word.slice(start, end));
  return pieces;
}
