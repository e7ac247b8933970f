import { expect, test } from 'vitest';

import { SearchQuery } from '#contract/search.ts';
import type { Reply } from '#testing/caller.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, newBooking } from '#testing/market.ts';
import { prepareCards, searchConnections, searchProducts } from './service.ts';

/** Makes every search wait, and nothing else, until the returned function is called. */
async function blockSearches({ services: { db } }: Market): Promise<() => Promise<void>> {
  const client = await db.$client.connect();
  await client.query('begin; lock table search_terms, places in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test(
  'during a flood of searches people can book and begin to pay, and searches beyond the limit are refused at once',
  {
    timeout: 120_000,
  },
  async () => {
    const market = await freshMarket({ searchLimitMs: 1000 });
    const [seller, buyer] = [await market.person('seller'), await market.person('buyer')];
    const productId = await market.phone(seller);
    const release = await blockSearches(market);
    const flood = Array.from({ length: 150 }, (_, number) =>
      market.stranger.get(`/search?q=iphone+${number}`),
    );
    expect((await Promise.race(flood)).status).toBe(503);
    // No other request waits for a connection.
    expect(market.services.db.$client.waitingCount).toBe(0);
    const booked = await buyer.post('/bookedProduct', { productId, ...newBooking });
    expect(booked.status).toBe(200);
    const begun = await buyer.post('/create-payment-intent', { paymentId: booked.body.insertedId });
    expect(begun.status).toBe(200);
    expect((await market.stranger.get(`/products/${productId}`)).body.state).toBe('reserved');

    const replies = await Promise.all(flood);
    await release();
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
    expect(new Set(codesOf(replies))).toEqual(new Set(['search.busy', 'search.too-slow']));
    for (const { headers } of replies) expect(headers.get('retry-after')).toBe('1');
    // The first searches after the flood may still be too slow.
    await expect
      .poll(async () => (await market.stranger.get('/search?q=pixel')).status, { timeout: 30_000 })
      .toBe(200);
  },
);

const codesOf = (replies: readonly Reply[]): string[] => replies.map(({ body }) => body.code);

test('the wait for a connection counts towards the time limit of a search', async () => {
  const market = await freshMarket();
  const { searchDb } = market.services;
  const clients = await Promise.all(
    Array.from({ length: searchConnections }, () => searchDb.$client.connect()),
  );
  const limitMs = 20;
  const begun = performance.now();
  const tools = { cards: prepareCards(true), usesPrepared: true, limitMs };
  const search = searchProducts(searchDb, SearchQuery.parse({ q: 'iphone' }), tools);
  const refusal = expect(search).rejects.toMatchObject({ status: 503 });
  await expect.poll(() => performance.now() - begun).toBeGreaterThan(limitMs);
  for (const client of clients) client.release();
  await refusal;
  expect((await market.stranger.get('/search?q=pixel')).status).toBe(200);
});
