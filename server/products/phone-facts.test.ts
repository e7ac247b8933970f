// The optional fields beyond the spec's: photos in an order, a model of the catalogue, facts.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { hourMs } from '#contract/durations.ts';
import { colours, storageSizesGb as sizes } from '#contract/phone-words.ts';
import { images } from '#db/tables/media.ts';
import { products } from '#db/tables/products.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { sweepPictures } from '#server/media/service.ts';
import { productPictures } from './service.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, newPhone, openMarket, type TestPerson } from '#testing/market.ts';

let market: Market;
let seller: TestPerson;
let categoryId: string;
let photos: string[];
beforeAll(async () => {
  market = await openMarket();
  seller = await market.person('seller');
  categoryId = await market.category();
  photos = await Promise.all(Array.from({ length: 11 }, () => market.picture()));
});
afterAll(() => market.close());

const image = () => photos[0] ?? '';

const add = (changes: Record<string, unknown>) =>
  seller.post('/products', { ...newPhone, image: image(), categoryId, ...changes });

async function expectRefused(changes: Record<string, unknown>, path: string, message: string, code: string) {
  const { status, body } = await add(changes);
  expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [{ path, message }] });
  expect(body).toMatchObject({ acknowledged: false, code });
}

async function shown(changes: Record<string, unknown>) {
  const { body } = await add(changes);
  return (await market.stranger.get(`/products/${body.insertedId}`)).body;
}

async function firstDevice(category: string): Promise<{ _id: string; categoryId: string }> {
  const { body: categories } = await market.stranger.get('/category');
  const { _id } = categories.find((each: { category: string }) => each.category === category);
  return (await market.stranger.get(`/devices?categoryId=${_id}`)).body[0];
}

const urlsOf = (body: { photos: { url: string }[] }) => body.photos.map(({ url }) => url);

test('ten photos keep the seller’s order', async () => {
  const order = [3, 1, 9, 0, 2, 8, 4, 7, 5, 6].map((index) => photos[index] ?? '');
  expect(urlsOf(await shown({ image: order[0], photos: order }))).toEqual(order);
});

test('a photo may be sent back under any of its addresses', async () => {
  const [first = '', second = ''] = photos;
  const sent = [`${market.address}${first}`, second.replace('.jpg', '-320.webp')];
  expect(urlsOf(await shown({ image: first, photos: sent }))).toEqual([first, second]);
});

test.each([
  ['absent', undefined],
  ['null', null],
  ['empty', []],
])('photos that are %s leave the image alone', async (_, sent) => {
  expect(urlsOf(await shown({ photos: sent }))).toEqual([image()]);
});

const disagree = 'The first photo must be the one in image, and no photo may appear twice.';
const unknownPicture = `/images/${'0'.repeat(64)}.jpg`;

test('more than ten photos are refused', async () => {
  await expectRefused({ photos }, 'photos', 'A phone has at most 10 photos', 'request.invalid');
});

test('photos that begin with another than the image are refused', async () => {
  const sent = [photos[1], photos[0]];
  await expectRefused({ photos: sent }, 'photos', disagree, 'products.photos-disagree');
});

test('a duplicate photo is named, under whatever address', async () => {
  const again = `${market.address}${photos[1]}`;
  const sent = [photos[0], photos[1], again];
  await expectRefused({ photos: sent }, 'photos.2', disagree, 'products.photos-disagree');
});

test.each([
  unknownPicture,
  'https://evil.example.com/images/x.jpg',
  'data:image/png;base64,AAAA',
  'http://[',
])('%s among the photos is no picture that was uploaded here', async (url) => {
  const sent = [photos[0], photos[1], url];
  await expectRefused({ photos: sent }, 'photos.2', 'Please Select Photo', 'products.image-unknown');
});

