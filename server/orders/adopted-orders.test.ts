// Bookings that were paid before orders existed: the statements of the migration turn them into orders.
import { readdir, readFile } from 'node:fs/promises';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { bookings } from '#db/tables/bookings.ts';
import { orders } from '#db/tables/orders.ts';
import { products } from '#db/tables/products.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { act, passTime } from '#testing/order-requests.ts';
import { signInAgain } from '#testing/sign-in-again.ts';
import { adoptBookings } from './adopt-bookings.ts';
import { passAdoptedOfRemoved } from './withdraw-person.ts';

let market: Market;
let buyer: TestPerson;
let seller: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  market = await openMarket();
});
beforeEach(async () => {
  buyer = await market.person('buyer');
  seller = await market.person('seller');
  admin = await market.person('admin');
});
afterAll(() => market.close());

/** A booking as it was stored before orders existed. */
async function oldBooking(state: 'paid' | 'refunded', archivedAt?: Date): Promise<string> {
  const { db } = market.services;
  const id = newId();
  const productId = await market.phone(seller);
  await db.insert(bookings).values({
    id,
    productId,
    buyerId: buyer.id,
    sellCents: 42_050,
    userLocation: 'Gulshan 2',
    phone: '01811000000',
    state,
    holdExpiresAt: new Date(),
    archivedAt,
  });
  await writeUnpublished(db).update(products).set({ state: 'sold' }).where(eq(products.id, productId));
  return id;
}

/** The migration's statements that fill the new tables. */
const adopt = (): Promise<void> => fillBy('_orders.sql');

/** Runs the statements of a migration that change rows. */
async function fillBy(nameEnd: string): Promise<void> {
  const folder = new URL('../../db/migrations/', import.meta.url);
  const name = (await readdir(folder)).find((file) => file.endsWith(nameEnd)) ?? '';
  const statements = (await readFile(new URL(name, folder), 'utf8')).split('--> statement-breakpoint');
  for (const statement of statements.filter((text) => /^(UPDATE|INSERT)/m.test(text)))
    await market.services.db.$client.query(statement);
}

test('a paid booking becomes an order without a fee, whose time begins now; once', async () => {
  const [paid, refunded] = [await oldBooking('paid'), await oldBooking('refunded')];
  await adopt();
  await adopt();
  const rows = await market.services.db.select().from(orders).where(eq(orders.sellerId, seller.id));
  expect(rows.map(({ id }) => id)).toEqual([paid]);
  const [row] = rows;
  const days = ((row?.dueAt?.getTime() ?? 0) - Date.now()) / dayMs;
  expect(Math.round(days)).toBe(14);
  const { body } = await seller.get(`/orders/${paid}`);
  expect(body).toMatchObject({
    state: 'paid',
    amountCents: 42_050,
    sellerCents: 42_050,
    fee: { percent: 0, feeCents: 0 },
    listing: { model: 'Pixel 8 Pro' },
    next: { step: 'hand-over', becomes: null },
    timeline: [{ state: 'paid', role: 'system' }],
  });
  expect((await seller.get(`/orders/${refunded}`)).status).toBe(404);
});

test('the buyer of an adopted order gets a code when they ask for one', async () => {
  const id = await oldBooking('paid');
  await adopt();
  expect((await buyer.get(`/orders/${id}`)).body.code).toEqual({ digits: null, address: null });
  const { body } = await buyer.post(`/orders/${id}/renew-code`);
  expect((await seller.post(`/orders/${id}/hand-over`, { code: body.code.digits })).status).toBe(200);
});

test('a sale that an older process settles during an upgrade becomes an order as well', async () => {
  const [paid, refunded] = [await oldBooking('paid'), await oldBooking('refunded')];
  // The market's own job may do it first.
  await adoptBookings(market.services);
  await adoptBookings(market.services);
  const { body } = await seller.get(`/orders/${paid}`);
  expect(body).toMatchObject({ state: 'paid', fee: { feeCents: 0 }, next: { becomes: null } });
  expect(body.timeline).toHaveLength(1);
  expect((await seller.get(`/orders/${refunded}`)).status).toBe(404);
});

const listed = async () => (await buyer.get('/bookedProduct')).body.map((each: { _id: string }) => each._id);

test('an adopted order is on the list of its buyer, who took the paid booking off it', async () => {
  const { db } = market.services;
  const archivedAt = new Date();
  const [before, during] = [await oldBooking('paid', archivedAt), await oldBooking('paid', archivedAt)];
  await adoptBookings(market.services);
  expect(await listed()).toEqual([during, before]);
  await db.update(bookings).set({ archivedAt }).where(eq(bookings.id, before));
  await fillBy('_open_orders_listed.sql');
  expect(await listed()).toEqual([during, before]);
});

