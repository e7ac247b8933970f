/** Joins alternatives of a query to one term: "samsung s22 or iphone 13", "iphone 12 or 13 in dhaka". */

/** A word of a query, or several words that are matched together. */
export interface Term {
  /** The text search query that a phone must match. */
  readonly tsquery: string;
  /** The words as they are shown: corrected, and "iphone 12 or iphone 13" for alternatives. */
  readonly text: string;
}

/** Words that separate any alternatives. */
const orWords: ReadonlySet<string> = new Set(['or', 'vs', 'versus']);

/** Whether a word may separate alternatives. "And" does so only between names. */
export const isChoiceWord = (word: string): boolean => orWords.has(word) || word === 'and';

interface TermKinds {
  /** Colours, years and network generations. An "or" between them separates no names: "iphone blue or black 13". */
  readonly isFact: (term: Term) => boolean;
  /** Terms that must match. The others are facts or stop words. */
  readonly isSearched: (term: Term) => boolean;
  /** Terms that are part of the name of a maker or a model. */
  readonly isName: (term: Term) => boolean;
}

/**
 * For "samsung s22 or iphone 13", all words of one side must match. For "iphone 12 or 13 pro", only "12" and "13 pro" are
 * alternatives. Words that are not part of a name apply to both sides: "samsung or google in dhaka".
 *
 * @returns the terms that must all match
 */
export function joinChoices(terms: readonly Term[], kinds: TermKinds): Term[] {
  const { isName } = kinds;
  const sides: Term[][] = [[]];
  for (const side of sidesOf(terms, kinds)) {
    const [first] = side;
    const before = sides.at(-1) ?? [];
    const last = before.at(-1);
    if (first === undefined) continue;
    if (last === undefined) before.push(...side);
    else if (isCompleteName(side, isName) && isCompleteName(before, isName) && !isSameSeries(last, first))
      sides.push(side);
    else joinNeighbours(before, side);
  }
  if (sides.length === 1) return sides.flat();
  // One of the alternatives may be in no name, such as the "s11" of "s10 or s11".
  const hasName = (term: Term): boolean => term.text.split(' or ').some((text) => isName({ ...term, text }));
  const names = sides.map((side) => side.filter(hasName));
  return [eitherOf(names), ...sides.flat().filter((term) => !hasName(term))];
}

/** Joins the last word before an "or" and the first word after it, or both numbers with their additions, to one term. */
function joinNeighbours(before: Term[], side: readonly Term[]): void {
  const isNumber = ({ text }: Term): boolean => /\d/.test(text);
  const start = before.findLastIndex((term) => !additions.has(term.text));
  const end = side.findIndex((term, index) => index > 0 && !additions.has(term.text));
  const [number, first] = [before[start], side[0]];
  const areNumbers = number !== undefined && first !== undefined && [number, first].every(isNumber);
  const [from, to] = areNumbers ? [start, end < 0 ? side.length : end] : [before.length - 1, 1];
  before.splice(from, before.length, eitherOf([before.slice(from), side.slice(0, to)]), ...side.slice(to));
}

/** The terms before, between and after the words that separate alternatives. */
function sidesOf(terms: readonly Term[], { isFact, isSearched, isName }: TermKinds): Term[][] {
  const sides: Term[][] = [[]];
  for (const [index, term] of terms.entries()) {
    const areFacts = [terms[index - 1], terms[index + 1]].every((each) => each && isFact(each));
    const following = terms.slice(index + 1).filter((each) => isSearched(each));
    const isOr = orWords.has(term.text) && !(areFacts && !isCompleteName(following, isName));
    // Between names, "and" means "or": no phone has two makers. But a phone may have a charger and a box.
    const isAnd =
      term.text === 'and' && [terms[index - 1], terms[index + 1]].every((each) => each && isName(each));
    if (isOr || isAnd) sides.push([]);
    else if (isSearched(term) && !orWords.has(term.text)) sides.at(-1)?.push(term);
  }
  return sides;
}

/** Whether a side is the name of a phone by itself. "13" and "pro max" are not: they need the name before the "or". */
function isCompleteName(side: readonly Term[], isName: TermKinds['isName']): boolean {
  const [first] = side;
  return first !== undefined && isName(first) && !isAddition(first.text);
}

/** Whether both are of one series, as "s10 or s22": a maker before the first then applies to both. */
const isSameSeries = (last: Term, first: Term): boolean => {
  const series = seriesOf(first.text);
  return series !== undefined && series === seriesOf(last.text);
};

const seriesOf = (text: string): string | undefined => /^([a-z]{1,2})\d/.exec(text)?.[1];

const isAddition = (word: string): boolean => /^\d|^\D{1,2}$/.test(word) || additions.has(word);

const additions: ReadonlySet<string> = new Set('pro max plus mini ultra lite'.split(' '));

const eitherOf = (sides: readonly (readonly Term[])[]): Term => ({
  tsquery: sides.map((side) => side.map(({ tsquery }) => `(${tsquery})`).join(' & ')).join(' | '),
  text: sides.map((side) => side.map(({ text }) => text).join(' ')).join(' or '),
});
