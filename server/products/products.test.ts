import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { products } from '#db/tables/products.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { type Market, newPhone, openMarket, type TestPerson } from '#testing/market.ts';

let market: Market;
let seller: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  seller = await market.person('seller', { photoUrl: '/images/mina.jpg' });
  admin = await market.person('admin');
});
afterAll(() => market.close());

const entryOf = async (changes: Record<string, unknown> = {}) => ({
  ...newPhone,
  image: await market.picture(),
  categoryId: await market.category(),
  ...changes,
});

/** A phone as its seller's list shows it. */
async function shown(owner: TestPerson, productId: string) {
  const { body } = await owner.get(`/products?email=${owner.email}&limit=100`);
  return body.find(({ _id }: { _id: string }) => _id === productId);
}

const sold = (id: string) =>
  writeUnpublished(market.services.db).update(products).set({ state: 'sold' }).where(eq(products.id, id));

test('the catalogue has more than fifty categories, each with a picture', async () => {
  const { body } = await market.stranger.get('/category');
  expect(body.length).toBeGreaterThan(50);
  for (const category of body) {
    expect(Object.keys(category).toSorted()).toEqual(['_id', 'category', 'img']);
    expect(category.img).toMatch(/^\//);
  }
  const [first] = body;
  expect((await market.stranger.get(`/category/${first._id}`)).body).toEqual(first);
});

test('a phone as the wire has it is listed and shown to everybody', async () => {
  const image = await market.picture();
  const categoryId = await market.category();
  const sent = {
    name: seller.name,
    email: seller.email,
    seller: '/images/mina.jpg',
    image,
    categoryId,
    model: 'Pixel 8 Pro',
    phone: '01711000000',
    condition: 'Good Condition',
    location: 'Dhaka',
    buy: 799.99,
    sell: 420.5,
    useYear: '2',
    time: new Date().toISOString(),
  };
  const created = await seller.post('/products', sent);
  expect(created).toMatchObject({
    status: 200,
    body: { acknowledged: true, insertedId: expect.any(String) },
  });

  const { body } = await market.stranger.get(`/products?id=${categoryId}`);
  expect(body[0]).toMatchObject({
    _id: created.body.insertedId,
    name: seller.name,
    seller: '/images/mina.jpg',
    image,
    categoryId,
    model: 'Pixel 8 Pro',
    condition: 'Good Condition',
    location: 'Dhaka',
    useYear: '2',
    status: null,
    buy: 799.99,
    sell: 420.5,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
  });
  // The seller's phone number and e-mail address are not public.
  expect(body[0]).not.toHaveProperty('phone');
  expect(body[0]).not.toHaveProperty('email');
  expect(JSON.stringify(body)).not.toContain(seller.email);
});

test('owner and admin see phone number, e-mail address and every state, others the live phones', async () => {
  const owner = await market.person('seller');
  const [live, reserved, gone] = [
    await market.phone(owner),
    await market.phone(owner),
    await market.phone(owner),
  ];
  await market.booking(await market.person('buyer'), reserved);
  await sold(gone);
  const listFor = async (viewer: { get: TestPerson['get'] }) => {
    const { body } = await viewer.get(`/products?email=${owner.email}`);
    return body.map(({ _id, state, phone, email }: Record<string, unknown>) => ({
      _id,
      state,
      phone,
      email,
    }));
  };
  const known = { phone: newPhone.phone, email: owner.email };
  const all = [
    { _id: gone, state: 'sold', ...known },
    { _id: reserved, state: 'reserved', ...known },
    { _id: live, state: 'live', ...known },
  ];
  expect(await listFor(owner)).toEqual(all);
  expect(await listFor(admin)).toEqual(all);
  for (const other of [market.stranger, await market.person('buyer'), seller])
    expect(await listFor(other)).toEqual([{ _id: live, state: 'live' }]);

  const plain = await admin.get('/products?limit=3');
  expect(plain.body.map(({ _id }: { _id: string }) => _id)).toEqual([gone, reserved, live]);
  const forAll = await market.stranger.get('/products?limit=1');
  expect(forAll.body).toMatchObject([{ _id: live }]);
});

test('what the server knows of a seller is never taken from the body', async () => {
  const forged = {
    name: 'Forged',
    seller: 'https://evil.example.com/x.png',
    status: 'verify',
    time: '1999-01-01',
    state: 'sold',
    sellerId: admin.id,
    _id: admin.id,
    createdAt: '1999-01-01',
    isVerified: true,
  };
  const id = await market.phone(seller, forged);
  expect(id).not.toBe(admin.id);
  const phone = await shown(seller, id);
  expect(phone).toMatchObject({
    name: seller.name,
    email: seller.email,
    seller: '/images/mina.jpg',
    status: null,
    state: 'live',
  });
  expect(phone.time).not.toContain('1999');
});

test('a phone is listed in one’s own name only', async () => {
  const other = await market.person('seller');
  const foreign = await seller.post('/products', await entryOf({ email: other.email }));
  expect(foreign).toMatchObject({ status: 403, body: { acknowledged: false } });
  const own = await seller.post('/products', await entryOf({ email: ` ${seller.email.toUpperCase()} ` }));
  expect(own.status).toBe(200);
});

test.each([
  ['text', '2', '2'],
  ['number', 2, '2'],
  ['decimal number', 1.5, '1.5'],
  ['words', ' two years ', 'two years'],
])('the years of use may be a %s', async (_, useYear, expected) => {
  expect(await shown(seller, await market.phone(seller, { useYear }))).toMatchObject({ useYear: expected });
});

test.each([
  ['relative', (path: string) => path],
  ['absolute', (path: string) => `${market.address}${path}`],
])('a picture’s %s address is taken back', async (_, form) => {
  const path = await market.picture();
  const phone = await shown(seller, await market.phone(seller, { image: form(path) }));
  expect(phone.image).toBe(path);
});

test.each([
  'https://evil.example.com/images/x.jpg',
  '/images/x.jpg',
  `/images/${'0'.repeat(64)}.jpg`,
  'data:image/png;base64,AAAA',
  'nonsense',
])('%s is no picture that was uploaded here', async (image) => {
  const reply = await seller.post('/products', await entryOf({ image }));
  expect(reply.status).toBe(400);
  expect(reply.body.errors).toEqual([{ path: 'image', message: 'Please Select Photo' }]);
});

test('a live phone is taken out by its owner, once', async () => {
  const id = await market.phone(seller);
  await seller.post('/adsProducts', { uniqId: id });
  expect((await seller.delete(`/products/${id}`)).body).toEqual({ acknowledged: true, deletedCount: 1 });
  expect(await shown(seller, id)).toBeUndefined();
  const { body: ads } = await market.stranger.get('/adsProducts?limit=100');
  expect(ads.map(({ uniqId }: { uniqId: string }) => uniqId)).not.toContain(id);
  expect((await seller.delete(`/products/${id}`)).status).toBe(404);
});

test('a phone that is taken out frees its unpaid booking', async () => {
  const buyer = await market.person('buyer');
  const id = await market.phone(seller);
  const booking = await market.booking(buyer, id);
  expect((await admin.delete(`/products/${id}`)).body.deletedCount).toBe(1);
  expect((await buyer.get(`/bookedProduct/${booking}`)).body).toMatchObject({
    state: 'cancelled',
    endedBy: 'admin',
    paid: false,
  });
  expect((await buyer.get(`/bookedProduct?userEmail=${buyer.email}`)).body).toEqual([]);
});

test.each(['live', 'booked', 'sold', 'sold and off its seller’s list'])(
  'a phone that an admin removes is gone from its public page: %s',
  async (kind) => {
    const buyer = await market.person('buyer');
    const id = await market.phone(seller);
    const booking = kind === 'live' ? undefined : await market.booking(buyer, id);
    if (kind.startsWith('sold')) await sold(id);
    if (kind.includes('off')) expect((await seller.delete(`/products/${id}`)).body.deletedCount).toBe(1);
    expect((await market.stranger.get(`/products/${id}`)).status).toBe(200);

    expect((await admin.delete(`/products/${id}`)).body.deletedCount).toBe(1);
    for (const path of [`/products/${id}`, `/products/${id}/similar`])
      expect(await market.stranger.get(path)).toMatchObject({
        status: 404,
        body: { code: 'products.taken-down', message: 'This listing was removed.' },
      });
    expect(await shown(seller, id)).toBeUndefined();
    expect((await admin.delete(`/products/${id}`)).status).toBe(404);
    if (booking === undefined) return;
    const { status, body } = await buyer.get(`/bookedProduct/${booking}`);
    expect({ status, model: body.model }).toEqual({ status: 200, model: newPhone.model });
  },
);

test('a phone that its seller removes is not found', async () => {
  const id = await market.phone(seller);
  await seller.delete(`/products/${id}`);
  const { status, body } = await market.stranger.get(`/products/${id}`);
  expect({ status, code: body.code }).toEqual({ status: 404, code: 'products.not-found' });
});

test('a sold phone only leaves its seller’s list, its order stays', async () => {
  const buyer = await market.person('buyer');
  const id = await market.phone(seller);
  const booking = await market.booking(buyer, id);
  await sold(id);
  expect((await seller.delete(`/products/${id}`)).body.deletedCount).toBe(1);
  expect(await shown(seller, id)).toBeUndefined();
  const { body } = await buyer.get(`/bookedProduct/${booking}`);
  expect(body).toMatchObject({ _id: booking, productId: id, model: newPhone.model });
  const [row] = await market.services.db.select().from(products).where(eq(products.id, id));
  expect(row?.state).toBe('sold');
});

test('a signed-in person is told which of the phones asked about are their own, and nothing else', async () => {
  const [own, soldOne, foreign] = [
    await market.phone(seller),
    await market.phone(seller),
    await market.phone(await market.person('seller')),
  ];
  await sold(soldOne);
  const ask = (ids: readonly string[]) => seller.get(`/own-products?ids=${ids.join()}`);
  const { body } = await ask([own, soldOne, foreign, 'nonsense', crypto.randomUUID()]);
  expect(body.toSorted()).toEqual([own, soldOne].toSorted());
  expect((await ask([])).body).toEqual([]);
  expect((await market.stranger.get(`/own-products?ids=${own}`)).status).toBe(401);
  const tooMany = Array.from({ length: 101 }, () => own);
  expect((await ask(tooMany)).body).toMatchObject({
    errors: [{ path: 'ids', message: 'ids are at most 100' }],
  });
});

test('a seller of more than a hundred phones is told that the oldest is their own', async () => {
  const many = await market.person('seller');
  const oldest = await market.phone(many);
  for (let count = 0; count < 101; count += 1) await market.phone(many);
  expect((await many.get(`/own-products?ids=${oldest}`)).body).toEqual([oldest]);
});