test('the buyer of an adopted order cannot ask to cancel it, but can report a problem', async () => {
  const id = await oldBooking('paid');
  await adopt();
  const { body } = await buyer.post(`/orders/${id}/ask-to-cancel`, { reason: 'I changed my mind' });
  expect(body).toMatchObject({ code: 'orders.not-possible', state: 'paid' });
  expect(body.possible).not.toContain('ask-to-cancel');
  expect(body.possible).toContain('report-problem');
});

test('an adopted order of deleted people waits for an admin, who decides where its money goes', async () => {
  const id = await oldBooking('paid');
  await adopt();
  await admin.delete(`/users/${seller.id}`);
  const { body } = await buyer.get(`/orders/${id}`);
  expect(body).toMatchObject({ state: 'disputed', next: { step: 'decide', by: ['admin'] } });
  const detail = 'The account of the seller was deleted.';
  expect(body.timeline).toContainEqual(expect.objectContaining({ state: 'disputed', detail }));
  await admin.delete(`/users/${buyer.id}`);
  expect((await admin.get('/disputes?show=waiting')).body.map(({ _id }: { _id: string }) => _id)).toContain(
    id,
  );
  const words = 'Nobody can be asked any more';
  const decision = { outcome: 'complete', reason: 'delivered', words };
  expect((await admin.post(`/orders/${id}/decide`, decision)).body).toMatchObject({ state: 'completed' });
});

test('an admin also decides about what was adopted when its people had been deleted already', async () => {
  const id = await oldBooking('paid');
  await admin.delete(`/users/${seller.id}`);
  await admin.delete(`/users/${buyer.id}`);
  await adopt();
  expect((await admin.get(`/orders/${id}`)).body.state).toBe('paid');
  // The market's own job may do it first.
  await passAdoptedOfRemoved(market.services);
  await passAdoptedOfRemoved(market.services);
  const { body } = await admin.get(`/orders/${id}`);
  expect(body).toMatchObject({ state: 'disputed', next: { step: 'decide', by: ['admin'] } });
  const detail = 'The account of the buyer was deleted.';
  expect(body.timeline.filter((entry: { state: string }) => entry.state === 'disputed')).toMatchObject([
    { detail },
  ]);
  await act(admin, id, 'decide');
  expect((await admin.get(`/orders/${id}`)).body.state).toBe('refunded');
});

test('an adopted order has reminders but no deadline', async () => {
  await oldBooking('paid');
  await adopt();
  const minutes = 3 * 1440 + 5;
  onTestFinished(() => market.clock.advance(-minutes));
  await passTime(market, minutes);
  const reminder = await mailTo(market.address, seller.email, 'has not been handed over yet');
  expect(reminder.text).not.toContain('until');
});

test('whoever waits for a decision about an adopted order reads why an admin has to decide', async () => {
  const id = await oldBooking('paid');
  await adopt();
  const minutes = { answer: 3 * 1440 + 5, return: 10 * 1440 + 5 };
  onTestFinished(() => market.clock.advance(-minutes.answer - minutes.return));
  const reasons = async () =>
    (await (await signInAgain(market, buyer)).get(`/orders/${id}`)).body.timeline
      .filter(({ what }: { what: string }) => what === 'escalated')
      .map(({ detail }: { detail: string }) => detail);
  await act(buyer, id, 'confirm-receipt');
  await act(buyer, id, 'report-problem');
  await passTime(market, minutes.answer);
  expect(await reasons()).toEqual(['No answer came in time.']);
  const sendBack = { outcome: 'return', reason: 'agreement', words: 'Send it back, please' };
  await act(await signInAgain(market, admin), id, 'decide', sendBack);
  await act(await signInAgain(market, buyer), id, 'send-back');
  await passTime(market, minutes.return);
  expect((await reasons())[1]).toBe('The phone was sent back, and the seller has not confirmed it in time.');
});

test('no mail about an adopted order promises a refund if the seller does not answer', async () => {
  const id = await oldBooking('paid');
  await adopt();
  await act(buyer, id, 'confirm-receipt');
  await act(buyer, id, 'report-problem');
  const problem = await mailTo(market.address, seller.email, 'The buyer has reported a problem');
  expect(problem.text).toContain('If you don’t answer, we will look at both sides and decide.');
  await act(admin, id, 'decide', { outcome: 'return', reason: 'agreement', words: 'Send it back, please' });
  await act(buyer, id, 'send-back');
  const sentBack = await mailTo(market.address, seller.email, 'is on its way back to you');
  expect(sentBack.text).toContain('If you do nothing, we will look at both sides and decide.');
});
