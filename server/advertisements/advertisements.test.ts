import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { advertisements } from '#db/tables/advertisements.ts';
import { products } from '#db/tables/products.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { type Market, newPhone, openMarket, type TestPerson } from '#testing/market.ts';

let market: Market;
let seller: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  seller = await market.person('seller');
});
afterAll(() => market.close());

const advertised = async (): Promise<string[]> => {
  const { body } = await market.stranger.get('/adsProducts?limit=100');
  return body.map(({ uniqId }: { uniqId: string }) => uniqId);
};

const running = (productId: string) =>
  market.services.db
    .select()
    .from(advertisements)
    .where(and(eq(advertisements.productId, productId), isNull(advertisements.endedAt)));

test('a phone as the wire has it is advertised to everybody, with the server’s facts', async () => {
  const image = await market.picture();
  const uniqId = await market.phone(seller, { image });
  const sent = {
    name: 'Forged',
    email: 'forged@example.com',
    seller: 'forged',
    image: 'forged',
    model: 'Forged',
    uniqId,
    phone: '000',
    condition: 'Forged',
    location: 'Forged',
    buy: 1,
    sell: 1,
    useYear: '9',
    time: '0',
  };
  const set = await seller.post('/adsProducts', sent);
  expect(set).toMatchObject({ status: 200, body: { acknowledged: true, insertedId: expect.any(String) } });

  const { body } = await market.stranger.get('/adsProducts');
  const { phone: _phone, ...card } = newPhone;
  expect(body[0]).toMatchObject({ ...card, uniqId, image, name: seller.name, status: null });
  expect(body[0]).not.toHaveProperty('phone');
  expect(body[0]).not.toHaveProperty('email');
});

test('a phone has one advertisement, however many are requested at once', async () => {
  const uniqId = await market.phone(seller);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => seller.post('/adsProducts', { uniqId })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
    expect(status).toBe(409);
    expect(body).toMatchObject({ acknowledged: false, message: 'Your Advertisement Already Set' });
  }
  expect(await running(uniqId)).toHaveLength(1);
});

test('an advertisement is ended by its owner or an admin, and can be set again', async () => {
  const uniqId = await market.phone(seller);
  const admin = await market.person('admin');
  for (const ender of [seller, admin]) {
    expect((await seller.post('/adsProducts', { uniqId })).status).toBe(200);
    const ended = await ender.delete(`/adsProducts?id=${uniqId}`);
    expect(ended.body).toEqual({ acknowledged: true, deletedCount: 1 });
  }
  expect(await advertised()).not.toContain(uniqId);
  const again = await seller.delete(`/adsProducts?id=${uniqId}`);
  expect(again).toMatchObject({ status: 200, body: { deletedCount: 0 } });
  // Only what the admin did is a decision about the seller.
  expect((await admin.get(`/people/${seller.id}`)).body.actions).toMatchObject([
    { kind: 'advertisement-ended', actor: admin.name, detail: newPhone.model },
  ]);
});

test('a booked phone’s advertisement is not shown until the phone is free again', async () => {
  const buyer = await market.person('buyer');
  const uniqId = await market.phone(seller);
  await seller.post('/adsProducts', { uniqId });
  const booking = await market.booking(buyer, uniqId);
  expect(await advertised()).not.toContain(uniqId);
  await buyer.delete(`/bookedProduct?id=${booking}`);
  expect(await advertised()).toContain(uniqId);
});

test('a sold phone cannot be advertised', async () => {
  const uniqId = await market.phone(seller);
  await writeUnpublished(market.services.db)
    .update(products)
    .set({ state: 'sold' })
    .where(eq(products.id, uniqId));
  const reply = await seller.post('/adsProducts', { uniqId });
  expect(reply).toMatchObject({ status: 409, body: { code: 'advertisements.not-live' } });
});

test('the owner’s list says which of their phones are advertised', async () => {
  const owner = await market.person('seller');
  const [plain, put] = [await market.phone(owner), await market.phone(owner)];
  await owner.post('/adsProducts', { uniqId: put });
  const { body } = await owner.get(`/products?email=${owner.email}`);
  expect(body).toMatchObject([
    { _id: put, isAdvertised: true },
    { _id: plain, isAdvertised: false },
  ]);
});

test('advertisements are paged, the newest first', async () => {
  const newest: string[] = [];
  while (newest.length < 3) {
    const uniqId = await market.phone(seller);
    await seller.post('/adsProducts', { uniqId });
    newest.unshift(uniqId);
  }
  const ids: string[] = [];
  let path: string | undefined = '/adsProducts?limit=2';
  while (path !== undefined) {
    const { body, headers } = await market.stranger.get(path);
    ids.push(...body.map(({ uniqId }: { uniqId: string }) => uniqId));
    path = /<\/api(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(ids.slice(0, 3)).toEqual(newest);
  expect(ids).toEqual(await advertised());
});
