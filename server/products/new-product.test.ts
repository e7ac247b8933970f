// The fields of a new phone with the spec's messages, and invalid and malicious entries.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Market, newPhone, openMarket, type TestPerson } from '#testing/market.ts';

let market: Market;
let seller: TestPerson;
let entry: Record<string, unknown>;
beforeAll(async () => {
  market = await openMarket();
  seller = await market.person('seller');
  entry = { ...newPhone, image: await market.picture(), categoryId: await market.category() };
});
afterAll(() => market.close());

/** The API's field names, and the spec's messages. */
const missing = [
  ['image', 'Please Select Photo'],
  ['model', 'Please enter Phone model'],
  ['categoryId', 'Please Select Category'],
  ['phone', 'Your Phone Number'],
  ['condition', 'Please Select Condition'],
  ['location', 'Enter Your City'],
  ['buy', 'tell Buying Price'],
  ['sell', 'Please Provide selling price'],
  ['useYear', 'Please tell How Much used'],
] as const;

async function expectRefused(changes: Record<string, unknown>, path: string, message: string): Promise<void> {
  const { status, headers, body } = await seller.post('/products', { ...entry, ...changes });
  expect(headers.get('content-type')).toMatch('application/problem+json');
  expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [{ path, message }] });
  expect(body).toMatchObject({ acknowledged: false, title: 'Bad Request', status: 400 });
}

/** Uploads a picture of this size. @returns its URL */
async function upload(width: number, height: number): Promise<string> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#284' } });
  const form = new FormData();
  form.append('image', new Blob([Uint8Array.from(await picture.png().toBuffer())]), 'phone.png');
  const { status, body } = await seller.request('POST', '/images', { body: form });
  expect(status).toBe(200);
  return body.data.url;
}

const tooSmall = 'This photo is too small: its shorter side must have at least 400 pixels.';

test('a photo of under 400 pixels on its shorter side is refused by the field that it stands in', async () => {
  const [wide, tall, square] = [await upload(1200, 399), await upload(399, 500), await upload(400, 400)];
  await expectRefused({ image: wide }, 'image', tooSmall);
  await expectRefused({ image: tall, photos: [tall, square] }, 'image', tooSmall);
  await expectRefused({ image: square, photos: [square, tall] }, 'photos.1', tooSmall);
  await market.phone(seller, { image: square });
});

test('the size that counts is that of the photo as it was sent', async () => {
  // It is stored with 960 × 240 pixels.
  await market.phone(seller, { image: await upload(4000, 1000) });
});

test('a profile takes a small photo', async () => {
  const photoURL = await upload(64, 64);
  expect(await seller.patch('/user', { photoURL })).toMatchObject({ status: 200 });
});

test('an empty form names every field with the spec’s message', async () => {
  const { status, body } = await seller.post('/products', {});
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'request.invalid', acknowledged: false });
  expect(body.errors).toEqual(missing.map(([path, message]) => ({ path, message })));
});

const wrongTypes = [undefined, null, '', [], ['x'], {}, { length: 1 }, true];

test.each(missing)('%s says “%s” for whatever is no value of its kind', async (path, message) => {
  for (const value of wrongTypes) {
    await expectRefused({ [path]: value }, path, message);
  }
});

test.each([
  ['model', '   ', 'Please enter Phone model'],
  ['model', 7, 'Please enter Phone model'],
  ['model', 'x'.repeat(81), 'The phone model is at most 80 characters'],
  ['model', 'a\u0000b', 'The phone model has a character that cannot be stored'],
  ['location', '\t\n', 'Enter Your City'],
  ['location', 'x'.repeat(81), 'The city is at most 80 characters'],
  ['location', '\u0000', 'The city has a character that cannot be stored'],
  ['phone', 'call me', 'A phone number has digits, spaces and + - ( ) only'],
  ['phone', '+-()', 'A phone number has digits, spaces and + - ( ) only'],
  ['phone', '0171\n1000000', 'A phone number has digits, spaces and + - ( ) only'],
  ['phone', '1'.repeat(31), 'The phone number is at most 30 characters'],
  ['phone', 1_711_000_000, 'Your Phone Number'],
  ['categoryId', 'nonsense', 'Please Select Category'],
  ['categoryId', '01890000-0000-7000-8000-000000000000', 'Please Select Category'],
  ['condition', 'Like New', 'Please Select Condition'],
  ['condition', 'good condition', 'Please Select Condition'],
  ['useYear', 'x'.repeat(21), 'The years of use is at most 20 characters'],
  ['useYear', '\u0000', 'The years of use has a character that cannot be stored'],
  ['useYear', -1, 'The years of use are a number from 0 to 100'],
  ['useYear', '1e21', 'The years of use are a number from 0 to 100'],
  ['image', 'x'.repeat(501), 'The photo address is at most 500 characters'],
  ['buy', '799.99', 'tell Buying Price'],
  ['buy', 0, 'The price is more than $0'],
  ['sell', -1, 'The price is more than $0'],
  ['sell', 100_000.01, 'The price is at most $100,000'],
  ['sell', 1e300, 'The price is at most $100,000'],
  ['sell', 0.001, 'The price has at most two decimals'],
  ['sell', 1e-9, 'The price has at most two decimals'],
  ['buy', 99.999, 'The price has at most two decimals'],
])('the %s %j is refused', async (path, value, message) => {
  await expectRefused({ [path]: value }, path, message);
});

test('an infinite number is no price', async () => {
  const body = JSON.stringify({ ...entry, sell: 0 }).replace('"sell":0', '"sell":1e999');
  const headers = { 'Content-Type': 'application/json' };
  const reply = await seller.request('POST', '/products', { headers, body });
  expect(reply.body.errors).toEqual([{ path: 'sell', message: 'Please Provide selling price' }]);
});

test.each([
  ['the lowest price', { sell: 0.01, buy: 0.01 }],
  ['the highest price', { sell: 100_000, buy: 100_000 }],
  ['cents that binary fractions do not hold', { sell: 0.29, buy: 1.1 }],
  ['an emoji', { model: '📱 iPhone 13 👍🏽', location: '東京' }],
  ['Arabic', { model: 'هاتف مستعمل', location: 'الرياض' }],
  ['markup', { model: '<script>alert(1)</script>', location: '"><img src=x onerror=alert(1)>' }],
  ['SQL', { model: "'; drop table products; --", location: "Robert'); --" }],
  ['a template', { model: '${process.env} {{7*7}} %s', location: '\\u0041\\n' }],
  ['names of a prototype', { model: '__proto__', location: 'constructor' }],
  ['a phone number of another country', { phone: '+49 (0)30 1234-5678' }],
])('%s comes back as it was sent', async (_, changes) => {
  const id = await market.phone(seller, changes);
  const { body } = await seller.get(`/products?email=${seller.email}&limit=1`);
  expect(body[0]).toMatchObject({ _id: id, ...changes });
});
