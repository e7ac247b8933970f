import { createHash } from 'node:crypto';

import type { Config } from '#server/platform/config.ts';

/** A page as it is sent, and what its policy allows of it. */
export interface OwnScripts {
  readonly html: string;
  /** Sources for `script-src`, one for each inline script that the renderer wrote. */
  readonly hashes: readonly string[];
}

/**
 * Finds the inline scripts that the renderer itself wrote, which are those that carry its nonce, and takes the nonce
 * off: pages are cached, and a nonce that everybody gets would prove nothing. A script that got into the page in any
 * other way carries none, so that nothing allows it.
 *
 * @param nonce random for each rendering; undefined for what the renderer did not write
 */
export function findOwnScripts(html: string, nonce: string | undefined): OwnScripts {
  if (nonce === undefined) return { html, hashes: [] };
  const mark = ` nonce="${nonce}"`;
  const ownScript = new RegExp(`<script(?=[^>]*${mark})(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</script>`, 'g');
  const sources = [...html.matchAll(ownScript)].map(([, source = '']) => source);
  return {
    html: html.replaceAll(mark, ''),
    hashes: [...new Set(sources)].map((source) => `'sha256-${hashOf(source)}'`),
  };
}

/**
 * The Content-Security-Policy of one rendered page: its own files, its own inline scripts by their hashes, and the
 * hosts of the services that are really used.
 *
 * @param hashes of {@link findOwnScripts}
 */
export function pagePolicy(
  hashes: readonly string[],
  { stripe, google }: Pick<Config, 'stripe' | 'google'>,
): string {
  const stripeHosts = stripe.isSandbox ? [] : ['https://js.stripe.com', 'https://*.js.stripe.com'];
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes, ...stripeHosts],
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
