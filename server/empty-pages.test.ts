// Pages of an installation without any listing.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Market, openMarketWithPages } from '#testing/market.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarketWithPages();
}, 240_000);
afterAll(() => market.close());

async function textOf(path: string): Promise<string> {
  const response = await fetch(market.address + path);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll(/<script.*?<\/script>/gs, '').replaceAll(/<[^>]*>/g, ' ');
}

test('without advertisements home says so', async () => {
  expect(await textOf('/')).toContain('No Advertisement Running');
});

test('an empty category says what belongs there, and leads on', async () => {
  const text = await textOf(`/category/${await market.category()}`);
  expect(text).toMatch(/No \S+ for sale at the moment/);
  expect(text).toContain('See the other categories');
});
