import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';

import { formatMoment } from '#contract/dates.ts';
import { dayMs } from '#contract/durations.ts';
import { maxFailedRefunds } from '#contract/payments.ts';
import { users } from '#db/tables/users.ts';
import { notifications } from '#db/tables/notifications.ts';
import { recordRefunds } from '#server/payments/record-refunds.ts';
import { refundCharge } from '#server/payments/refund-charge.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { chargeOfOrder, endRefunds, openSilentMarket } from '#testing/card-processor.ts';
import { callerOf } from '#testing/caller.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, newPhone, openSession } from '#testing/market.ts';
import { firstStep, nextCode, protectedPerson, secondStep } from '#testing/protected-person.ts';
import { mailTo } from '#testing/mailbox.ts';
import { newSides, orderIn, type Sides } from '#testing/order-requests.ts';
import { runDeadlines } from '#testing/run-deadlines.ts';
import { signUp, visitorOf } from '#testing/visitor.ts';

const account = { name: 'Mina', email: 'mina@example.com', password: 'Str0ngPass' };
const polling = { timeout: 20_000, interval: 50 };

/** A seller with a password. */
async function newSeller(market: Market) {
  const { caller, id, visitor } = await signUp(market.address, account);
  await caller.post('/users', { name: account.name, email: account.email, userType: 'Seller' });
  return { visitor, seller: { ...(await market.person('seller')), ...caller, id } };
}

const rowOf = async ({ services: { db } }: Market, id: string) => {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
};

test('a person who leaves is logged out everywhere, and their phones and holds leave the market', async () => {
  const market = await freshMarket();
  const seller = await market.person('seller');
  const { db, tokens } = market.services;
  const elsewhere = { ...seller, sessionId: await openSession(db, seller.id) };
  const callers = [seller, callerOf(market.address, await tokens.issue(elsewhere))];
  const statuses = () => Promise.all(callers.map(async (caller) => (await caller.get('/user')).status));
  expect(await statuses()).toEqual([200, 200]);
  const other = await market.person('seller');
  const [own, held] = [await market.phone(seller), await market.phone(other)];
  await market.booking(seller, held);
  const { status, body } = await seller.post('/privacy/leave');
  expect(status).toBe(200);
  const days = (new Date(body.until).getTime() - market.clock.now().getTime()) / dayMs;
  expect(Math.round(days)).toBe(14);
  expect(await statuses()).toEqual([401, 401]);
  expect((await market.stranger.get(`/products/${own}`)).status).toBe(404);
  const { body: listed } = await market.stranger.get('/products?limit=100');
  expect(listed.map(({ _id }: { _id: string }) => _id)).toEqual([held]);
});

test('phones of whoever leaves are hidden, their holds end, and taking it back shows them again', async () => {
  const market = await freshMarket();
  const { seller, visitor } = await newSeller(market);
  const [live, held, paused] = [
    await market.phone(seller),
    await market.phone(seller),
    await market.phone(seller),
  ];
  await seller.put(`/products/${paused}/state`, { state: 'paused' });
  const elsewhere = await market.phone(seller);
  await seller.put(`/products/${elsewhere}/state`, { state: 'sold_elsewhere' });
  const buyer = await market.person('buyer');
  const hold = await market.booking(buyer, held);
  const pages = async () =>
    Promise.all(
      [live, held, paused].map(async (each) => (await market.stranger.get(`/products/${each}`)).status),
    );
  expect(await pages()).toEqual([200, 200, 200]);
  expect((await seller.post('/privacy/leave')).status).toBe(200);
  expect(await pages()).toEqual([404, 404, 404]);
  expect((await buyer.get(`/bookedProduct/${hold}`)).body).toMatchObject({ state: 'cancelled' });
  expect((await market.stranger.get(`/products/${elsewhere}`)).status).toBe(404);
  const stateOf = async (each: string) => (await market.stranger.get(`/products/${each}`)).body.state;
  await visitor.call('POST', '/auth/sign-in/email', account);
  await vi.waitFor(async () => expect(await stateOf(live)).toBe('live'), polling);
  const others = [await stateOf(held), await stateOf(paused), await stateOf(elsewhere)];
  expect(others).toEqual(['live', 'paused', 'sold_elsewhere']);
});

