// Cached pages show at once what was sold, booked or removed, with or without scripts.
import { type APIRequestContext, expect } from '@playwright/test';

import { advertise } from '#contract/advertisements.ts';
import { removeBooking } from '#contract/bookings.ts';
import { removeProduct } from '#contract/products.ts';

import { newPerson, newPhone } from './journey.ts';
import { book, pay } from './trade.ts';
import { test } from './test.ts';

/** An advertised phone, and the public pages that show it, each of them cached. */
async function keptPhone(request: APIRequestContext) {
  const seller = await newPerson({ kind: 'Seller' });
  const phone = await newPhone(seller);
  await seller.call(advertise, { body: { uniqId: phone._id } });
  const paths = { home: '/', category: `/category/${phone.categoryId}`, product: `/product/${phone._id}` };
  const keep = async (): Promise<void> => {
    for (const path of Object.values(paths))
      await expect.poll(() => countHits(request, path), { intervals: [50] }).toBeGreaterThan(0);
  };
  const read = async (page: keyof typeof paths) => {
    const reply = await request.get(paths[page]);
    return { status: reply.status(), html: await reply.text() };
  };
  /** Whether the public lists contain the phone now. */
  const listed = async () => ({
    home: (await read('home')).html.includes(phone._id),
    category: (await read('category')).html.includes(phone._id),
  });
  await keep();
  expect(await listed()).toEqual({ home: true, category: true });
  return { seller, phone, keep, read, listed };
}

/**
 * How many answers came from the cache while this one was read a second time. Both reads follow each other at once:
 * each phone that another journey lists meanwhile evicts the page, and may do so every half second.
 */
async function countHits(request: APIRequestContext, path: string): Promise<number> {
  const hits = async (): Promise<number> => {
    const text = await (await request.get('/metrics')).text();
    return Number(/^page_cache_hits_total (\d+)$/m.exec(text)?.[1]);
  };
  await request.get(path);
  const before = await hits();
  const reply = await request.get(path);
  expect(reply.headers()['cache-control']).toContain('s-maxage=1');
  return (await hits()) - before;
}

test('a phone that is booked leaves the cached pages at once, and comes back with its booking', async ({
  request,
}) => {
  const { phone, keep, read, listed } = await keptPhone(request);
  const buyer = await newPerson({ kind: 'Buyer' });
  const id = await book(buyer, phone._id);
  expect(await listed()).toEqual({ home: false, category: false });
  expect((await read('product')).html).toContain('Somebody has booked this phone');
  await keep();
  await buyer.call(removeBooking, { query: { id } });
  expect(await listed()).toEqual({ home: true, category: true });
  expect((await read('product')).html).not.toContain('Somebody has booked this phone');
});

test('a phone that is sold leaves the cached pages at once, and its own page says so', async ({
  request,
}) => {
  const { phone, keep, read, listed } = await keptPhone(request);
  const buyer = await newPerson({ kind: 'Buyer' });
  const id = await book(buyer, phone._id);
  await keep();
  await pay(request, buyer, id);
  expect(await listed()).toEqual({ home: false, category: false });
  const { status, html } = await read('product');
  expect(status).toBe(200);
  expect(html).toContain('This phone has found its next owner');
});

test('a phone that is removed leaves the cached pages at once, and its own page is gone', async ({
  request,
}) => {
  const { seller, phone, read, listed } = await keptPhone(request);
  await seller.call(removeProduct, { params: { _id: phone._id } });
  expect(await listed()).toEqual({ home: false, category: false });
  expect((await read('product')).status).toBe(404);
});
