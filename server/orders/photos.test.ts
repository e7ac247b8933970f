// Photos of a dispute: which files are accepted, who sees them, and that they cannot be changed.
import { createRequire } from 'node:module';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { mediaErrors } from '#contract/media.ts';
import { orderPhotos } from '#db/tables/orders.ts';
import { s3Storage } from '#server/platform/images/image-storage-s3.ts';
import { drawPhoto } from '#testing/draw-photo.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import {
  act,
  newSides,
  orderBodies,
  orderIn,
  shownPhoto,
  type Sides,
  uploadPhoto,
} from '#testing/order-requests.ts';

let market: Market;
let people: Sides;
beforeAll(async () => {
  market = await openMarket();
  people = await newSides(market);
});
afterAll(() => market.close());

const formOf = (bytes: Uint8Array, name = 'photo.jpg'): FormData => {
  const form = new FormData();
  form.append('image', new Blob([Uint8Array.from(bytes)]), name);
  return form;
};
/** A photo that differs from all others. */
const newPhoto = async (person: TestPerson, id: string) => uploadPhoto(person, id, formOf(await drawPhoto()));
const pathOf = ({ url }: { url: string }): string => url.slice('/api'.length);
const report = { reason: 'does-not-work', text: 'It does not start' };
const see = async (id: string) => (await people.buyer.get(`/orders/${id}`)).body;

test('ten photos of a report are seen by both sides and staff, in their order, and by nobody else', async () => {
  const { buyer, seller, admin } = people;
  const id = await orderIn(market, people, 'handed_over');
  const photos = [];
  for (let each = 0; each < 10; each += 1) photos.push(await uploadPhoto(buyer, id));
  const [first] = photos;
  // It is part of no statement yet.
  expect((await buyer.get(pathOf(first))).status).toBe(200);
  expect((await seller.get(pathOf(first))).status).toBe(404);
  await act(buyer, id, 'report-problem', { ...report, photos: photos.map(({ _id }) => _id) });
  const [statement] = (await see(id)).dispute.statements;
  expect(statement).toMatchObject({ kind: 'report', by: 'buyer', text: report.text });
  expect(statement.photos).toEqual(photos);
  for (const person of [buyer, seller, admin]) {
    const { status, headers } = await person.get(pathOf(first));
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'private, no-store',
    ]);
  }
  for (const kind of ['buyer', 'seller'] as const)
    expect((await (await market.person(kind)).get(pathOf(first))).status).toBe(404);
  expect((await market.stranger.get(pathOf(first))).status).toBe(401);
});

test('an eleventh photo is refused, and one that is there twice', async () => {
  const id = await orderIn(market, people, 'handed_over');
  const { _id } = await uploadPhoto(people.buyer, id);
  const eleven = Array.from({ length: 11 }, (_, place) => `${_id.slice(0, -2)}${10 + place}`);
  for (const [photos, message] of [
    [eleven, 'There are at most 10 photos'],
    [[_id, _id], 'A photo is there twice'],
  ] as const) {
    const reply = await people.buyer.post(`/orders/${id}/report-problem`, { ...report, photos });
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'photos', message }] } });
  }
  expect((await see(id)).state).toBe('handed_over');
});

test('nobody shows a photo that is another person’s, of another order, or shown already', async () => {
  const { buyer, seller } = people;
  const [id, other] = [await orderIn(market, people, 'disputed'), await orderIn(market, people, 'disputed')];
  const [sellers, others, shown] = [
    await uploadPhoto(seller, id),
    await uploadPhoto(buyer, other),
    await uploadPhoto(buyer, id),
  ];
  await act(buyer, id, 'add-evidence', { text: 'Look', photos: [shown._id] });
  for (const photo of [sellers._id, others._id, shown._id, 'no-id', crypto.randomUUID()]) {
    const reply = await buyer.post(`/orders/${id}/add-evidence`, { text: 'Look again', photos: [photo] });
    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'orders.photo-unknown', errors: [{ path: 'photos' }] },
    });
  }
  expect((await see(id)).dispute.statements).toHaveLength(2);
  // It is not found under another order's address.
  expect((await buyer.get(pathOf(shown).replace(id, other))).status).toBe(404);
});

