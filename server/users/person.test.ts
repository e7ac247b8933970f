import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type Market, openMarket } from '#testing/market.ts';
import { act, orderIn } from '#testing/order-requests.ts';
import { pathsWith, prime } from '#testing/cached-answers.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const seen = async (id: string) => (await market.stranger.get(`/person/${id}`)).body;

test('a public page says who somebody is, what is confirmed, and nothing by which to reach them', async () => {
  const seller = await market.person('seller', { emailVerified: true, verifiedAt: new Date() });
  await seller.patch('/user', { city: ' Dhaka ', about: 'I repair phones.', languages: ['bn', 'en', 'bn'] });
  const { status, body } = await market.stranger.get(`/person/${seller.id}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    _id: seller.id,
    name: seller.name,
    photoURL: '',
    city: 'Dhaka',
    about: 'I repair phones.',
    languages: ['bn', 'en'],
    since: expect.stringMatching(/^\d{4}-/),
    emailConfirmed: true,
    isSeller: true,
    status: 'verify',
    sold: 0,
    bought: 0,
  });
  expect((await seller.get('/user')).body).toMatchObject({ city: 'Dhaka', languages: ['bn', 'en'] });
});

test('completed orders are counted for both sides, and cached pages follow', async () => {
  const [buyer, seller] = [await market.person('buyer'), await market.person('seller')];
  const paths = [seller, buyer].map((person) => `/person/${person.id}`);
  const id = await orderIn(market, { buyer, seller, admin: await market.person('admin') }, 'handed_over');
  // The sale itself has changed both pages.
  await prime(market.address, paths);
  await act(buyer, id, 'accept');
  expect(await seen(seller.id)).toMatchObject({ sold: 1, bought: 0 });
  expect(await seen(buyer.id)).toMatchObject({ sold: 0, bought: 1 });
});

test('nobody has a page who is unknown, an admin, or has not finished signing up; who has left is gone', async () => {
  const admin = await market.person('admin');
  const newcomer = await market.person('buyer', { registeredAt: null });
  const gone = await market.person('buyer');
  await admin.delete(`/users/${gone.id}`);
  for (const id of [admin.id, newcomer.id, crypto.randomUUID()])
    expect(await market.stranger.get(`/person/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'users.no-page' },
    });
  expect((await market.stranger.get('/person/mina')).status).toBe(404);
  expect(await market.stranger.get(`/person/${gone.id}`)).toMatchObject({
    status: 410,
    body: { code: 'users.has-left' },
  });
});

test('a cached page changes with what its person says, and a list of their phones with the next one', async () => {
  const seller = await market.person('seller');
  const first = await market.phone(seller);
  const page = `/person/${seller.id}`;
  const list = `/products?seller=${seller.id}`;
  await prime(market.address, [page, list]);
  await seller.patch('/user', { about: 'Back in May' });
  await expect.poll(() => pathsWith(market.address, [page], 'Back in May')).toEqual([page]);
  const second = await market.phone(seller);
  await expect.poll(() => pathsWith(market.address, [list], second)).toEqual([list]);
  // A booked phone is still listed, and marked as booked.
  await market.booking(await market.person('buyer'), first);
  const marks = async () => (await market.stranger.get(list)).body.map(({ mark }: { mark: string }) => mark);
  await expect.poll(marks).toEqual(['new', 'reserved']);
  expect((await market.stranger.get(`/products?seller=${crypto.randomUUID()}`)).body).toEqual([]);
});

test('what a seller says about themselves is published for their own page only, since no card shows it', async () => {
  const seller = await market.person('seller');
  const published: string[] = [];
  market.services.changes.subscribe({
    changed: (topics) => void published.push(...topics.filter((topic) => topic.endsWith(seller.id))),
    disconnected: vi.fn<() => void>(),
    connected: vi.fn<() => void>(),
  });
  await seller.patch('/user', { city: 'Dhaka', about: 'I repair phones.', languages: ['bn'] });
  expect(published).toEqual([`person:${seller.id}`]);
  await seller.patch('/user', { name: 'Mina Rahman' });
  expect(published).toContain(`seller:${seller.id}`);
});

