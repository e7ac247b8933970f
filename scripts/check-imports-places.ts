// The place of a file: its layer, its domain, and whether the import rules apply to it.
import { builtinModules } from 'node:module';
import { posix } from 'node:path';

const layers = ['contract', 'db', 'server', 'web', 'sandbox'] as const;
const freeFolders = ['testing', 'e2e', 'bench', 'scripts'];

export type Place = {
  path: string;
  /** The file's folders and its name without extension. */
  segments: string[];
  layer: (typeof layers)[number] | undefined;
  /** The domain that the file belongs to, if any. */
  domain: string | undefined;
  isTest: boolean;
  /** Tests, tools and configuration may import anything. */
  isFree: boolean;
  /** Independent of domains: `server/platform`, `web/platform`, `web/ui`. */
  isWithoutDomain: boolean;
};

/** The target of an import: one of our files, a Node built-in or a package. */
export type Target = { kind: 'own'; place: Place } | { kind: 'node' | 'package'; name: string };

/** The place of a file, for the domains in their order. */
export function placeOf(path: string, domains: readonly string[]): Place {
  const segments = path.replace(/(\.test|\.spec)?(\.d)?\.[a-z]+$/, '').split('/');
  const [top = '', second = ''] = segments;
  const isTest = /\.test\.tsx?$/.test(path);
  const isConfig = /\.config\.[mc]?[jt]s$/.test(path);
  return {
    path,
    segments,
    layer: layers.find((layer) => layer === top && segments.length > 1),
    domain: domainOf(segments, domains),
    isTest,
    isFree: isTest || isConfig || freeFolders.includes(top),
    isWithoutDomain: ['server/platform', 'web/platform', 'web/ui'].includes(`${top}/${second}`),
  };
}

/**
 * Resolves an import as Node and Vite do with our `#layer/…` names; relative paths to parent folders are resolved as
 * well.
 */
export function targetOf(specifier: string, from: Place, domains: readonly string[]): Target {
  const [bare = ''] = specifier.split('?');
  if (bare.startsWith('#')) return { kind: 'own', place: placeOf(posix.normalize(bare.slice(1)), domains) };
  if (bare.startsWith('.')) {
    return { kind: 'own', place: placeOf(posix.join(posix.dirname(from.path), bare), domains) };
  }
  return { kind: isNodeBuiltin(bare) ? 'node' : 'package', name: bare };
}

/** Lists the domains that a domain may use: those before it. */
export function domainsBefore(domain: string, domains: readonly string[]): readonly string[] {
  return domains.slice(0, domains.indexOf(domain));
}

function domainOf(segments: string[], domains: readonly string[]): string | undefined {
  const [top, second = '', third = ''] = segments;
  if (top === 'contract' && segments.length === 2) return domainAtStart(second, domains);
  if (top === 'db' && second === 'tables') return domainAtStart(third, domains);
  if ((top === 'server' || top === 'web') && segments.length > 2)
    return domains.find((domain) => domain === second);
  return undefined;
}

/** A file beside its domain's main file has its name as prefix: `products-search` belongs to `products`. */
function domainAtStart(name: string, domains: readonly string[]): string | undefined {
  return domains.find((domain) => name === domain || name.startsWith(`${domain}-`));
}

function isNodeBuiltin(name: string): boolean {
  return name.startsWith('node:') || builtinModules.includes(name);
}
