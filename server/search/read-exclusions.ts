/** Reads exclusions: "android not samsung", "iphone 12 except red". */
import { type Colour } from '#contract/phone-words.ts';
import { lexeme } from './build-condition.ts';
import { colourOf } from './colour-words.ts';
import { isChoiceWord, type Term } from './join-choices.ts';
import { isStopWord } from './stop-words.ts';

const negations: ReadonlySet<string> = new Set(['not', 'no', 'non', 'without', 'except', 'excluding']);

export const isNegation = (word: string): boolean => negations.has(word);

export interface Exclusions {
  /** The terms without those that are negated. */
  readonly included: readonly Term[];
  /** Negated makers, models and colours: no result may match them. */
  readonly excluded: readonly ExcludedTerm[];
  /** Negated words that are neither names nor colours: "without box". */
  readonly ignored: readonly string[];
}

interface ExcludedTerm extends Term {
  /** Without the "not". */
  readonly words: string;
}

interface TermKinds {
  readonly isColour: (term: Term) => boolean;
  /** Whether the term is part of the name of a maker or a model. */
  readonly isName: (term: Term) => boolean;
}

/** Separates the excluded terms from the others. "not samsung or apple" excludes both. */
export function readExclusions(terms: readonly Term[], kinds: TermKinds): Exclusions {
  const included: Term[] = [];
  const excluded: ExcludedTerm[] = [];
  const ignored: string[] = [];
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at];
    if (term === undefined) break;
    const first = isNegation(term.text) ? firstOf(terms, at + 1) : undefined;
    if (first === undefined) {
      if (!isNegation(term.text)) included.push(term);
      continue;
    }
    const groups = groupsFrom(terms, first, kinds);
    excluded.push(...groups.map((group) => exclusionOf(group, kinds)));
    const end = groups.length === 0 ? endOfList(terms, first, kinds) : endOf(terms, first, groups);
    if (groups.length === 0)
      ignored.push([term, ...terms.slice(first, end + 1)].map(({ text }) => text).join(' '));
    at = end;
  }
  return { included, excluded, ignored };
}

/** The first word after a negation that is no stop word: "samsung" in "not a samsung". */
function firstOf(terms: readonly Term[], from: number): number | undefined {
  const found = terms.findIndex(({ text }, index) => index >= from && !isStopWord(text));
  return found < 0 ? undefined : found;
}

/** The names or colours that begin at a word and have "or", "and" or "nor" between them. */
function groupsFrom(terms: readonly Term[], first: number, { isColour, isName }: TermKinds): Term[][] {
  const start = terms[first];
  if (start === undefined) return [];
  const isSame = isColour(start) ? isColour : isName;
  const groups: Term[][] = [];
  for (let at = first; at < terms.length;) {
    const term = terms[at];
    if (term === undefined || !isSame(term) || isStopWord(term.text)) break;
    const group = isSame === isColour ? [term] : nameFrom(terms, at, isName);
    groups.push(group);
    at += group.length;
    if (!isConjunction(terms[at]?.text)) break;
    at += 1;
  }
  return groups;
}

const isConjunction = (word: string | undefined): boolean =>
  word !== undefined && (isChoiceWord(word) || word === 'nor');

/** The name that begins at a word, with its numbers and additions: "galaxy s22", "iphone 12 pro max". */
function nameFrom(terms: readonly Term[], from: number, isName: TermKinds['isName']): Term[] {
  const rest = terms.slice(from + 1);
  const end = rest.findIndex((term) => !isName(term) || !isPartOfName(term.text));
  return terms.slice(from, end < 0 ? terms.length : from + 1 + end);
}

const isPartOfName = (word: string): boolean => /\d/.test(word) || additions.has(word);

const additions: ReadonlySet<string> = new Set('pro max plus mini ultra lite fe note fold flip'.split(' '));

function exclusionOf(group: readonly Term[], { isColour }: TermKinds): ExcludedTerm {
  const words = group.map(({ text }) => text).join(' ');
  const queries = group.map((term) => (isColour(term) ? colourQuery(colourOf(words)) : nameQuery(term.text)));
  return { tsquery: `!(${queries.join(' & ')})`, text: `not ${words}`, words };
}

const colourQuery = (colour: Colour | undefined): string => lexeme(`=colour:${colour}`);

/** Only names have weight A. A description may mention another phone. */
const nameQuery = (text: string): string =>
  `(${text
    .split(' ')
    .map((word) => `${lexeme(word)}:A`)
    .join(' & ')})`;

/** The index of the word with which a list of other negated words ends: "without box and charger" negates both. */
function endOfList(terms: readonly Term[], first: number, { isColour, isName }: TermKinds): number {
  const next = terms[first + 2];
  if (!isConjunction(terms[first + 1]?.text) || next === undefined) return first;
  const isOther = !isColour(next) && !isName(next) && !isStopWord(next.text) && !isNegation(next.text);
  return isOther ? endOfList(terms, first + 2, { isColour, isName }) : first;
}

/** The index of the last word of the groups. */
function endOf(terms: readonly Term[], first: number, groups: readonly (readonly Term[])[]): number {
  const last = groups.at(-1)?.at(-1);
  return last === undefined ? first : terms.indexOf(last);
}
