/** Which addresses are answered alike for everybody, each in one spelling. */

import { withoutTrailingSlash } from '#server/platform/http/request-target.ts';

/** A kind of address whose answer is the same for all who ask without a token. */
export interface PublicAddress {
  /** As routes are written, parameters as `:name`: `/category/:_id`. */
  readonly path: string;
  /** What may stand in the query. An address with anything else is not kept: it could be one of endlessly many. */
  readonly query: readonly string[];
  /** Whether a parameter can be one at all. */
  readonly isParameter: (value: string) => boolean;
  /** How long an answer is kept at most, whatever is heard or not. */
  readonly maxAgeMs: number;
  /** Whether its answer shows what changes: without a single topic it is then not kept. */
  readonly showsTopics: boolean;
}

export interface WantedAddress {
  /** The one spelling: path, and the query in the order of its names. */
  readonly key: string;
  readonly address: PublicAddress;
}

/** Longer ones are answered, but not kept. */
const maxLength = 1_000;

/** Reads addresses. The function answers undefined for what must not be kept. */
export function createAddressReader(
  addresses: readonly PublicAddress[],
): (url: string) => WantedAddress | undefined {
  const known = addresses.map((address) => ({ address, pattern: patternOf(address.path) }));
  return (url) => {
    if (url.length > maxLength) return undefined;
    const [path = '', ...rest] = (isCall(url) ? (withoutTrailingSlash(url) ?? url) : url).split('?');
    for (const { address, pattern } of known) {
      const found = pattern.exec(path);
      if (found === null) continue;
      if (!found.slice(1).every(address.isParameter)) return undefined;
      const query = canonicalQuery(rest.join('?'), address.query);
      return query === undefined ? undefined : { key: path + query, address };
    }
    return undefined;
  };
}

/** Calls answer under both spellings; a page leads to the one without the slash. */
const isCall = (url: string): boolean => url.startsWith('/api/');

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`);

function canonicalQuery(text: string, allowed: readonly string[]): string | undefined {
  if (text === '') return '';
  const parameters = new URLSearchParams(text);
  const names = [...parameters.keys()];
  const isRepeated = new Set(names).size < names.length;
  if (isRepeated || names.some((name) => !allowed.includes(name))) return undefined;
  parameters.sort();
  return `?${parameters.toString()}`;
}