test('phones of somebody who is suspended stay hidden when a deletion is taken back, and the other way round', async () => {
  const market = await freshMarket();
  const admin = await market.person('admin');
  const { seller, visitor } = await newSeller(market);
  const phone = await market.phone(seller);
  await seller.post('/privacy/leave');
  await admin.post(`/users/${seller.id}/suspend`, { reason: 'Fake phones.', days: 3 });
  await visitor.call('POST', '/auth/sign-in/email', account);
  const stays = await mailTo(market.address, account.email, 'Your account stays');
  expect(stays.text).toContain('still suspended, so your phones stay hidden');
  expect(stays.text).not.toContain('for sale again');
  expect((await market.stranger.get(`/products/${phone}`)).status).toBe(404);
  const again = callerOf(market.address, (await visitor.call('GET', '/jwt')).body.accessToken);
  expect((await again.post('/privacy/leave')).status).toBe(403);
  await writeUnpublished(market.services.db)
    .update(users)
    .set({ leavingAt: new Date() })
    .where(eq(users.id, seller.id));
  await admin.post(`/users/${seller.id}/lift-suspension`, {});
  expect((await market.stranger.get(`/products/${phone}`)).status).toBe(404);
  const over = await mailTo(market.address, account.email, 'Your suspension at Ringback is over');
  expect(over.text).toContain('Your account is being deleted, as you asked. To keep it, log in.');
  expect(over.text).not.toContain('for sale again');
});

test('listing and leaving at once leave no phone for sale', async () => {
  const market = await freshMarket();
  const seller = await market.person('seller');
  const entry = { ...newPhone, image: await market.picture(), categoryId: await market.category() };
  const listing = Array.from({ length: 6 }, () => seller.post('/products', entry));
  await Promise.all([...listing, seller.post('/privacy/leave')]);
  expect((await market.stranger.get(`/products?seller=${seller.id}`)).body).toEqual([]);
});

test('signing in takes the deletion back, and says so', async () => {
  const market = await freshMarket();
  const { caller, id } = await signUp(market.address, account);
  expect((await caller.post('/privacy/leave')).status).toBe(200);
  market.clock.advance(13 * 24 * 60);
  const visitor = visitorOf(market.address);
  expect((await visitor.call('POST', '/auth/sign-in/email', account)).status).toBe(200);
  const { accessToken } = (await visitor.call('GET', '/jwt')).body;
  const again = callerOf(market.address, accessToken);
  expect((await again.get('/privacy')).body.cameBackAt).toEqual(expect.any(String));
  await vi.waitFor(async () => {
    const rows = await market.services.db
      .select()
      .from(notifications)
      .where(eq(notifications.kind, 'leaving-taken-back'));
    expect(rows.map(({ channel }) => channel).toSorted()).toEqual(['mail', 'page']);
  }, polling);
  market.clock.advance(2 * 24 * 60);
  await runDeadlines(market);
  expect(await rowOf(market, id)).toMatchObject({
    leavingAt: null,
    eraseDueAt: null,
    erasedAt: null,
    email: account.email,
  });
});

test('the password alone does not undo a deletion if a second factor is needed', async () => {
  const market = await freshMarket();
  const person = await protectedPerson(market);
  expect((await person.caller.post('/privacy/leave')).status).toBe(200);
  const visitor = await firstStep(market, person);
  expect((await rowOf(market, person.id))?.leavingAt).not.toBeNull();
  expect((await secondStep(visitor, nextCode(market, person))).status).toBe(200);
  expect((await rowOf(market, person.id))?.leavingAt).toBeNull();
});

test('a wrong password does not undo a deletion', async () => {
  const market = await freshMarket();
  const { caller, id } = await signUp(market.address, account);
  await caller.post('/privacy/leave');
  const wrong = { ...account, password: 'Wr0ngPass' };
  expect((await visitorOf(market.address).call('POST', '/auth/sign-in/email', wrong)).status).toBe(401);
  expect((await rowOf(market, id))?.leavingAt).not.toBeNull();
});

test('after 14 days the account is erased with its phones, and its address is free again', async () => {
  const market = await freshMarket();
  const { seller } = await newSeller(market);
  const { id } = seller;
  await market.phone(seller);
  const paused = await market.phone(seller);
  await seller.put(`/products/${paused}/state`, { state: 'paused' });
  const { until } = (await seller.post('/privacy/leave')).body;
  const { text } = await mailTo(market.address, account.email, 'is being deleted');
  expect(text).toContain('just log in');
  // To the minute: in America the day in UTC begins on the evening before.
  expect(text).toContain(formatMoment(until));
  market.clock.advance(14 * 24 * 60 + 1);
  await runDeadlines(market);
  await vi.waitFor(async () => expect((await rowOf(market, id))?.erasedAt).not.toBeNull(), polling);
  expect(await rowOf(market, id)).toMatchObject({ name: 'Deleted person', email: `${id}@removed.invalid` });
  await mailTo(market.address, account.email, 'is erased');
  const signIn = await visitorOf(market.address).call('POST', '/auth/sign-in/email', account);
  expect(signIn.status).toBe(401);
  expect((await signUp(market.address, account)).id).not.toBe(id);
});

