import { aboutTopics } from '#contract/about.ts';
import { listPublicPages } from '#contract/pages.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { products } from '#db/tables/products.ts';
import { listPartStarts, readPart } from './site-map-products.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, openMarket } from '#testing/market.ts';

const publicUrl = 'https://phones.example/a&b';
const written = 'https://phones.example/a&#38;b';

/** For the tests without a phone. */
let empty: Market;
beforeAll(async () => {
  empty = await openMarket({ publicUrl });
});
afterAll(() => empty.close());

async function openSite(phoneCount: number) {
  const market = await freshMarket({ publicUrl });
  const { db } = market.services;
  const phones: string[] = [];
  const seller = await market.person('seller');
  while (phones.length < phoneCount) phones.push(await market.phone(seller));
  return { db, phones, seller, get: getterOf(market) };
}

const getterOf =
  ({ address }: Market) =>
  async (path: string) => {
    const response = await fetch(address + path);
    const text = await response.text();
    const locs = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc);
    const { headers, status } = response;
    return { status, type: headers.get('content-type'), cache: headers.get('cache-control'), text, locs };
  };

const xml = { status: 200, type: 'application/xml; charset=utf-8', cache: 'public, max-age=3600' };

test('robots may read the public pages, and are told where the site map is', async () => {
  const get = getterOf(empty);
  const { text, ...rest } = await get('/robots.txt');
  expect(rest).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' });
  const rules = text.split('\n').filter((line) => !line.startsWith('Sitemap:'));
  expect(rules.join('|')).toBe('User-agent: *|Disallow: /dashboard|Disallow: /api/|Disallow: /sandbox/||');
  expect(text).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`);
});

test('a site map without a phone has the pages only, and no part beyond the end', async () => {
  const get = getterOf(empty);
  const index = await get('/sitemap.xml');
  expect(index).toMatchObject({ ...xml, locs: [`${written}/sitemaps/pages.xml`] });
  expect(index.text).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">\n/,
  );
  for (const name of ['products-1', 'products-0', 'products-99999', 'products-x', 'products-1.xml', '%00']) {
    expect((await get(`/sitemaps/${name}.xml`)).status).toBe(404);
  }
});

test('the pages are home, blog, what is stored, the pages of text and every category', async () => {
  const get = getterOf(empty);
  const { locs, ...rest } = await get('/sitemaps/pages.xml');
  expect(rest).toMatchObject(xml);
  const about = aboutTopics.map(({ name }) => `/about/${name}`);
  const paths = listPublicPages().flatMap(({ siteMap = [] }) => siteMap);
  expect(paths).toEqual(expect.arrayContaining(['/', '/blog', '/what-we-know', ...about]));
  const still = paths.map((path) => `${written}${path}`);
  expect(new Set(locs.slice(0, still.length))).toEqual(new Set(still));
  expect(locs.length).toBeGreaterThan(50 + still.length);
  const categories = locs.slice(still.length);
  expect(categories.every((loc) => loc?.startsWith(`${written}/category/`))).toBe(true);
});

test('phones for sale stand in the site map with the day of their last change, others do not', async () => {
  const { db, phones, get } = await openSite(3);
  const [first = '', sold = '', last = ''] = phones;
  await writeUnpublished(db).update(products).set({ state: 'sold' }).where(eq(products.id, sold));
  const changedAt = new Date('2026-03-04T05:06:07.890Z');
  await writeUnpublished(db).update(products).set({ updatedAt: changedAt }).where(eq(products.id, last));
  expect((await get('/sitemap.xml')).locs).toEqual([
    `${written}/sitemaps/pages.xml`,
    `${written}/sitemaps/products-1.xml`,
  ]);
  const part = await get('/sitemaps/products-1.xml');
  expect(part).toMatchObject({ ...xml, locs: [`${written}/product/${first}`, `${written}/product/${last}`] });
  expect(part.text).toContain(
    `/product/${last}</loc><lastmod>2026-03-04T05:06:07.890Z</lastmod></url>\n</urlset>\n`,
  );
  expect((await get('/sitemaps/products-2.xml')).status).toBe(404);
});

test('a phone whose seller has changed it has a new time of its last change', async () => {
  const { db, phones, seller, get } = await openSite(1);
  const [id = ''] = phones;
  const listedAt = new Date('2026-03-04T05:06:07.890Z');
  await writeUnpublished(db).update(products).set({ updatedAt: listedAt }).where(eq(products.id, id));
  expect((await seller.patch(`/products/${id}`, { sell: 300 })).status).toBe(200);
  const { text } = await get('/sitemaps/products-1.xml');
  expect(text).toContain(`/product/${id}</loc><lastmod>`);
  expect(text).not.toContain(listedAt.toISOString());
});

test('parts follow each other without a gap or a double', async () => {
  const { db, phones } = await openSite(5);
  const starts = await listPartStarts(db, 2);
  expect(starts).toEqual([phones[0], phones[2], phones[4]]);
  const paths: string[] = [];
  for (const [place, start] of starts.entries()) {
    for await (const batch of readPart(db, { start, end: starts[place + 1] })) {
      paths.push(...batch.map(({ path }) => path));
    }
  }
  expect(paths).toEqual(phones.map((id) => `/product/${id}`));
});