test('offers, the seller’s refusal and evidence of either side show photos as well', async () => {
  const { buyer, seller } = people;
  const id = await orderIn(market, people, 'disputed');
  const photoOf = async (person: TestPerson) => [(await newPhoto(person, id))._id];
  await act(seller, id, 'offer', { kind: 'return', text: 'Send it back', photos: await photoOf(seller) });
  await act(buyer, id, 'add-evidence', { text: 'It is broken here', photos: await photoOf(buyer) });
  await act(seller, id, 'refuse', { text: 'It was whole', photos: await photoOf(seller) });
  const { statements } = (await see(id)).dispute;
  expect(
    statements.map((each: { kind: string; photos: object[] }) => [each.kind, each.photos.length]),
  ).toEqual([
    ['report', 0],
    ['offer', 1],
    ['evidence', 1],
    ['answer', 1],
  ]);
});

test('an objection to a cancellation and a disputed return show ten photos, and no eleventh', async () => {
  const { buyer, seller, admin } = people;
  const [objected, returned] = [
    await orderIn(market, people, 'paid'),
    await orderIn(market, people, 'returning'),
  ];
  await act(buyer, objected, 'ask-to-cancel');
  for (const [id, action, kind] of [
    [objected, 'object', 'objection'],
    [returned, 'dispute-return', 'return'],
  ] as const) {
    const ids: string[] = [];
    for (let each = 0; each < 11; each += 1) ids.push((await uploadPhoto(seller, id))._id);
    const body = { reason: 'Look at these', photos: ids };
    expect(await seller.post(`/orders/${id}/${action}`, body)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'photos', message: 'There are at most 10 photos' }] },
    });
    await act(seller, id, action, { ...body, photos: ids.slice(1) });
    const { state, dispute } = await see(id);
    expect(state).toBe('disputed');
    const statement = dispute.statements.at(-1);
    expect(statement).toMatchObject({ kind, by: 'seller', text: 'Look at these' });
    expect(statement.photos.map(({ _id }: { _id: string }) => _id)).toEqual(ids.slice(1));
    for (const person of [buyer, admin])
      expect((await person.get(pathOf(statement.photos[0]))).status).toBe(200);
  }
});

test('a text that is too long is refused, and its photos can still be shown', async () => {
  const id = await orderIn(market, people, 'handed_over');
  const { _id } = await uploadPhoto(people.buyer, id);
  const body = { ...report, text: 'x'.repeat(2001), photos: [_id] };
  expect((await people.buyer.post(`/orders/${id}/report-problem`, body)).status).toBe(400);
  await act(people.buyer, id, 'report-problem', { ...report, photos: [_id] });
  expect((await see(id)).dispute.statements[0].photos).toHaveLength(1);
});

