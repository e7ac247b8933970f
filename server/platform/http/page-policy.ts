import { createHash } from 'node:crypto';

import type { Config } from '#server/platform/config.ts';

/** A page as it is sent, and the sources for its policy. */
export interface OwnScripts {
  readonly html: string;
  /** Sources for `script-src`, one for each inline script that the renderer wrote. */
  readonly hashes: readonly string[];
}

/**
 * Finds the inline scripts that the renderer itself wrote, which carry its nonce, and removes the nonce: pages are
 * cached, and a nonce that everybody gets would protect nothing. A script that got into the page in another way has
 * no nonce and is not allowed.
 *
 * @param html in UTF-8, each byte as one character (Latin-1)
 * @param nonce random for each rendering; undefined for pages that the renderer did not write
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
    // Only for style attributes: sizes and colours of single elements, which cannot run code.
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

const hashOf = (source: string): string => createHash('sha256').update(source, 'latin1').digest('base64');
