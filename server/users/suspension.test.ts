// A suspended person: what still works, what does not, and how a suspension ends.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { staffActions } from '#db/tables/staff.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { callerOf } from '#testing/caller.ts';
import { pathsWith, prime } from '#testing/cached-answers.ts';
import { allMailsTo } from '#testing/all-mail.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, newBooking, newPhone, openMarket, type TestPerson } from '#testing/market.ts';
import { act, paidOrder } from '#testing/order-requests.ts';
import { secondServerMs, startSecondServer } from '#testing/second-server.ts';
import { signUp } from '#testing/visitor.ts';
import { suspensionDeadline } from './service.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  admin = await market.person('admin', { emailVerified: true });
});
afterAll(() => market.close());

/** People whom no other test suspends. */
async function newSides(): Promise<{ seller: TestPerson; buyer: TestPerson }> {
  const confirmed = { emailVerified: true };
  return { seller: await market.person('seller', confirmed), buyer: await market.person('buyer', confirmed) };
}

const reason = 'Three phones were not as described.';
const suspend = ({ id }: { id: string }, days: number | null = 3, by = admin) =>
  by.post(`/users/${id}/suspend`, { reason, days });
const lift = ({ id }: { id: string }, words?: string) =>
  admin.post(`/users/${id}/lift-suspension`, { words });
const runOut = () => runDue(market.services, suspensionDeadline(market.services.suspensions));
const refusal = { status: 403, body: { code: 'request.suspended', reason } };
const historyOf = async ({ id }: { id: string }) =>
  market.services.db.select().from(staffActions).where(eq(staffActions.personId, id));

