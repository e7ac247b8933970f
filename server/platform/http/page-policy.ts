import { createHash } from 'node:crypto';

import type { Config } from '#server/platform/config.ts';

/** What runs: a script of data is no script to a browser. */
const inlineScript =
  /<script(?![^>]*\s(?:src=|type="application\/(?:ld\+)?json"))[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The Content-Security-Policy of one rendered page: its own files, its own inline scripts by their hashes, and the
 * hosts of the services that are really used.
 *
 * @param html the page, in pieces between which no script is parted
 */
export function pagePolicy(
  html: readonly string[],
  { stripe, google }: Pick<Config, 'stripe' | 'google'>,
): string {
  const scripts = html.flatMap((piece) => [...piece.matchAll(inlineScript)]);
  const hashes = scripts.map(([, source = '']) => `'sha256-${hashOf(source)}'`);
  const stripeHosts = stripe.isSandbox ? [] : ['https://js.stripe.com', 'https://*.js.stripe.com'];
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set(hashes), ...stripeHosts],
    'style-src': ["'self'"],
    // Attributes only: sizes and colours of single elements, which run nothing.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': [
      "'self'",
      'data:',
      'blob:',
      ...(google.isSandbox ? [] : ['https://lh3.googleusercontent.com']),
    ],
    'connect-src': ["'self'", ...(stripe.isSandbox ? [] : ['https://api.stripe.com'])],
    'frame-src': ["'self'", ...stripeHosts, ...(stripe.isSandbox ? [] : ['https://hooks.stripe.com'])],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

const hashOf = (source: string): string => createHash('sha256').update(source).digest('base64');
