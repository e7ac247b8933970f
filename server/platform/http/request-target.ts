/** Normalises the request target before anything else reads it: afterwards it is always a path of ours. */
import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

import { requestErrors } from '#contract/errors.ts';
import { failWith } from '#server/platform/failure.ts';

const fail = failWith(requestErrors);

/** The path that replaces one that cannot be ours: no page and no call has it. */
const nowhere = '/not-found';

/** Nearly all paths match this and need no further check. */
const ordinary = /^(?:\/(?!\.)[\w.~!$&'()*+,;=:@-]+)*\/?(?:\?[^#]*)?$/;

/** RFC 9112 section 3.2.2: proxies send the whole URL. The host in it is ignored. */
const schemeAndAuthority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i;

/**
 * The path and query of a request, without scheme, authority and fragment.
 *
 * A path that could be interpreted in more than one way is replaced by one that is not found: used as a link, it
 * could name another host (`//evil.example`, `/\evil.example`), and none of our URLs is written like that.
 *
 * @param target as it was sent in the request line
 */
export function readTarget(target: string): string {
  if (target !== '' && ordinary.test(target)) return target;
  const [address = ''] = target.replace(schemeAndAuthority, '').split('#');
  const end = address.indexOf('?');
  const path = (end < 0 ? address : address.slice(0, end)) || '/';
  const query = end < 0 ? '' : address.slice(end);
  if (isCall(path)) return isPlain(path) && decode(path) !== undefined ? path + query : `/api${nowhere}`;
  return isPlain(path) && isPlain(decode(path)) ? path + query : nowhere;
}

/** Whether a URL, or a path, is a call's and not a page's. */
export const isCall = (url: string): boolean => url.startsWith('/api/');

/** The URL without the slash at the end of its path, with its query; undefined if there is no such slash. */
export function withoutTrailingSlash(address: string): string | undefined {
  const end = address.indexOf('?');
  const path = end < 0 ? address : address.slice(0, end);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) + address.slice(path.length) : undefined;
}

/** Whether it can be interpreted in one way only. Parameters of calls may contain anything, paths of pages may not. */
const isPlain = (path: string | undefined): boolean =>
  path !== undefined && path.startsWith('/') && !ambiguous.test(path);

/** Duplicate slashes, backslashes, dots for a folder, and control characters, of which browsers leave some out. */
const ambiguous = /\/\/|\\|\/\.{1,2}(?:\/|$)|[\u0000-\u001f\u007f]/;

/** The decoded path; undefined for an invalid escape. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** For Node's HTTP server, which would otherwise reply to such a request itself, with a 400 without a body. */
export const hostServerOptions = { requireHostHeader: false } as const;

/** RFC 9112 section 3.2: a request of HTTP/1.1 names exactly one host. Undefined if nothing is wrong. */
export function faultOfHost({
  headers,
  httpVersion,
  rawHeaders,
}: IncomingMessage): 'request.without-host' | 'request.several-hosts' | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? 'request.without-host' : undefined;
  // Node uses the first one; a proxy in front may have used another.
  const first = rawHeaders.findIndex(isHost);
  return rawHeaders.some((name, index) => index > first && isHost(name, index))
    ? 'request.several-hosts'
    : undefined;
}

/** A list in which names and values alternate. */
const isHost = (name: string, index: number): boolean =>
  index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host';

/** Refuses requests that do not name one host, as a problem like all others. */
export function refuseWithoutHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const fault = faultOfHost(raw);
    done(fault && fail(fault, { closesConnection: true }));
  });
}
