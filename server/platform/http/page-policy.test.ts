import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { loadConfig } from '#server/platform/config.ts';
import { findOwnScripts, pagePolicy } from './page-policy.ts';

const demo = loadConfig({});
const real = loadConfig({
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
});

const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** The sources of one directive. */
function sourcesOf(policy: string, directive: string): string[] {
  const found = policy.split('; ').find((each) => each.startsWith(`${directive} `));
  return found?.split(' ').slice(1) ?? [];
}

test('a page’s own inline scripts run, each by its hash, and no others', () => {
  const html = `<head><script nonce="n1">one()</script><script type="module" async nonce="n1">
    two("<b>")</script><script nonce="n1" src="/assets/x.js"></script></head><script nonce="n1">one()</script>
    <script type="application/json" id="x">{"one":"()"}</script><script>injected()</script>
    <script nonce="">injected()</script><script nonce="n2">injected()</script><script src="x"> nonce="n1"</script>`;
  const found = findOwnScripts(`${html}<script nonce="n1">three()</script>`, 'n1');
  const scripts = sourcesOf(pagePolicy(found.hashes, demo), 'script-src');
  expect(scripts).toEqual(["'self'", hashOf('one()'), hashOf('\n    two("<b>")'), hashOf('three()')]);
});

test('a script beyond ASCII gets the hash of its bytes, which is what browsers compare', () => {
  const html = Buffer.from('<p>“€”</p><script nonce="n1">say("“Größe” €")</script>').toString('latin1');
  const found = findOwnScripts(html, 'n1');
  expect(found.hashes).toEqual([hashOf('say("“Größe” €")')]);
  expect(Buffer.from(found.html, 'latin1').toString()).toBe('<p>“€”</p><script>say("“Größe” €")</script>');
});

test('the mark of a page’s own scripts is removed from the answer', () => {
  const { html } = findOwnScripts('<link nonce="n1" href="x"><script nonce="n1">one()</script>', 'n1');
  expect(html).toBe('<link href="x"><script>one()</script>');
});

test('a page without marked scripts may run the site’s own files only', () => {
  const { hashes } = findOwnScripts('<script>one()</script><script nonce="">two()</script>', undefined);
  const policy = pagePolicy(hashes, demo);
  expect(sourcesOf(policy, 'script-src')).toEqual(["'self'"]);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(sourcesOf(policy, 'default-src')).toEqual(["'self'"]);
  expect(sourcesOf(policy, 'object-src')).toEqual(["'none'"]);
  expect(sourcesOf(policy, 'frame-ancestors')).toEqual(["'self'"]);
  expect(sourcesOf(policy, 'base-uri')).toEqual(["'self'"]);
});

test('the hosts of real services are allowed only where their keys are set', () => {
  expect(pagePolicy([], demo)).not.toMatch(/stripe\.com|googleusercontent/);
  const policy = pagePolicy([], real);
  expect(sourcesOf(policy, 'script-src')).toContain('https://js.stripe.com');
  expect(sourcesOf(policy, 'connect-src')).toContain('https://api.stripe.com');
  expect(sourcesOf(policy, 'frame-src')).toContain('https://hooks.stripe.com');
  expect(sourcesOf(policy, 'img-src')).toContain('https://lh3.googleusercontent.com');
});
