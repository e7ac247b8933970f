// One phone with all its facts, similar phones, and the models that a seller may choose from.
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { products } from '#db/tables/products.ts';
import { productTopic } from './name-topics.ts';
import { selectDetails, selectSimilar } from './prepare-reads.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, newPhone, openMarket, type TestPerson } from '#testing/market.ts';

let market: Market;
let seller: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  seller = await market.person('seller', { photoUrl: '/images/mina.jpg' });
});
afterAll(() => market.close());

const unknownIds = ['01890000-0000-7000-8000-000000000000', 'nonsense', '%00', "'; drop table products; --"];

const page = async (id: string) => (await market.stranger.get(`/products/${id}`)).body;

const similarTo = async (id: string, { stranger } = market): Promise<string[]> => {
  const { status, body } = await stranger.get(`/products/${id}/similar`);
  expect(status).toBe(200);
  return body.map(({ _id }: { _id: string }) => _id);
};

async function devicesOf(category: string, { stranger } = market) {
  const { body: categories } = await stranger.get('/category');
  const { _id } = categories.find((each: { category: string }) => each.category === category);
  const { body } = await stranger.get(`/devices?categoryId=${_id}`);
  return { categoryId: _id, devices: body };
}

const deviceNamed = async (category: string, model: string, among = market) => {
  const { devices } = await devicesOf(category, among);
  return devices.find((each: { model: string }) => each.model === model);
};