test.each([
  ['photos', 'x', 'photos', 'The photos are a list of addresses'],
  ['photos', { 0: 'x' }, 'photos', 'The photos are a list of addresses'],
  ['photos', [7], 'photos.0', 'Please Select Photo'],
  ['photos', ['  '], 'photos.0', 'Please Select Photo'],
  ['photos', ['x'.repeat(501)], 'photos.0', 'The photo address is at most 500 characters'],
  ['deviceId', 7, 'deviceId', 'The model is one of the catalogue, by its id'],
  ['storageGb', 100, 'storageGb', 'Please choose one of the storage sizes'],
  ['storageGb', '128', 'storageGb', 'Please choose one of the storage sizes'],
  ['storageGb', [128], 'storageGb', 'Please choose one of the storage sizes'],
  ['colour', 'teal', 'colour', 'Please choose one of the colours'],
  ['colour', 'Black', 'colour', 'Please choose one of the colours'],
  ['colour', '', 'colour', 'Please choose one of the colours'],
  ['networkLock', true, 'networkLock', 'The network lock is unlocked or locked'],
  ['batteryHealth', 0, 'batteryHealth', 'The battery health is at least 1 per cent'],
  ['batteryHealth', 101, 'batteryHealth', 'The battery health is at most 100 per cent'],
  ['batteryHealth', 88.5, 'batteryHealth', 'The battery health is a whole number of per cent'],
  ['batteryHealth', '88', 'batteryHealth', 'The battery health is a whole number of per cent'],
  ['accessories', 'box', 'accessories', 'The accessories are a list'],
  ['accessories', ['box', 'lamp'], 'accessories.1', 'Please choose among the accessories'],
  ['accessories', Array(7).fill('box'), 'accessories', 'Each accessory is named once'],
  ['description', 7, 'description', 'The description is text'],
  ['description', 'x'.repeat(2001), 'description', 'The description is at most 2000 characters'],
  ['description', 'a\u0000b', 'description', 'The description has a character that cannot be stored'],
  ['description', 'a\u202Eb', 'description', 'The description has a character that cannot be shown'],
])('the %s %j is refused', async (field, value, path, message) => {
  await expectRefused({ [field]: value }, path, message, 'request.invalid');
});

test.each(['01890000-0000-7000-8000-000000000000', 'nonsense', '', "'; drop table devices; --", '\u0000'])(
  'the device %j is not of the catalogue',
  async (deviceId) => {
    const message = 'There is no such model in the catalogue.';
    await expectRefused({ deviceId }, 'deviceId', message, 'products.device-unknown');
  },
);

test('a device of another maker than the category is refused', async () => {
  const device = await firstDevice('Samsung');
  const message = 'This model does not belong to the category that you chose.';
  const code = 'products.device-of-another-category';
  await expectRefused({ deviceId: device._id }, 'deviceId', message, code);
  expect((await add({ deviceId: device._id, categoryId: device.categoryId })).status).toBe(200);
});

test('null leaves a fact out', async () => {
  const fields = [
    'deviceId',
    'storageGb',
    'colour',
    'networkLock',
    'batteryHealth',
    'accessories',
    'description',
  ];
  const body = await shown(Object.fromEntries(fields.map((field) => [field, null])));
  expect(body).toMatchObject({ accessories: [], description: '' });
  for (const fact of fields.slice(0, 5)) expect(body).not.toHaveProperty(fact);
});

test('every size and colour of the contract is taken', async () => {
  for (let index = 0; index < Math.max(colours.length, sizes.length); index += 1) {
    const facts = { colour: colours[index % colours.length], storageGb: sizes[index % sizes.length] };
    expect(await shown(facts)).toMatchObject(facts);
  }
});

test.each([
  ['2,000 characters', 'ü'.repeat(2000)],
  ['one word without an end', `https://example.com/${'x'.repeat(1900)}`],
  ['lines', 'First line\r\n\tsecond\n\nthird'],
  ['markup', '</script><script>alert(1)</script>'],
  ['other scripts', 'মোবাইল هاتف 手机 📱'],
  ['what a query would read', "& | ! ( ) :* 'a':1A \\"],
])('a description of %s comes back as it was sent', async (_, description) => {
  expect(await shown({ description })).toMatchObject({ description });
});

test('repeated accessories are stored once, and a blank description is no description', async () => {
  const body = await shown({ accessories: ['box', 'cable', 'box'], description: ' \n ' });
  expect(body).toMatchObject({ accessories: ['box', 'cable'], description: '' });
});

test('pictures that a phone has at any place of its photos are not swept', async () => {
  // A market of its own: the sweep would take the photos of other tests.
  const swept = await freshMarket();
  const { db, storage } = swept.services;
  const [first, second, third, lonely] = await Promise.all(Array.from({ length: 4 }, () => swept.picture()));
  const sent = [first, second, third];
  const id = await swept.phone(await swept.person('seller'), { image: first, photos: sent });
  const sweep = () =>
    sweepPictures(db, storage, {
      references: productPictures,
      now: new Date(swept.clock.now().getTime() + 25 * hourMs),
      withheldDays: 30,
    });
  const urls = async () => {
    const rows = await db.select({ hash: images.hash }).from(images);
    return rows.map(({ hash }) => `/images/${hash}.jpg`);
  };
  await sweep();
  expect(await urls()).toEqual(expect.arrayContaining(sent));
  expect(await urls()).not.toContain(lonely);
  await writeUnpublished(db).update(products).set({ morePhotoIds: [] }).where(eq(products.id, id));
  await sweep();
  expect(await urls()).toContain(first);
  for (const gone of [second, third]) expect(await urls()).not.toContain(gone);
});
