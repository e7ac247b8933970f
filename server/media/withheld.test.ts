// The pictures of removed phones and people, by HTTP.
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { hashOfPicture } from '#contract/media.ts';
import { images } from '#db/tables/media.ts';
import { bookings } from '#db/tables/bookings.ts';
import { products } from '#db/tables/products.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { formerProductPictures, productPictures } from '#server/products/service.ts';
import { StorageUnavailable } from '#server/platform/images/image-storage.ts';
import { drawPhoto } from '#testing/draw-photo.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { sweepPictures } from './service.ts';
import { listPicturesForParties } from './show-pictures.ts';
import { withholdPictures } from './withhold-pictures.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  admin = await market.person('admin');
});
afterAll(() => market.close());

async function upload(person: TestPerson, photo: Buffer): Promise<{ url: string; srcset: string }> {
  const form = new FormData();
  form.append('image', new Blob([Uint8Array.from(photo)]), 'phone.jpg');
  return (await person.request('POST', '/images', { body: form })).body.data;
}

const statusOf = async (path: string): Promise<number> => (await fetch(market.address + path)).status;

/** Runs the sweep as if this many days had passed. */
const sweep = (days: number, storage = market.services.storage) =>
  sweepPictures(market.services.db, storage, {
    references: productPictures,
    former: formerProductPictures,
    now: new Date(Date.now() + days * dayMs),
    withheldDays: 30,
  });

/** A phone with its own photo, paid for by a buyer. */
async function soldPhone() {
  const [seller, buyer] = await Promise.all([market.person('seller'), market.person('buyer')]);
  const photo = await drawPhoto();
  const { url, srcset } = await upload(seller, photo);
  const id = await market.phone(seller, { image: url });
  const booking = await market.booking(buyer, id);
  const { db } = market.services;
  await db.update(bookings).set({ state: 'paid' }).where(eq(bookings.id, booking));
  await writeUnpublished(db).update(products).set({ state: 'sold' }).where(eq(products.id, id));
  return {
    seller,
    buyer,
    photo,
    url,
    sizes: srcset.split(', ').map((size) => size.split(' ')[0] ?? ''),
    id,
    booking,
  };
}

test('the pictures of a phone that an admin removes are out of public reach at once, all sizes of them', async () => {
  const { url, sizes, id } = await soldPhone();
  for (const path of [url, ...sizes]) expect(await statusOf(path)).toBe(200);
  await admin.delete(`/products/${id}`);
  for (const path of [url, ...sizes]) expect(await statusOf(path)).toBe(404);
});

test('a storage that is away is waited for once, and the jobs withhold the pictures when it is back', async () => {
  const { db, jobs, storage } = market.services;
  const phones = [await soldPhone(), await soldPhone()];
  const hashes = phones.map(({ url }) => hashOfPicture(url) ?? '');
  const rows = await db.select({ id: images.id }).from(images).where(inArray(images.hash, hashes));
  const read = vi.fn(() => Promise.reject(new StorageUnavailable('The bucket does not answer')));
  const log = { error: vi.fn() };
  const withholding = { db, jobs, storage: { ...storage, read }, log, references: [] };
  const ids = rows.map(({ id }) => id);
  expect(await db.transaction((tx) => withholdPictures(tx, ids, withholding))).toHaveLength(2);
  expect([read.mock.calls.length, log.error.mock.calls.length]).toEqual([1, 1]);
  for (const { url } of phones) await expect.poll(() => statusOf(url), { timeout: 20_000 }).toBe(404);
});

test('the sweep withholds pictures that the job could not withhold', async () => {
  const { buyer, url, sizes } = await soldPhone();
  const { db, storage } = market.services;
  // The state after the removal of the phone if the storage refuses to remove files.
  const hash = hashOfPicture(url) ?? '';
  const isPicture = eq(images.hash, hash);
  const [row] = await db
    .update(images)
    .set({ state: 'withheld', withheldAt: new Date() })
    .where(isPicture)
    .returning();
  const refusing = { ...storage, remove: () => Promise.reject(new Error('AccessDenied')) };
  await expect(sweep(0, refusing)).rejects.toThrow('could not be removed');
  expect(await statusOf(url)).toBe(200);
  await sweep(0);
  for (const path of [url, ...sizes]) expect(await statusOf(path)).toBe(404);
  expect(await buyer.get(`/images/${row?.id}`)).toMatchObject({ status: 200 });
  await sweep(0);
  expect(await buyer.get(`/images/${row?.id}`)).toMatchObject({ status: 200 });
});