test('the cached page of somebody who is suspended is gone at once, and back with the end', async () => {
  const admin = await market.person('admin');
  const seller = await market.person('seller');
  const page = `/person/${seller.id}`;
  await prime(market.address, [page]);
  await admin.post(`/users/${seller.id}/suspend`, { reason: 'Fake phones.', days: 3 });
  expect((await market.stranger.get(page)).status).toBe(404);
  await admin.post(`/users/${seller.id}/lift-suspension`, {});
  expect((await market.stranger.get(page)).status).toBe(200);
});

test('a verification and its end are on the cached page at once', async () => {
  const admin = await market.person('admin');
  const seller = await market.person('seller');
  const page = `/person/${seller.id}`;
  await prime(market.address, [page]);
  await admin.put(`/users/admin/${seller.id}`, {});
  expect((await seen(seller.id)).status).toBe('verify');
  await prime(market.address, [page]);
  await admin.post(`/users/${seller.id}/unverify`, {});
  expect((await seen(seller.id)).status).toBeNull();
});

test.each([
  [{ about: 'Mail me: mina@example.com' }, 'about', /e-mail addresses/],
  [{ about: 'Call 01811 000 000' }, 'about', /telephone numbers/],
  [{ city: 'www.example.com' }, 'city', /links/],
  [{ about: 'See \u202Emoc.live' }, 'about', /cannot be shown/],
  [{ city: '\u202Eakahd' }, 'city', /cannot be shown/],
  [{ city: '\u200B\u2060' }, 'city', /cannot be shown/],
  [{ city: 'Dhaka\nVerified' }, 'city', /cannot be shown/],
  [{ about: 'x'.repeat(301) }, 'about', /at most 300/],
  [{ languages: ['en', 'tlh'] }, 'languages.1', /of the list/],
])('%j is refused with the reason beside its field', async (changes, path, message) => {
  const person = await market.person('buyer');
  const reply = await person.patch('/user', changes);
  expect(reply).toMatchObject({
    status: 400,
    body: { errors: [{ path, message: expect.stringMatching(message) }] },
  });
  expect(await seen(person.id)).toMatchObject({ about: '', city: '', languages: [] });
});

test('a buyer becomes a seller, and keeps their orders', async () => {
  const buyer = await market.person('buyer');
  const booking = await market.booking(buyer, await market.phone(await market.person('seller')));
  expect((await buyer.post('/user/seller')).body).toEqual({ acknowledged: true, modifiedCount: 1 });
  expect((await buyer.post('/user/seller')).body).toEqual({ acknowledged: true, modifiedCount: 0 });
  expect((await buyer.get(`/users/seller/${buyer.email}`)).body).toEqual({ seller: true });
  const phone = await market.phone(buyer);
  expect((await market.stranger.get(`/products/${phone}`)).body).toMatchObject({ name: buyer.name });
  const mine = (await buyer.get(`/bookedProduct?userEmail=${buyer.email}`)).body;
  expect(mine.map(({ _id }: { _id: string }) => _id)).toEqual([booking]);
});

test('an admin stays what they are, and an unfinished sign-up is finished first', async () => {
  const admin = await market.person('admin');
  const newcomer = await market.person('buyer', { registeredAt: null });
  expect((await admin.post('/user/seller')).body).toMatchObject({ modifiedCount: 0 });
  expect(await newcomer.post('/user/seller')).toMatchObject({
    status: 409,
    body: { code: 'users.sign-up-unfinished' },
  });
  for (const person of [admin, newcomer])
    expect((await person.get(`/users/seller/${person.email}`)).body).toEqual({ seller: false });
});
