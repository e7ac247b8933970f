/** The first look at a request's address: everything behind it may trust that it is a path of ours. */
import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

import { requestErrors } from '#contract/errors.ts';
import { failWith } from '#server/platform/failure.ts';

const fail = failWith(requestErrors);

/** Where an address leads that cannot be one of ours: no page and no call has this name. */
const nowhere = '/not-found';

/** What nearly all addresses look like: nothing about them needs a second look. */
const ordinary = /^(?:\/(?!\.)[\w.~!$&'()*+,;=:@-]+)*\/?(?:\?[^#]*)?$/;

/** RFC 9112 section 3.2.2: proxies send the whole address. Whose name it gives is not for the request to say. */
const schemeAndAuthority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i;

/**
 * The path and query that a request asks for, without scheme, authority and fragment.
 *
 * A path that could be read in more than one way becomes one that is not found: taken as a link, it could name another
 * host (`//evil.example`, `/\evil.example`), and no address of ours is spelt so.
 *
 * @param target as it stands in the request line
 */
export function readTarget(target: string): string {
  if (target !== '' && ordinary.test(target)) return target;
  const [address = ''] = target.replace(schemeAndAuthority, '').split('#');
  const end = address.indexOf('?');
  const path = (end < 0 ? address : address.slice(0, end)) || '/';
  const query = end < 0 ? '' : address.slice(end);
  if (path.startsWith('/api/'))
    return isPlain(path) && decode(path) !== undefined ? path + query : `/api${nowhere}`;
  return isPlain(path) && isPlain(decode(path)) ? path + query : nowhere;
}

/** The address without the slash at its end, its query kept; undefined where there is none. */
export function withoutTrailingSlash(address: string): string | undefined {
  const end = address.indexOf('?');
  const path = end < 0 ? address : address.slice(0, end);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) + address.slice(path.length) : undefined;
}

/** Whether it can be read in one way only. A call's parameters may hold anything, a page's path may not. */
const isPlain = (path: string | undefined): boolean =>
  path !== undefined && path.startsWith('/') && !ambiguous.test(path);

/** Duplicate slashes, backslashes, dots for a folder, and control characters, of which browsers leave some out. */
const ambiguous = /\/\/|\\|\/\.{1,2}(?:\/|$)|[\u0000-\u001f\u007f]/;

/** What an escaped path says; undefined for a broken escape. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** For Node's HTTP server, which would answer such a request itself, with an empty 400. */
export const hostServerOptions = { requireHostHeader: false } as const;

/** RFC 9112 section 3.2: a request of HTTP/1.1 names its host, and none names two. Undefined where nothing is wrong. */
export function faultOfHost({
  headers,
  httpVersion,
  rawHeaders,
}: IncomingMessage): 'request.without-host' | 'request.several-hosts' | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? 'request.without-host' : undefined;
  // Node keeps the first one; a proxy in front may have looked at another.
  const first = rawHeaders.findIndex(isHost);
  return rawHeaders.some((name, index) => index > first && isHost(name, index))
    ? 'request.several-hosts'
    : undefined;
}

/** In a list of names and values by turns. */
const isHost = (name: string, index: number): boolean =>
  index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host';

/** Refuses requests that do not name one host, as a problem like all others. */
export function refuseWithoutHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const fault = faultOfHost(raw);
    done(fault && fail(fault, { closesConnection: true }));
  });
}