test('leaving is refused with open orders or unsettled money, and the answer names them', async () => {
  const market = await freshMarket();
  const sides = await newSides(market);
  const open = await orderIn(market, sides, 'paid');
  for (const person of [sides.buyer, sides.seller]) {
    const reply = await person.post('/privacy/leave');
    expect(reply).toMatchObject({ status: 409, body: { code: 'privacy.deals-open', acknowledged: false } });
    const obstacle = { what: expect.stringContaining('The order of the'), path: `/dashboard/order/${open}` };
    expect(reply.body.obstacles).toEqual([obstacle]);
    expect((await person.get('/privacy')).body.obstacles).toEqual([obstacle]);
    expect((await person.get('/user')).status).toBe(200);
  }
  await orderIn(market, sides, 'completed');
  const { obstacles } = (await sides.seller.post('/privacy/leave')).body;
  expect(obstacles).toContainEqual({
    what: expect.stringMatching(/^\$\d+\.\d\d of yours that is not paid out$/),
    path: '/dashboard/payouts',
  });
});

const refundOf = async ({ buyer }: Sides) => (await buyer.get('/privacy')).body.obstacles[0]?.what;

test('the reasons that keep an account do not call a refused refund on its way', async () => {
  const market = await openSilentMarket();
  try {
    const waiting = await newSides(market);
    await orderIn(market, waiting, 'cancelled', 'pm_card_pendingRefund');
    expect(await refundOf(waiting)).toBe('The refund for the Pixel 8 Pro, which is on its way');
    const sides = await newSides(market);
    const id = await orderIn(market, sides, 'cancelled', 'pm_card_refundFail');
    const charge = await chargeOfOrder(market, id);
    for (let failed = 0; failed <= maxFailedRefunds; failed += 1) {
      await refundCharge(market.services, charge);
      await endRefunds(market);
      await recordRefunds(market.services, charge);
    }
    expect(await refundOf(sides)).toBe(
      'The refund for the Pixel 8 Pro, which could not be paid to your card: one of us is looking for another way and will write to you',
    );
  } finally {
    await market.close();
  }
});

test('leaving is refused to the last admin, and without a fresh sign-in', async () => {
  const market = await freshMarket();
  const admin = await market.person('admin');
  const { db } = market.services;
  await writeUnpublished(db).update(users).set({ role: 'user' }).where(eq(users.email, 'admin@example.com'));
  expect(await admin.post('/privacy/leave')).toMatchObject({
    status: 409,
    body: { code: 'users.is-last-admin' },
  });
  expect((await admin.get('/user')).status).toBe(200);
  const buyer = await market.person('buyer');
  market.clock.advance(11);
  expect(await buyer.post('/privacy/leave')).toMatchObject({
    status: 403,
    body: { code: 'request.fresh-sign-in-needed' },
  });
});

test('leaving is refused to an admin if all others are suspended: nobody could lift that', async () => {
  const market = await freshMarket();
  const [admin, other] = [await market.person('admin'), await market.person('admin')];
  const { db } = market.services;
  await writeUnpublished(db).update(users).set({ role: 'user' }).where(eq(users.email, 'admin@example.com'));
  await admin.post(`/users/${other.id}/suspend`, { reason: 'Absent.' });
  expect(await admin.post('/privacy/leave')).toMatchObject({
    status: 409,
    body: { code: 'users.is-last-admin' },
  });
  expect((await admin.delete(`/users/${other.id}`)).body).toMatchObject({ deletedCount: 1 });
});

test('one of two admins who leave at once remains', async () => {
  const market = await freshMarket();
  const [one, other] = [await market.person('admin'), await market.person('admin')];
  const { db } = market.services;
  await writeUnpublished(db).update(users).set({ role: 'user' }).where(eq(users.email, 'admin@example.com'));
  const replies = await Promise.all([one.post('/privacy/leave'), other.post('/privacy/leave')]);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('an admin’s deletion cancels what was not handed over, and waits for the rest', async () => {
  const market = await freshMarket();
  const sides = await newSides(market);
  const paid = await orderIn(market, sides, 'paid');
  const handed = await orderIn(market, sides, 'handed_over');
  expect((await sides.admin.delete(`/users/${sides.seller.id}`)).body).toMatchObject({ deletedCount: 1 });
  expect((await sides.seller.get('/user')).status).toBe(401);
  expect((await sides.buyer.get(`/orders/${paid}`)).body).toMatchObject({
    state: 'cancelled',
    refundedCents: 42_050,
  });
  expect((await sides.buyer.get(`/orders/${handed}`)).body).toMatchObject({ state: 'handed_over' });
  market.clock.advance(24 * 60);
  const before = (await rowOf(market, sides.seller.id))?.eraseDueAt;
  await writeUnpublished(market.services.db)
    .update(users)
    .set({ eraseDueAt: market.clock.now() })
    .where(eq(users.id, sides.seller.id));
  await runDeadlines(market);
  await vi.waitFor(async () => {
    const row = await rowOf(market, sides.seller.id);
    expect(row?.eraseDueAt?.getTime()).toBeGreaterThan(market.clock.now().getTime());
    expect(row?.eraseDueAt).not.toEqual(before);
    expect(row?.erasedAt).toBeNull();
  }, polling);
});