test(
  'a suspension holds with the next request in every process, and says why and until when',
  async () => {
    const second = await startSecondServer(market);
    onTestFinished(() => second.close());
    const { seller } = await newSides();
    const token = await market.services.tokens.issue(seller);
    const elsewhere = callerOf(second.address, token);
    expect((await elsewhere.get('/user')).body).toMatchObject({ isSuspended: false });
    expect(await suspend(seller)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    const entry = { ...newPhone, image: await market.picture(), categoryId: await market.category() };
    for (const caller of [seller, elsewhere]) {
      const refused = await caller.post('/products', entry);
      expect(refused).toMatchObject({ ...refusal, body: { ...refusal.body, acknowledged: false } });
      expect(refused.body.message).toMatch(
        /suspended until \d+ \w+ \d{4}\. You can .* appeal in your dashboard\. The reason: Three phones /,
      );
      // As all times of the API, in whatever time zone the database runs.
      expect(refused.body.suspendedUntil).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
      expect((await caller.get('/user')).body).toMatchObject({ isSuspended: true });
    }
    await lift(seller);
    expect((await elsewhere.post('/products', entry)).status).toBe(200);
  },
  secondServerMs,
);

test('a suspended person can sign in', async () => {
  const account = { name: 'Mina', email: 'suspended@example.com', password: 'Str0ngPass' };
  const { id, visitor } = await signUp(market.address, account);
  await suspend({ id });
  expect((await visitor.call('POST', '/auth/sign-in/email', account)).status).toBe(200);
  const { body } = await visitor.call('GET', '/jwt');
  const mina = callerOf(market.address, body.accessToken);
  expect((await mina.get('/bookedProduct')).status).toBe(200);
  expect((await mina.get('/suspension')).body).toMatchObject({ reason, appeal: null });
  expect(await mina.patch('/user', { name: 'Another' })).toMatchObject(refusal);
});

test('phones of a suspended seller are gone from every list, the search and their page, and come back', async () => {
  const { seller, buyer } = await newSides();
  const model = `Hidden ${seller.id.slice(-8)}`;
  const id = await market.phone(seller, { model });
  const paused = await market.phone(seller);
  await seller.put(`/products/${paused}/state`, { state: 'paused' });
  await prime(market.address, [`/products/${paused}`]);
  const category = await market.category();
  await seller.post('/adsProducts', { uniqId: id });
  const paths = [
    '/products?limit=100',
    `/products?id=${category}&limit=100`,
    `/products?email=${seller.email}`,
    `/products/${id}`,
    '/adsProducts?limit=100',
    `/search?query=${encodeURIComponent(model)}`,
  ];
  expect(await pathsWith(market.address, paths, model)).toEqual(paths);
  await suspend(seller);
  await expect.poll(() => pathsWith(market.address, paths, model)).toEqual([]);
  expect((await market.stranger.get(`/products/${id}`)).status).toBe(404);
  expect((await market.stranger.get(`/products/${id}/similar`)).status).toBe(404);
  expect((await buyer.post('/bookedProduct', { productId: id, ...newBooking })).status).toBe(404);
  expect((await market.stranger.get(`/products/${paused}`)).status).toBe(404);
  // Hidden but not ended: the seller and admins see it.
  expect((await seller.get(`/products?email=${seller.email}`)).body).toMatchObject([
    { _id: paused, state: 'paused' },
    { _id: id, state: 'hidden', isAdvertised: true },
  ]);
  await lift(seller);
  await expect.poll(() => pathsWith(market.address, paths, model)).toEqual(paths);
});

test('the unpaid holds of a suspended buyer end, and they cannot book', async () => {
  const { seller, buyer } = await newSides();
  const productId = await market.phone(seller);
  const bookingId = await market.booking(buyer, productId);
  await suspend(buyer);
  expect((await buyer.get(`/bookedProduct/${bookingId}`)).body).toMatchObject({ paid: false });
  expect((await market.stranger.get(`/products/${productId}`)).body.state).toBe('live');
  expect(await buyer.post('/bookedProduct', { productId, ...newBooking })).toMatchObject(refusal);
  expect(await buyer.post('/bookedProduct', { productId })).toMatchObject(refusal);
  expect(await buyer.post('/create-payment-intent', { sell: 1, paymentId: bookingId })).toMatchObject(
    refusal,
  );
  await lift(buyer);
  const other = await market.phone(seller);
  expect((await buyer.post('/bookedProduct', { productId: other, ...newBooking })).status).toBe(200);
});

test('a held phone of a suspended seller is hidden when its hold ends, and shown when the suspension is over', async () => {
  const { seller, buyer } = await newSides();
  const productId = await market.phone(seller);
  const bookingId = await market.booking(buyer, productId);
  await suspend(seller);
  expect((await market.stranger.get(`/products/${productId}`)).body.state).toBe('reserved');
  await buyer.delete(`/bookedProduct?id=${bookingId}`);
  expect((await market.stranger.get(`/products/${productId}`)).status).toBe(404);
  await lift(seller);
  expect((await market.stranger.get(`/products/${productId}`)).body.state).toBe('live');
});

test('a paid order can be completed if one of its sides is suspended', async () => {
  const { seller, buyer } = await newSides();
  const id = await paidOrder(market, { buyer, seller });
  await suspend(seller);
  // A suspended seller has no public page, so the buyer gets no link to it; admins have their own page.
  expect((await buyer.get(`/orders/${id}`)).body.sellerContact).not.toHaveProperty('_id');
  expect((await admin.get(`/orders/${id}`)).body.sellerContact).toMatchObject({ _id: seller.id });
  await suspend(buyer);
  await act(buyer, id, 'choose-delivery');
  await act(seller, id, 'send');
  await act(buyer, id, 'confirm-receipt');
  await act(buyer, id, 'accept');
  for (const person of [buyer, seller])
    expect((await person.get(`/orders/${id}`)).body).toMatchObject({ state: 'completed' });
  // They still cannot list anything new.
  const other = await paidOrder(market, {
    buyer: await market.person('buyer', { emailVerified: true }),
    seller: await liftedFor(seller),
  });
  await act(seller, other, 'cancel');
  await suspend(seller);
  expect(await seller.post(`/orders/${other}/list-again`)).toMatchObject(refusal);
});

async function liftedFor(person: TestPerson): Promise<TestPerson> {
  await lift(person);
  return person;
}

test('a suspension runs out by itself, and the person is told of both', async () => {
  const { seller } = await newSides();
  const productId = await market.phone(seller);
  await suspend(seller, 2);
  const { text } = await mailTo(market.address, seller.email, 'is suspended');
  expect(text).toContain(reason);
  expect(text).toMatch(/until \d+ \w+ \d{4}/);
  expect(text).toContain('/dashboard/suspension');
  expect((await seller.get('/notifications')).body).toMatchObject([
    { title: 'Your Ringback account is suspended' },
  ]);
  const minutes = 2 * 24 * 60;
  market.clock.advance(minutes - 1);
  try {
    const { db, suspensions } = market.services;
    expect(await suspensionDeadline(suspensions).run(db, seller.id, market.clock.now())).toBe(false);
    expect((await market.stranger.get(`/products/${productId}`)).status).toBe(404);
    market.clock.advance(1);
    await runOut();
    expect((await market.stranger.get(`/products/${productId}`)).body.state).toBe('live');
    // Wait for the mail before the clock is set back: a mail that is queued in the future is not due.
    await mailTo(market.address, seller.email, 'is open again');
  } finally {
    market.clock.advance(-minutes);
  }
  expect((await seller.get('/suspension')).body).toBeNull();
});

test('one appeal, which admins are told of and answer by keeping or by lifting', async () => {
  const { buyer } = await newSides();
  expect(await buyer.post('/suspension/appeal', { text: 'Why?' })).toMatchObject({
    status: 409,
    body: { code: 'users.not-suspended' },
  });
  await suspend(buyer, null);
  const appeal = (text: string) => buyer.post('/suspension/appeal', { text });
  expect((await appeal(' ')).status).toBe(400);
  expect(await admin.post(`/users/${buyer.id}/keep-suspension`, { words: 'No.' })).toMatchObject({
    status: 409,
    body: { code: 'users.no-appeal' },
  });
  expect((await appeal('It was my brother.')).status).toBe(200);
  expect(await appeal('Once more.')).toMatchObject({
    status: 409,
    body: { code: 'users.has-appealed' },
  });
  await mailTo(market.address, admin.email, `${buyer.name} appeals`);
  await admin.post(`/users/${buyer.id}/keep-suspension`, { words: 'Your account, your brother.' });
  const { text } = await mailTo(market.address, buyer.email, 'have read your appeal');
  expect(text).toContain('Your account, your brother.');
  expect((await buyer.get('/suspension')).body).toMatchObject({
    until: null,
    appeal: 'It was my brother.',
    answer: 'Your account, your brother.',
  });
  await lift(buyer, 'He has apologised.');
  expect((await mailTo(market.address, buyer.email, 'is open again')).text).toContain('He has apologised.');
  expect(await historyOf(buyer)).toMatchObject([
    { kind: 'person-suspended', actor: admin.id, detail: 'until further notice', words: reason },
    { kind: 'suspension-kept', words: 'Your account, your brother.' },
    { kind: 'suspension-lifted', words: 'He has apologised.' },
  ]);
});

test('a suspension of oneself, of a suspended person and of an unknown one is refused', async () => {
  const { seller, buyer } = await newSides();
  expect(await suspend(admin)).toMatchObject({ status: 409, body: { code: 'users.suspends-yourself' } });
  await suspend(buyer);
  expect(await suspend(buyer)).toMatchObject({ status: 409, body: { code: 'users.already-suspended' } });
  expect((await suspend({ id: market.services.clock.now().toISOString() })).status).toBe(404);
  expect(await lift(seller)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
  for (const days of [0, 366, 1.5, '3'])
    expect((await admin.post(`/users/${seller.id}/suspend`, { reason, days })).status).toBe(400);
  expect((await admin.post(`/users/${seller.id}/suspend`, {})).body.errors).toMatchObject([
    { path: 'reason' },
  ]);
});

test('one of two admins who suspend each other at once remains an admin', async () => {
  const [one, other] = [await market.person('admin'), await market.person('admin')];
  const replies = await Promise.all([suspend(other, 3, one), suspend(one, 3, other)]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 403)).toHaveLength(1);
  const out = replies[0]?.status === 200 ? other : one;
  expect((await out.get(`/users/admin/${out.email}`)).body).toEqual({ isAdmin: false });
  expect((await out.get('/users?userType=Buyer')).body).toMatchObject({ code: 'request.suspended' });
});

test('listing and suspending at once leave no phone for sale', async () => {
  const { seller } = await newSides();
  const entry = { ...newPhone, image: await market.picture(), categoryId: await market.category() };
  const listing = Array.from({ length: 6 }, () => seller.post('/products', entry));
  await Promise.all([...listing, suspend(seller)]);
  expect((await market.stranger.get(`/products?email=${seller.email}`)).body).toEqual([]);
});

test('a suspended person can be deleted, and hears nothing of the end of a suspension', async () => {
  const { buyer } = await newSides();
  await suspend(buyer, 1);
  const { text } = await mailTo(market.address, buyer.email, 'is suspended');
  // Buyers have no phones.
  expect(text).toContain(
    'If you sell, your phones are hidden (one that somebody has booked can still be paid)',
  );
  expect((await admin.delete(`/users/${buyer.id}`)).status).toBe(200);
  market.clock.advance(2 * 24 * 60);
  await runOut();
  market.clock.advance(-2 * 24 * 60);
  const mails = await allMailsTo(market, buyer.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your Ringback account was deleted',
    'Your Ringback account is suspended',
  ]);
});

test('a verification is taken back, recorded, and leaves the cards', async () => {
  const { seller, buyer } = await newSides();
  const id = await market.phone(seller);
  await admin.put(`/users/admin/${seller.id}`, {});
  expect((await market.stranger.get(`/products/${id}`)).body.status).toBe('verify');
  const unverify = () => admin.post(`/users/${seller.id}/unverify`);
  expect((await unverify()).body).toEqual({ acknowledged: true, modifiedCount: 1 });
  expect((await unverify()).body).toEqual({ acknowledged: true, modifiedCount: 0 });
  await expect.poll(async () => (await market.stranger.get(`/products/${id}`)).body.status).toBeNull();
  expect((await historyOf(seller)).map(({ kind }) => kind)).toEqual(['seller-verified', 'seller-unverified']);
  expect(await admin.post(`/users/${buyer.id}/unverify`)).toMatchObject({
    status: 409,
    body: { code: 'users.not-a-seller' },
  });
});
