/** Which URLs have the same answer for everybody, and their canonical spelling. */

import { isCall, withoutTrailingSlash } from '#server/platform/http/request-target.ts';

/** A route whose answer is the same for everybody who sends no token. */
export interface PublicAddress {
  /** With parameters as `:name`: `/category/:_id`. */
  readonly path: string;
  /** The parameters that the query may have. A URL with any other is not cached: there could be any number of them. */
  readonly query: readonly string[];
  /** Whether a parameter of the path is well-formed. */
  readonly isParameter: (value: string) => boolean;
  /** How long an answer is cached at most, even if no change of it is published. */
  readonly maxAgeMs: number;
  /** Whether its answer shows data that changes: it is then not cached without a topic. */
  readonly showsTopics: boolean;
}

export interface RequestedAddress {
  /** The canonical spelling: path, and the query in the order of its names. */
  readonly key: string;
  readonly address: PublicAddress;
}

/** Longer URLs are answered, but not cached. */
const maxLength = 1_000;

/** Returns a function that reads URLs. Its result is undefined if the answer must not be cached. */
export function createAddressReader(
  addresses: readonly PublicAddress[],
): (url: string) => RequestedAddress | undefined {
  const known = addresses.map((address) => ({ address, pattern: patternOf(address.path) }));
  return (url) => {
    if (url.length > maxLength) return undefined;
    // Calls ignore a trailing slash; pages redirect to the URL without it.
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
