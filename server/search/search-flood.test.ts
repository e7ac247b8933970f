import { expect, test } from 'vitest';

import { SearchQuery } from '#contract/search.ts';
import type { Reply } from '#testing/caller.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, newBooking } from '#testing/market.ts';
import { prepareCards, searchConnections, searchProducts } from './service.ts';

/** Keeps every search waiting, and nothing else, until it is released. */
async function holdSearches({ services: { db } }: Market): Promise<() => Promise<void>> {
  const client = await db.$client.connect();
  await client.query('begin; lock table search_terms, places in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test(
  'while searches flood in people book and begin to pay, and searches too many are refused at once',
  {
    timeout: 120_000,
  },
  async () => {
    const market = await freshMarket({ searchLimitMs: 1000 });
    const [seller, buyer] = [await market.person('seller'), await market.person('buyer')];
    const productId = await market.phone(seller);
    const release = await holdSearches(market);
    const flood = Array.from({ length: 150 }, (_, number) =>
      market.stranger.get(`/search?q=iphone+${number}`),
    );
    expect((await Promise.race(flood)).status).toBe(503);
    // Nothing else waits behind them.
    expect(market.services.db.$client.waitingCount).toBe(0);
    const booked = await buyer.post('/bookedProduct', { productId, ...newBooking });
    expect(booked.status).toBe(200);
    const begun = await buyer.post('/create-payment-intent', { paymentId: booked.body.insertedId });
    expect(begun.status).toBe(200);
    expect((await market.stranger.get(`/products/${productId}`)).body.state).toBe('reserved');

    const answers = await Promise.all(flood);
    await release();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(new Set(codesOf(answers))).toEqual(new Set(['search.busy', 'search.too-slow']));
    for (const { headers } of answers) expect(headers.get('retry-after')).toBe('1');
    // The first searches after the flood are the slowest.
    await expect
      .poll(async () => (await market.stranger.get('/search?q=pixel')).status, { timeout: 30_000 })
      .toBe(200);
  },
);

const codesOf = (answers: readonly Reply[]): string[] => answers.map(({ body }) => body.code);

test('waiting for a connection is part of a search’s time', async () => {
  const market = await freshMarket();
  const { searchDb } = market.services;
  const taken = await Promise.all(
    Array.from({ length: searchConnections }, () => searchDb.$client.connect()),
  );
  const limitMs = 20;
  const begun = performance.now();
  const tools = { cards: prepareCards(true), usesPrepared: true, limitMs };
  const search = searchProducts(searchDb, SearchQuery.parse({ q: 'iphone' }), tools);
  const refusal = expect(search).rejects.toMatchObject({ status: 503 });
  await expect.poll(() => performance.now() - begun).toBeGreaterThan(limitMs);
  for (const client of taken) client.release();
  await refusal;
  expect((await market.stranger.get('/search?q=pixel')).status).toBe(200);
});
