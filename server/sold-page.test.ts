// The pages of phones that were sold long ago, removed from the site or made cheaper, for people and search engines.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { soldPageDays } from '#contract/phone-words.ts';
import { products } from '#db/tables/products.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { beginPayment, confirmCard, intentOf, report } from '#testing/card-processor.ts';
import { type Market, openMarketWithPages } from '#testing/market.ts';
import { signInAgain } from '#testing/sign-in-again.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarketWithPages();
}, 240_000);
afterAll(() => market.close());

/** A phone that was bought and paid for this many days ago. */
async function soldPhone(daysAgo: number): Promise<string> {
  const [seller, buyer] = await Promise.all([market.person('seller'), market.person('buyer')]);
  const id = await market.phone(seller, { model: 'Communicator' });
  const booking = await market.booking(buyer, id);
  const secret = await beginPayment(buyer, booking);
  await confirmCard(market, secret);
  await report(buyer, booking, intentOf(secret));
  const { db } = market.services;
  await writeUnpublished(db)
    .update(products)
    .set({ updatedAt: new Date(Date.now() - daysAgo * dayMs) })
    .where(eq(products.id, id));
  return id;
}

async function read(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(market.address + path);
  return { status: response.status, text: await response.text() };
}

test('a phone sold a while ago is still a page that may be found', async () => {
  const { status, text } = await read(`/product/${await soldPhone(soldPageDays - 1)}`);
  expect(status).toBe(200);
  expect(text).toContain('This phone has found its next owner');
});

test('the page of a phone sold longer ago is 410 for search engines, and links to similar phones', async () => {
  const sold = await soldPhone(soldPageDays + 1);
  const like = await market.phone(await market.person('seller'));
  const { status, text } = await read(`/product/${sold}`);
  expect(status).toBe(410);
  expect(text).toContain('<h1');
  expect(text).toContain('This phone has found its next owner');
  expect(text).toContain(`href="/product/${like}"`);
  expect(text).toContain('Book Now, Pixel 8 Pro');
  expect(text).not.toContain('Book Now, Communicator');

  const { text: siteMap } = await read('/sitemaps/products-1.xml');
  expect(siteMap).toContain(`/product/${like}<`);
  expect(siteMap).not.toContain(sold);
});

test('the page of a phone that an admin removed says so and is gone, also of a sold one', async () => {
  const admin = await market.person('admin');
  const [sold, live] = [await soldPhone(1), await market.phone(await market.person('seller'))];
  for (const id of [sold, live]) {
    expect((await read(`/product/${id}`)).status).toBe(200);
    await admin.delete(`/products/${id}`);
    const { status, text } = await read(`/product/${id}`);
    expect(status).toBe(410);
    expect(text).toContain('This listing was removed');
    expect(text).not.toContain('/images/');
  }
});

test('a lowered price is shown on card and page beside the former one, and alone in the structured data', async () => {
  const seller = await market.person('seller');
  const id = await market.phone(seller, { sell: 510 });
  market.clock.advance(24 * 60 + 1);
  const { status } = await (await signInAgain(market, seller)).patch(`/products/${id}`, { sell: 480 });
  expect(status).toBe(200);
  const category = await market.category();
  for (const path of [`/product/${id}`, `/category/${category}`]) {
    expect((await read(path)).text).toMatch(/was (?:<!-- -->)?<s>\$510\.00<\/s>/);
  }
  const { text } = await read(`/product/${id}`);
  expect(text).toContain('"price":"480.00"');
  expect(text).not.toContain('"price":"510.00"');
});
