/** What is to match where a question names several phones: "samsung s22 or iphone 13", "iphone 12 or 13 in dhaka". */

/** One thing that must match: as a query of text search, and as it is shown. */
export interface Meant {
  readonly query: string;
  readonly shown: string;
}

/** Between any words. */
const orWords: ReadonlySet<string> = new Set(['or', 'vs', 'versus']);

/** Whether alternatives may stand on both sides of a word. */
export const isChoiceWord = (word: string): boolean => orWords.has(word) || word === 'and';

interface Words {
  /** Colours and the like, between which "or" parts no names: "iphone blue or black 13". */
  readonly isFact: (term: Meant) => boolean;
  /** Words that must match; the others are a facet, or say nothing. */
  readonly isSearched: (term: Meant) => boolean;
  /** Whether makers or models have it in their names. */
  readonly isName: (term: Meant) => boolean;
}

/**
 * Of "samsung s22 or iphone 13" all words of one side have to match; of "iphone 12 or 13 pro" only the number has
 * another one, with what belongs to it. What is no part of a name goes for both: "samsung or google in dhaka".
 *
 * @returns the terms that must all match
 */
export function joinChoices(meant: readonly Meant[], words: Words): Meant[] {
  const { isName } = words;
  const sides: Meant[][] = [[]];
  for (const side of sidesOf(meant, words)) {
    const [first] = side;
    const before = sides.at(-1) ?? [];
    const last = before.at(-1);
    if (first === undefined) continue;
    if (last === undefined) before.push(...side);
    else if (isWhole(side, isName) && isWhole(before, isName) && !isSameSeries(last, first)) sides.push(side);
    else replaceLast(before, side);
  }
  if (sides.length === 1) return sides.flat();
  // Of "s10 or s11" one may be no model's name.
  const hasName = (term: Meant): boolean =>
    term.shown.split(' or ').some((shown) => isName({ ...term, shown }));
  const names = sides.map((side) => side.filter(hasName));
  return [eitherOf(names), ...sides.flat().filter((term) => !hasName(term))];
}

/** Makes one term of the last word before an "or" and the first word after it, or of both numbers with their additions. */
function replaceLast(before: Meant[], side: readonly Meant[]): void {
  const isNumber = ({ shown }: Meant): boolean => /\d/.test(shown);
  const start = before.findLastIndex((term) => !additions.has(term.shown));
  const end = side.findIndex((term, place) => place > 0 && !additions.has(term.shown));
  const [number, first] = [before[start], side[0]];
  const areNumbers = number !== undefined && first !== undefined && [number, first].every(isNumber);
  const [from, to] = areNumbers ? [start, end < 0 ? side.length : end] : [before.length - 1, 1];
  before.splice(from, before.length, eitherOf([before.slice(from), side.slice(0, to)]), ...side.slice(to));
}

/** What stands before, between and after the words that part alternatives. */
function sidesOf(meant: readonly Meant[], { isFact, isSearched, isName }: Words): Meant[][] {
  const sides: Meant[][] = [[]];
  for (const [place, term] of meant.entries()) {
    const areFacts = [meant[place - 1], meant[place + 1]].every((each) => each && isFact(each));
    const next = meant.slice(place + 1).filter((each) => isSearched(each));
    const isOr = orWords.has(term.shown) && !(areFacts && !isWhole(next, isName));
    // No phone is of two makers; but one may have a charger and a box.
    const isAnd =
      term.shown === 'and' && [meant[place - 1], meant[place + 1]].every((each) => each && isName(each));
    if (isOr || isAnd) sides.push([]);
    else if (isSearched(term) && !orWords.has(term.shown)) sides.at(-1)?.push(term);
  }
  return sides;
}

/** Whether a side names a phone by itself: "pro max" and "13" need the name that stands before them. */
function isWhole(side: readonly Meant[], isName: Words['isName']): boolean {
  const [first] = side;
  return first !== undefined && isName(first) && !isAddition(first.shown);
}

/** "s10 or s22": the maker that stands before the first goes for both. */
const isSameSeries = (last: Meant, first: Meant): boolean => {
  const series = seriesOf(first.shown);
  return series !== undefined && series === seriesOf(last.shown);
};

const seriesOf = (shown: string): string | undefined => /^([a-z]{1,2})\d/.exec(shown)?.[1];

const isAddition = (word: string): boolean => /^\d|^\D{1,2}$/.test(word) || additions.has(word);

const additions: ReadonlySet<string> = new Set('pro max plus mini ultra lite'.split(' '));

const eitherOf = (sides: readonly (readonly Meant[])[]): Meant => ({
  query: sides.map((side) => side.map(({ query }) => `(${query})`).join(' & ')).join(' | '),
  shown: sides.map((side) => side.map(({ shown }) => shown).join(' ')).join(' or '),
});
