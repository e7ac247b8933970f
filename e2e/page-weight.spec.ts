import { gzipSync } from 'node:zlib';

import { type Page, expect, test } from '@playwright/test';

/** What the scripts of a public page may weigh, compressed, in bytes. */
const budget = 135_000;

for (const path of [
  '/',
  '/login',
  '/signup',
  '/blog',
  '/forgot-password',
  '/reset-password',
  '/nowhere',
  '/search?q=iphone',
]) {
  test(`the scripts that ${path} asks for stay within the budget`, async ({ page }) => {
    expect(await weigh(page, path)).toBeLessThanOrEqual(budget);
  });
}

for (const [name, link] of [
  ['a category', 'a[href^="/category/"]'],
  ['a phone', 'a[href^="/product/"]'],
] as const) {
  test(`the scripts that ${name} asks for stay within the budget`, async ({ page }) => {
    await page.goto('/');
    const address = await page.locator(link).first().getAttribute('href');
    expect(await weigh(page, address ?? '')).toBeLessThanOrEqual(budget);
  });
}

test('the answer names the style sheet before the page itself names anything', async ({ page }) => {
  const reply = await page.request.get('/');
  const [, style = 'none'] = /<link rel="stylesheet" href="([^"]+)"/.exec(await reply.text()) ?? [];
  expect(reply.headers()['link']).toBe(`<${style}>; rel=preload; as=style`);
});

/** Everything that the page names before any of it has run; the router preloads what its scripts import. */
async function weigh(page: Page, path: string): Promise<number> {
  const html = await (await page.request.get(path)).text();
  const named = [...html.matchAll(/(?:modulepreload" href=|import |from )"([^"]+\.js)"/g)].map(
    ([, url = '']) => url,
  );
  expect(named.length).toBeGreaterThan(3);
  const scripts = await Promise.all(
    [...new Set(named)].map(async (url) => (await page.request.get(url)).body()),
  );
  return scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
}
