// Where a file stands in the house: its floor, its word, and whether it is bound by the arrows at all.
import { builtinModules } from 'node:module';
import { posix } from 'node:path';

const floors = ['contract', 'db', 'server', 'web', 'sandbox'] as const;
const freeFolders = ['testing', 'e2e', 'bench', 'scripts'];

export type Place = {
  path: string;
  /** The file's folders and its name without extension. */
  segments: string[];
  floor: (typeof floors)[number] | undefined;
  /** The domain word that the file belongs to, if any. */
  word: string | undefined;
  isTest: boolean;
  /** Tests, tools and configuration may import anything. */
  isFree: boolean;
  /** Knows no domain word: `server/platform`, `web/platform`, `web/ui`. */
  isWordless: boolean;
};

/** What an import reaches: a file of ours, a Node built-in or a package. */
export type Target = { kind: 'own'; place: Place } | { kind: 'node' | 'package'; name: string };

/** Tells where a file stands, given the words in order. */
export function placeOf(path: string, words: readonly string[]): Place {
  const segments = path.replace(/(\.test|\.spec)?(\.d)?\.[a-z]+$/, '').split('/');
  const [top = '', second = ''] = segments;
  const isTest = /\.test\.tsx?$/.test(path);
  const isConfig = /\.config\.[mc]?[jt]s$/.test(path);
  return {
    path,
    segments,
    floor: floors.find((floor) => floor === top && segments.length > 1),
    word: wordOf(segments, words),
    isTest,
    isFree: isTest || isConfig || freeFolders.includes(top),
    isWordless: ['server/platform', 'web/platform', 'web/ui'].includes(`${top}/${second}`),
  };
}

/** Resolves an import as Node and Vite do with our `#floor/…` names; climbing paths are resolved as well. */
export function targetOf(specifier: string, from: Place, words: readonly string[]): Target {
  const [bare = ''] = specifier.split('?');
  if (bare.startsWith('#')) return { kind: 'own', place: placeOf(posix.normalize(bare.slice(1)), words) };
  if (bare.startsWith('.')) {
    return { kind: 'own', place: placeOf(posix.join(posix.dirname(from.path), bare), words) };
  }
  return { kind: isNodeBuiltin(bare) ? 'node' : 'package', name: bare };
}

/** Lists the words that a word may use: those before it. */
export function wordsBefore(word: string, words: readonly string[]): readonly string[] {
  return words.slice(0, words.indexOf(word));
}

function wordOf(segments: string[], words: readonly string[]): string | undefined {
  const [top, second = '', third = ''] = segments;
  if (top === 'contract' && segments.length === 2) return wordAtStart(second, words);
  if (top === 'db' && second === 'tables') return wordAtStart(third, words);
  if ((top === 'server' || top === 'web') && segments.length > 2)
    return words.find((word) => word === second);
  return undefined;
}

/** A page that outgrows its word's file is named after it: `products-search` belongs to `products`. */
function wordAtStart(name: string, words: readonly string[]): string | undefined {
  return words.find((word) => name === word || name.startsWith(`${word}-`));
}

function isNodeBuiltin(name: string): boolean {
  return name.startsWith('node:') || builtinModules.includes(name);
}
