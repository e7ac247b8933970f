import { expect } from '@playwright/test';

import { listProducts } from '#contract/products.ts';
import { weighedPages, weighJavaScript } from '#testing/page-weight.ts';

import { apiAs, demo } from './journey.ts';
import { test } from './test.ts';

const noIds = { categoryId: '', productId: '', sellerId: '' };

for (const { name, limit } of weighedPages(noIds)) {
  test(`all JavaScript that the ${name} page loads by itself stays within its budget`, async ({ page }) => {
    const [phone] = await (await apiAs(demo.buyer)).call(listProducts, { query: { limit: 1 } });
    if (phone === undefined) throw new Error('The demo has no phones');
    const ids = { categoryId: phone.categoryId, productId: phone._id, sellerId: phone.sellerId };
    const path = weighedPages(ids).find((one) => one.name === name)?.path ?? '';
    const bytes = await weighJavaScript(page, path);
    // With fewer bytes, the framework would have failed to load.
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(limit);
  });
}

test('the answer names the style sheet before the page itself names anything', async ({ page }) => {
  const reply = await page.request.get('/');
  const [, style = 'none'] = /<link rel="stylesheet" href="([^"]+)"/.exec(await reply.text()) ?? [];
  expect(reply.headers()['link']).toBe(`<${style}>; rel=preload; as=style`);
});