test('a phone is shown with all that its seller said, its photos in their order', async () => {
  const device = await deviceNamed('Google', 'Pixel 8 Pro');
  const photos = [await market.picture(), await market.picture(), await market.picture()];
  const facts = {
    storageGb: 256,
    colour: 'blue',
    networkLock: 'unlocked',
    batteryHealth: 91,
    accessories: ['box', 'cable'],
    description: 'Always in a case.\nThe screen has no mark.',
  };
  const id = await market.phone(seller, {
    ...facts,
    photos,
    image: photos[0],
    deviceId: device._id,
    categoryId: device.categoryId,
  });
  const { model, condition, location, buy, sell, useYear } = newPhone;
  const { status, body } = await market.stranger.get(`/products/${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...facts,
    _id: id,
    model,
    condition,
    location,
    buy,
    sell,
    useYear,
    image: photos[0],
    category: 'Google',
    deviceName: 'Google Pixel 8 Pro',
    state: 'live',
    status: null,
    name: seller.name,
    seller: '/images/mina.jpg',
    sellerSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
  });
  expect(body.photos.map(({ url }: { url: string }) => url)).toEqual(photos);
  for (const photo of body.photos) expect(photo).toMatchObject({ width: 640, height: 800, preview: '' });
  expect(body.photos[2].srcset).toMatch(/-320\.webp 320w, .+-640\.webp 640w$/);
  // The seller's phone number and e-mail address are not public.
  for (const hidden of ['phone', 'email', 'soldAt']) expect(body).not.toHaveProperty(hidden);
  expect(JSON.stringify(body)).not.toContain(seller.email);
});

test('a phone of which only the spec’s fields were said has one photo and no facts', async () => {
  const image = await market.picture();
  const body = await page(await market.phone(seller, { image }));
  expect(body).toMatchObject({ photos: [{ url: image }], accessories: [], description: '' });
  for (const fact of ['deviceName', 'storageGb', 'colour', 'networkLock', 'batteryHealth'])
    expect(body).not.toHaveProperty(fact);
});

test('the lists’ cards carry storage, colour and battery where they were said, and nothing longer', async () => {
  const facts = { storageGb: 64, colour: 'red', batteryHealth: 88 };
  const photos = [await market.picture(), await market.picture()];
  const id = await market.phone(seller, { ...facts, image: photos[0], photos, description: 'long' });
  const plain = await market.phone(seller);
  await seller.post('/adsProducts', { uniqId: id });
  const categoryId = await market.category();
  for (const list of [`id=${categoryId}`, `email=${seller.email}`, 'limit=100']) {
    const { body } = await market.stranger.get(`/products?${list}`);
    const card = (wanted: string) => body.find(({ _id }: { _id: string }) => _id === wanted);
    expect(card(id)).toMatchObject(facts);
    for (const long of ['description', 'photos', 'accessories']) expect(card(id)).not.toHaveProperty(long);
    for (const fact of Object.keys(facts)) expect(card(plain)).not.toHaveProperty(fact);
  }
  expect((await market.stranger.get('/adsProducts')).body[0]).toMatchObject({ uniqId: id, ...facts });
});

test('a booked and a sold phone are shown with their state, a removed one is gone', async () => {
  const buyer = await market.person('buyer');
  const id = await market.phone(seller);
  await market.booking(buyer, id);
  expect(await page(id)).toMatchObject({ _id: id, state: 'reserved' });
  const soldAt = new Date('2026-05-04T10:00:00Z');
  const become = async (state: 'sold' | 'removed') => {
    const { db } = market.services;
    await writeUnpublished(db).update(products).set({ state, updatedAt: soldAt }).where(eq(products.id, id));
    db.$changes.publish(productTopic(id));
  };
  await become('sold');
  // The test writes to the database directly, so the cache is updated a moment later.
  await expect.poll(() => page(id)).toMatchObject({ state: 'sold', soldAt: soldAt.toISOString() });
  // Its seller removes it from their list; its page remains available.
  expect((await seller.delete(`/products/${id}`)).body.deletedCount).toBe(1);
  expect(await page(id)).toMatchObject({ state: 'sold', soldAt: soldAt.toISOString() });
  await become('removed');
  for (const path of [`/products/${id}`, `/products/${id}/similar`]) {
    const reply = () => market.stranger.get(path);
    await expect.poll(reply).toMatchObject({ status: 404, body: { code: 'products.not-found' } });
  }
});

test.each(unknownIds)('there is no phone %s, and none like it', async (id) => {
  for (const path of [`/products/${id}`, `/products/${id}/similar`]) {
    const { status, body } = await market.stranger.get(path);
    expect({ status, isProblem: /^(products|request)\.not-found$/.test(body.code) }).toEqual({
      status: 404,
      isProblem: true,
    });
  }
});

test('similar phones are of the same model first, then of the category by their price, and for sale', async () => {
  const device = await deviceNamed('Fairphone', 'Fairphone 4');
  const { categoryId } = device;
  const same = { categoryId, deviceId: device._id };
  const listed = (changes: Record<string, unknown>) => market.phone(seller, changes);
  const id = await listed({ ...same, sell: 200 });
  const far = await listed({ ...same, sell: 900 });
  const near = await listed({ ...same, sell: 230 });
  const dear = await listed({ categoryId, sell: 700 });
  const close = await listed({ categoryId, sell: 201 });
  const booked = await listed({ ...same, sell: 200 });
  await market.booking(await market.person('buyer'), booked);
  await seller.delete(`/products/${await listed({ ...same, sell: 200 })}`);
  await listed({ sell: 200 });
  expect(await similarTo(id)).toEqual([near, far, close, dear]);
  // A phone that is not for sale has similar phones, but is not shown as similar itself.
  expect(await similarTo(booked)).toEqual([id, near, far, close, dear]);
  expect(await similarTo(close)).toEqual([id, near, dear, far]);
});

test('at most eight similar phones are shown, none of another category', async () => {
  const { categoryId } = await devicesOf('Jolla');
  const ids: string[] = [];
  for (let count = 0; count < 10; count += 1) ids.push(await market.phone(seller, { categoryId }));
  expect(await similarTo(ids[0] ?? '')).toEqual(ids.slice(2).toReversed());
  const { categoryId: other } = await devicesOf('Palm');
  expect(await similarTo(await market.phone(seller, { categoryId: other }))).toEqual([]);
});

test('the models of a maker are listed newest first', async () => {
  const { categoryId, devices } = await devicesOf('Apple');
  expect(devices.length).toBeGreaterThan(20);
  expect(devices.find(({ model }: { model: string }) => model === 'iPhone 13')).toEqual({
    _id: expect.any(String),
    name: 'Apple iPhone 13',
    model: 'iPhone 13',
    categoryId,
    year: 2021,
    storageGb: [128, 256, 512],
    colours: ['black', 'white', 'blue', 'pink', 'green', 'red'],
  });
  const years = devices.map(({ year }: { year: number }) => year);
  expect(years).toEqual(years.toSorted((one: number, other: number) => other - one));
});

test('a maker without models has none, an unknown category is none', async () => {
  expect((await devicesOf('Siemens')).devices).toEqual([]);
  const [unknown, ...malformed] = unknownIds;
  const reply = await market.stranger.get(`/devices?categoryId=${unknown}`);
  expect(reply).toMatchObject({ status: 404, body: { code: 'products.category-not-found' } });
  for (const id of malformed)
    expect((await market.stranger.get(`/devices?categoryId=${id}`)).status).toBe(404);
  expect((await market.stranger.get('/devices')).body).toMatchObject({
    status: 400,
    errors: [{ path: 'categoryId', message: 'This id is missing' }],
  });
});

test('among 20,000 phones a phone and similar ones are found by indexes only', async () => {
  // A market of its own: so many phones would be similar to those of other tests.
  const large = await freshMarket();
  const { db } = large.services;
  const device = await deviceNamed('Samsung', 'Galaxy S22', large);
  const facts = { deviceId: device._id, categoryId: device.categoryId };
  const id = await large.phone(await large.person('seller'), facts);
  // The search document does not matter here, and takes the longest to write.
  await db.execute(sql`alter table products disable trigger products_write_search`);
  await db.execute(sql`
    insert into products (id, seller_id, category_id, image_id, device_id, model, phone, condition, location,
      buy_cents, sell_cents, use_year)
    select gen_random_uuid(), seller_id, category.id, image_id,
      case when category.id = phone.category_id then device_id end, model, phone, condition, location,
      buy_cents, 1000 + number * 37 % 90000, use_year
    from products as phone, categories as category, generate_series(1, 330) as number
    where phone.id = ${id}`);
  await db.execute(sql`analyze products`);
  for (const query of [selectSimilar(db, id), selectDetails(db, id)]) {
    for (const plan of [await planOf(query, db), await planOfAnyId(query, db)]) {
      expect(plan).toMatch(/Index Scan using products_pkey/);
      expect(plan).not.toMatch(/Seq Scan on products/);
    }
  }
  expect(await similarTo(id, large)).toHaveLength(8);
});

interface Explainable {
  getSQL(): SQL;
  toSQL(): { sql: string; params: unknown[] };
}

type Db = Market['services']['db'];

const explain = async (statement: SQL, db: Pick<Db, 'execute'>): Promise<string> => {
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
  return rows.map((line) => line['QUERY PLAN']).join('\n');
};

/** The plan for this particular phone. */
const planOf = (query: Explainable, db: Db) => explain(query.getSQL(), db);

/** The generic plan of a prepared statement, which is used for every phone. */
const planOfAnyId = (query: Explainable, db: Db) =>
  db.transaction(async (tx) => {
    const { sql: text, params } = query.toSQL();
    await tx.execute(sql.raw(`prepare any_phone as ${text}`));
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
    const plan = await explain(
      sql.raw(`execute any_phone (${params.map((value) => `'${String(value)}'`).join(', ')})`),
      tx,
    );
    await tx.execute(sql`deallocate any_phone`);
    return plan;
  });
