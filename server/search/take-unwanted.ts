/** What somebody does not want: "android not samsung", "iphone 12 except red". */
import { type Colour } from '#contract/phone-words.ts';
import { lexeme } from './build-condition.ts';
import { colourOf } from './colour-words.ts';
import { isChoiceWord, type Meant } from './join-choices.ts';
import { isEmptyWord } from './empty-words.ts';

const negations: ReadonlySet<string> = new Set(['not', 'no', 'non', 'without', 'except', 'excluding']);

export const isNegation = (word: string): boolean => negations.has(word);

export interface Taken {
  /** What is left of the question. */
  readonly wanted: readonly Meant[];
  /** Makers, models and colours that no phone found may have. */
  readonly unwanted: readonly Unwanted[];
  /** Negated words that no phone has as a fact, as they were written: "without box". */
  readonly leftOut: readonly string[];
}

interface Unwanted extends Meant {
  /** Without the "not". */
  readonly words: string;
}

interface Known {
  readonly isColour: (term: Meant) => boolean;
  /** Whether makers or models have it in their names. */
  readonly isName: (term: Meant) => boolean;
}

/** Parts a question into what is wanted and what is not. "not samsung or apple" excludes both. */
export function takeUnwanted(meant: readonly Meant[], known: Known): Taken {
  const wanted: Meant[] = [];
  const unwanted: Unwanted[] = [];
  const leftOut: string[] = [];
  for (let at = 0; at < meant.length; at += 1) {
    const term = meant[at];
    if (term === undefined) break;
    const first = isNegation(term.shown) ? firstOf(meant, at + 1) : undefined;
    if (first === undefined) {
      if (!isNegation(term.shown)) wanted.push(term);
      continue;
    }
    const groups = groupsFrom(meant, first, known);
    unwanted.push(...groups.map((group) => exclusionOf(group, known)));
    const end = groups.length === 0 ? endOfList(meant, first, known) : endOf(meant, first, groups);
    if (groups.length === 0)
      leftOut.push([term, ...meant.slice(first, end + 1)].map(({ shown }) => shown).join(' '));
    at = end;
  }
  return { wanted, unwanted, leftOut };
}

/** The first word after a negation that says something: "not a samsung". */
function firstOf(meant: readonly Meant[], from: number): number | undefined {
  const found = meant.findIndex(({ shown }, place) => place >= from && !isEmptyWord(shown));
  return found < 0 ? undefined : found;
}

/** The names or colours from a word on, with "or", "and" or "nor" between them. */
function groupsFrom(meant: readonly Meant[], first: number, { isColour, isName }: Known): Meant[][] {
  const start = meant[first];
  if (start === undefined) return [];
  const isSame = isColour(start) ? isColour : isName;
  const groups: Meant[][] = [];
  for (let at = first; at < meant.length;) {
    const term = meant[at];
    if (term === undefined || !isSame(term) || isEmptyWord(term.shown)) break;
    const group = isSame === isColour ? [term] : nameFrom(meant, at, isName);
    groups.push(group);
    at += group.length;
    if (!isBetween(meant[at]?.shown)) break;
    at += 1;
  }
  return groups;
}

const isBetween = (word: string | undefined): boolean =>
  word !== undefined && (isChoiceWord(word) || word === 'nor');

/** "galaxy s22", "iphone 12 pro max": a name goes on with numbers and with what makers add to them. */
function nameFrom(meant: readonly Meant[], from: number, isName: Known['isName']): Meant[] {
  const rest = meant.slice(from + 1);
  const end = rest.findIndex((term) => !isName(term) || !isPartOfName(term.shown));
  return meant.slice(from, end < 0 ? meant.length : from + 1 + end);
}

const isPartOfName = (word: string): boolean => /\d/.test(word) || additions.has(word);

const additions: ReadonlySet<string> = new Set('pro max plus mini ultra lite fe note fold flip'.split(' '));

function exclusionOf(group: readonly Meant[], { isColour }: Known): Unwanted {
  const words = group.map(({ shown }) => shown).join(' ');
  const queries = group.map((term) =>
    isColour(term) ? colourQuery(colourOf(words)) : nameQuery(term.shown),
  );
  return { query: `!(${queries.join(' & ')})`, shown: `not ${words}`, words };
}

const colourQuery = (colour: Colour | undefined): string => lexeme(`=colour:${colour}`);

/** Names have weight A: a description may speak of another phone. */
const nameQuery = (shown: string): string =>
  `(${shown
    .split(' ')
    .map((word) => `${lexeme(word)}:A`)
    .join(' & ')})`;

/** Where a list of other words ends: in "without box and charger" nobody asks for a charger. */
function endOfList(meant: readonly Meant[], first: number, { isColour, isName }: Known): number {
  const next = meant[first + 2];
  if (!isBetween(meant[first + 1]?.shown) || next === undefined) return first;
  const isOther = !isColour(next) && !isName(next) && !isEmptyWord(next.shown) && !isNegation(next.shown);
  return isOther ? endOfList(meant, first + 2, { isColour, isName }) : first;
}

/** Where the last word stands that was taken. */
function endOf(meant: readonly Meant[], first: number, groups: readonly (readonly Meant[])[]): number {
  const last = groups.at(-1)?.at(-1);
  return last === undefined ? first : meant.indexOf(last);
}
