import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bookings } from '#db/tables/bookings.ts';
import { products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { callerOf } from '#testing/caller.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { signUp, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const isListed = async (productId: string): Promise<boolean> => {
  const { body } = await market.stranger.get('/products?limit=100');
  return body.some(({ _id }: { _id: string }) => _id === productId);
};

/** Sets the states of booking and phone as settling a payment does, without a card. */
async function pay(bookingId: string, productId: string): Promise<void> {
  const { db } = market.services;
  await db.update(bookings).set({ state: 'paid' }).where(eq(bookings.id, bookingId));
  await writeUnpublished(db).update(products).set({ state: 'sold' }).where(eq(products.id, productId));
}

test('a deleted person’s sessions and password end, and their address is free again', async () => {
  const admin = await market.person('admin');
  const account = { name: 'Mina', email: 'mina@example.com', password: 'Str0ngPass' };
  const { visitor, caller, id } = await signUp(market.address, account);
  expect((await admin.delete(`/users/${id}`)).body).toEqual({ acknowledged: true, deletedCount: 1 });

  const { text } = await mailTo(market.address, account.email, 'was deleted');
  expect(text).toContain('An admin has deleted');
  expect(text).toContain('please write to us');
  expect((await caller.get('/user')).status).toBe(401);
  expect(await visitor.call('GET', `/jwt?email=${account.email}`)).toMatchObject({
    status: 403,
    body: { accessToken: '' },
  });
  expect((await visitor.call('GET', '/auth/get-session')).body).toBeNull();
  const signIn = await visitorOf(market.address).call('POST', '/auth/sign-in/email', account);
  expect(signIn.status).toBe(401);
  expect((await admin.delete(`/users/${id}`)).status).toBe(404);
  const again = await signUp(market.address, account);
  expect(again.id).not.toBe(id);
});

test('a deleted buyer’s unpaid bookings are freed, their paid orders stay for the seller', async () => {
  const admin = await market.person('admin');
  const seller = await market.person('seller');
  const buyer = await market.person('buyer');
  const [unpaid, paid] = [await market.phone(seller), await market.phone(seller)];
  await market.booking(buyer, unpaid);
  const order = await market.booking(buyer, paid);
  await pay(order, paid);

  await admin.delete(`/users/${buyer.id}`);
  expect(await isListed(unpaid)).toBe(true);
  await market.booking(await market.person('buyer'), unpaid);
  const { body } = await admin.get(`/bookedProduct/${order}`);
  expect(body).toMatchObject({ _id: order, paid: true, userEmail: buyer.email, user: buyer.name });
});

test('a deleted seller’s phones leave the catalogue, what is sold stays for its buyer', async () => {
  const admin = await market.person('admin');
  const seller = await market.person('seller');
  const buyer = await market.person('buyer');
  const [live, reserved, sold] = [
    await market.phone(seller),
    await market.phone(seller),
    await market.phone(seller),
  ];
  await seller.post('/adsProducts', { uniqId: live });
  await market.booking(buyer, reserved);
  const order = await market.booking(buyer, sold);
  await pay(order, sold);

  await admin.delete(`/users/${seller.id}`);
  expect(await isListed(live)).toBe(false);
  expect((await market.stranger.get('/adsProducts')).body).toEqual([]);
  expect(
    (await buyer.post('/bookedProduct', { productId: live, userLocation: 'x', phone: '1' })).status,
  ).toBe(404);
  const mine = (await buyer.get(`/bookedProduct?userEmail=${buyer.email}`)).body;
  expect(mine.map(({ _id }: { _id: string }) => _id)).toEqual([order]);
  expect(mine[0]).toMatchObject({ paid: true, seller: seller.name });
});

test('an admin cannot delete themselves, and another spelling of their id names nobody', async () => {
  const admin = await market.person('admin');
  const reply = await admin.delete(`/users/${admin.id}`);
  expect(reply).toMatchObject({ status: 409, body: { acknowledged: false, code: 'users.is-yourself' } });
  expect((await admin.delete(`/users/${admin.id.toUpperCase()}`)).status).toBe(404);
  expect((await admin.get('/user')).status).toBe(200);
});

test('one of two admins who delete each other at once remains', async () => {
  const own = await freshMarket();
  const admin = await own.person('admin');
  const other = await own.person('admin');
  const { db } = own.services;
  // Removes the installation's own admin's role, so that only these two are admins.
  await writeUnpublished(db).update(users).set({ role: 'user' }).where(eq(users.email, 'admin@example.com'));
  await Promise.all([admin.delete(`/users/${other.id}`), other.delete(`/users/${admin.id}`)]);
  const rows = await db.select().from(users).where(eq(users.role, 'admin'));
  expect(rows.filter(({ removedAt }) => removedAt === null)).toHaveLength(1);
});

test('an admin whom another one deletes at this moment cannot suspend that one, nor the other way round', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const [one, other] = [await market.person('admin'), await market.person('admin')];
    const replies = await Promise.all([
      one.delete(`/users/${other.id}`),
      other.post(`/users/${one.id}/suspend`, { reason: 'Fake phones.' }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  }
});

test('the last admin cannot be deleted', async () => {
  const own = await freshMarket();
  const admin = await own.person('admin');
  const { db } = own.services;
  await writeUnpublished(db).update(users).set({ role: 'user' }).where(eq(users.email, 'admin@example.com'));
  const reply = await admin.delete(`/users/${admin.id}`);
  expect(reply).toMatchObject({ status: 409, body: { code: 'users.is-last-admin' } });
  expect((await callerOf(own.address, admin.token).get('/user')).status).toBe(200);
});