test('the order’s parties and admins still reach the picture, and nobody else', async () => {
  const { seller, buyer, url, id, booking } = await soldPhone();
  expect((await buyer.get(`/bookedProduct/${booking}`)).body.image).toBe(url);
  await admin.delete(`/products/${id}`);
  const { image, picture } = (await buyer.get(`/bookedProduct?userEmail=${buyer.email}`)).body[0];
  expect(image).toMatch(/^\/api\/images\//);
  expect(picture).toMatchObject({ srcset: `${image} 640w` });
  // Not under the public addresses that the AVIF files had.
  const [, pictureId = ''] = image.split('/images/');
  await market.services.db
    .update(images)
    .set({ avifWidths: [320] })
    .where(eq(images.id, pictureId));
  const shown = await listPicturesForParties(market.services.db, [pictureId]);
  expect(shown.get(pictureId)).toMatchObject({ url: image, srcset: `${image} 640w` });
  expect(shown.get(pictureId)).not.toHaveProperty('avif');
  const path = image.slice('/api'.length);
  for (const person of [buyer, seller, admin]) {
    const { status, headers } = await person.get(path);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'private, no-store',
    ]);
  }
  for (const kind of ['buyer', 'seller'] as const)
    expect((await (await market.person(kind)).get(path)).status).toBe(404);
  expect((await market.stranger.get(path)).status).toBe(401);
});

test('a booking that ended unpaid has no picture once that of its phone is withheld', async () => {
  const [seller, buyer] = await Promise.all([market.person('seller'), market.person('buyer')]);
  const { url } = await upload(seller, await drawPhoto());
  const id = await market.phone(seller, { image: url });
  const booking = await market.booking(buyer, id);
  expect((await buyer.get(`/bookedProduct/${booking}`)).body.image).toBe(url);
  await seller.delete(`/products/${id}`);
  expect(await statusOf(url)).toBe(404);
  const ended = (await buyer.get(`/bookedProduct/${booking}`)).body;
  expect(ended).toMatchObject({ state: 'cancelled', image: '' });
  expect(ended).not.toHaveProperty('picture');
});

test('a picture that another phone or person has stays public', async () => {
  const { seller, url, id } = await soldPhone();
  const other = await market.phone(seller, { image: await market.picture() });
  const second = await market.phone(seller, { image: url });
  await admin.delete(`/products/${id}`);
  await seller.delete(`/products/${other}`);
  expect(await statusOf(url)).toBe(200);
  await market.person('buyer', { photoUrl: url });
  await seller.delete(`/products/${second}`);
  expect(await statusOf(url)).toBe(200);
});

test('what is listed with a picture while its last phone is removed has it', async () => {
  const { seller, url, id } = await soldPhone();
  const listing = market.phone(seller, { image: url }).catch(() => undefined);
  await admin.delete(`/products/${id}`);
  // Depending on the order, the listing is refused (then the seller uploads the photo again), or the photo is public.
  expect(await statusOf(url)).toBe((await listing) === undefined ? 404 : 200);
});

test('the same picture uploaded again is public again', async () => {
  const { seller, buyer, photo, url, id, booking } = await soldPhone();
  await admin.delete(`/products/${id}`);
  const { db, storage } = market.services;
  const [row] = await db
    .select()
    .from(images)
    .where(eq(images.hash, url.slice('/images/'.length, -'.jpg'.length)));
  const withheld = `withheld-${row?.id}.jpg`;
  expect(await storage.read(withheld)).toBeDefined();
  expect((await upload(seller, photo)).url).toBe(url);
  expect(await statusOf(url)).toBe(200);
  expect(await storage.read(withheld)).toBeUndefined();
  expect((await buyer.get(`/bookedProduct/${booking}`)).body.image).toBe(url);
});

test('a deleted person’s photo and phones are out of public reach, admins see them', async () => {
  const { seller, url } = await soldPhone();
  const photo = await upload(seller, await drawPhoto());
  await seller.patch('/user', { photoURL: photo.url });
  await admin.delete(`/users/${seller.id}`);
  expect([await statusOf(url), await statusOf(photo.url)]).toEqual([404, 404]);
  const [row] = await market.services.db
    .select()
    .from(images)
    .where(eq(images.hash, photo.url.slice('/images/'.length, -'.jpg'.length)));
  expect(row?.state).toBe('withheld');
  expect((await admin.get(`/images/${row?.id}`)).status).toBe(200);
});

test('what is withheld is deleted after its time, and the order stays without it', async () => {
  const { buyer, id, booking, url } = await soldPhone();
  await admin.delete(`/products/${id}`);
  const { image } = (await buyer.get(`/bookedProduct/${booking}`)).body;
  await sweep(29);
  expect((await buyer.get(image.slice('/api'.length))).status).toBe(200);
  await sweep(31);
  expect((await buyer.get(image.slice('/api'.length))).status).toBe(404);
  expect(await statusOf(url)).toBe(404);
  const { status, body } = await buyer.get(`/bookedProduct/${booking}`);
  expect({ status, image: body.image }).toEqual({ status: 200, image: '' });
});

test('places that only removed phones named leave the suggestions', async () => {
  const seller = await market.person('seller');
  const id = await market.phone(seller, { location: 'Quixotown' });
  const suggested = async () =>
    JSON.stringify((await market.stranger.get('/search/suggestions?q=quixo')).body);
  expect(await suggested()).toContain('Quixotown');
  await seller.delete(`/products/${id}`);
  expect(await suggested()).not.toContain('Quixotown');
});