test.each([
  ['no picture', Buffer.from('a text that is no picture at all'), 'media.not-a-picture', 415],
  ['an animation', Buffer.from('GIF89a'.padEnd(200, '\0')), 'media.unsupported-type', 415],
  ['more than 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, 1), 'media.too-large', 413],
  ['nothing', Buffer.alloc(0), 'media.empty', 422],
] as const)('%s is refused as every upload is', async (_, bytes, code, status) => {
  const id = await orderIn(market, people, 'disputed');
  const reply = await people.buyer.request('POST', `/orders/${id}/photos`, { body: formOf(bytes) });
  expect(reply).toMatchObject({ status, body: { code, message: mediaErrors[code][1] } });
});

test('a photo is encoded again: what the camera wrote into it is gone', async () => {
  const { buyer } = people;
  const id = await orderIn(market, people, 'disputed');
  const taken = await sharp(await drawPhoto())
    .withExif({ IFD0: { Make: 'Camera of Mina' }, IFD3: { GPSLatitude: '23/1 48/1 0/1' } })
    .jpeg()
    .toBuffer();
  const photo = await uploadPhoto(buyer, id, formOf(taken));
  const response = await fetch(`${market.address}${photo.url}`, {
    headers: { Authorization: `Bearer ${buyer.token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const metadata = await sharp(bytes).metadata();
  expect(metadata).not.toHaveProperty('exif');
  expect([metadata.format, metadata.width, metadata.height]).toEqual(['jpeg', photo.width, photo.height]);
  expect(bytes.includes('Camera of Mina')).toBe(false);
});

test('the file of a photo is at no public address, whatever name somebody tries', async () => {
  const url = await shownPhoto(market, people);
  const id = url.split('/').at(-1) ?? '';
  const [row] = await market.services.db.select().from(orderPhotos).where(eq(orderPhotos.id, id));
  expect(row?.file).toMatch(/^private-[0-9a-f]{64}\.jpg$/);
  for (const path of [
    `/images/${row?.file}`,
    `/images/${id}.jpg`,
    `/images/private-${id}.jpg`,
    `/api/images/${id}`,
  ])
    expect((await fetch(`${market.address}${path}`)).status, path).not.toBe(200);
  // Its file name is in no answer.
  const order = await people.admin.get(`/orders/${row?.orderId}`);
  expect(JSON.stringify(order.body)).not.toContain(row?.file);
});

test('after the end of an order nobody adds photos or evidence', async () => {
  const id = await orderIn(market, people, 'completed');
  const reply = await people.buyer.request('POST', `/orders/${id}/photos`, {
    body: formOf(await drawPhoto()),
  });
  expect(reply).toMatchObject({ status: 409, body: { state: 'completed' } });
  expect((await people.buyer.post(`/orders/${id}/add-evidence`, { text: 'Look' })).status).toBe(409);
});

test('a photo that comes after the end is refused with what is possible, as any other action', async () => {
  const id = await orderIn(market, people, 'cancelled');
  const { productId } = await see(id);
  await people.admin.delete(`/products/${productId}`);
  const { body } = await people.seller.request('POST', `/orders/${id}/photos`, {
    body: formOf(await drawPhoto()),
  });
  expect(body.possible).toEqual((await people.seller.get(`/orders/${id}`)).body.possible);
});

test('a side that has reached its limit of thirty statements is refused', async () => {
  const id = await orderIn(market, people, 'disputed');
  for (let each = 0; each < 29; each += 1) await act(people.buyer, id, 'add-evidence', { text: 'Look' });
  const reply = await people.buyer.post(`/orders/${id}/add-evidence`, { text: 'Look' });
  expect(reply).toMatchObject({ status: 409, body: { code: 'orders.too-many-statements' } });
  await act(people.seller, id, 'add-evidence', { text: 'No, look' });
  // After the limit of statements, the decision and the seller's objection are still possible.
  for (let each = 0; each < 29; each += 1) await act(people.seller, id, 'add-evidence', { text: 'No' });
  await act(people.admin, id, 'decide', { ...orderBodies.decide, outcome: 'return' });
  await act(people.seller, id, 'dispute-return');
  expect((await see(id)).state).toBe('disputed');
}, 30_000);

test('with pictures in S3 a photo is there as well', async () => {
  const home = await mkdtemp(join(tmpdir(), 'dispute-photos-'));
  const endpoint = await openBucket(home);
  const s3 = {
    endpoint,
    region: 'us-east-1',
    bucket: 'pictures',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    forcePathStyle: true,
  };
  const other = await openMarket({ s3 });
  onTestFinished(() => other.close());
  const sides = {
    buyer: await other.person('buyer'),
    seller: await other.person('seller'),
    admin: await other.person('admin'),
  };
  const url = await shownPhoto(other, sides);
  expect((await sides.seller.get(url.slice('/api'.length))).status).toBe(200);
  expect((await (await other.person('buyer')).get(url.slice('/api'.length))).status).toBe(404);
  const [row] = await other.services.db.select().from(orderPhotos);
  expect(await s3Storage(s3).read(row?.file ?? '')).toBeDefined();
}, 30_000);

async function openBucket(home: string): Promise<string> {
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const server = spawn(process.execPath, [program, '-d', home, '-p', '0', '--configure-bucket', 'pictures'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await once(server, 'exit');
    await rm(home, { recursive: true, force: true });
  });
  for await (const line of createInterface(server.stdout)) {
    const port = /listening on .*:(\d+)/.exec(line)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error('the bucket did not open');
}
