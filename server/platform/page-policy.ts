import { createHash } from 'node:crypto';

import type { Config } from './config.ts';

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The Content-Security-Policy of one rendered page: its own files, its own inline scripts by their hashes, and the
 * hosts of the services that are really used.
 */
export function pagePolicy(html: string, { stripe, google }: Pick<Config, 'stripe' | 'google'>): string {
  const hashes = [...html.matchAll(inlineScript)].map(([, source = '']) => `'sha256-${hashOf(source)}'`);
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
