/** Compares the spelling of two words, by their letters and by their sound. */

/** The number of differences to a known word; undefined if there are too many, or if the digits differ. */
export function distanceToKnown(word: string, known: string): number | undefined {
  if (digitsOf(word) !== digitsOf(known)) return undefined;
  const bySound = spellingDistance(soundOf(word), soundOf(known)) + 0.25;
  const distance = Math.min(spellingDistance(word, known), bySound);
  // A long word may have a short sound: "aaaaaaaaaa" is not "bad".
  const allowed = Math.min(maxMistakes(word), maxMistakes(known));
  return distance <= allowed + 0.25 ? distance : undefined;
}

/** The first of these words that differs from `word` by at most one mistake, but not in the first letter. */
export const nearestOf = (words: readonly string[], word: string): string | undefined =>
  words.find((known) => known.charAt(0) === word.charAt(0) && (distanceToKnown(word, known) ?? 2) <= 1);

const digitsOf = (word: string): string => word.replaceAll(/\D/g, '');

/** The number of changes from one word to the other: a letter added, left out or replaced, or two letters swapped. */
function spellingDistance(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const steps = [
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
        ...(isSwapped && row > 1 && column > 1 ? [at(before, column - 2) + 1] : []),
      ];
      current.push(Math.min(...steps));
    }
    before = above;
    above = current;
  }
  return at(above, to.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

const sounds: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/ck|q/g, 'k'],
  [/c(?!h)/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/z/g, 's'],
  [/y|ee/g, 'i'],
  [/oo/g, 'u'],
  [/(.)\1+/g, '$1'],
];

/** A word as it sounds: the same for "iphone" and "ifone". */
const soundOf = (word: string): string =>
  sounds.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word);

/** How many mistakes a word may contain; -1 if it may contain none, because it is short or the number of a model. */
function maxMistakes(word: string): number {
  if (word.length < 3 || (word.length < 5 && /\d/.test(word))) return -1;
  if (word.length < 6) return 1;
  return word.length < 10 ? 2 : 3;
}
