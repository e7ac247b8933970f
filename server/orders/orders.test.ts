// A deal by HTTP: from the payment to each possible end, with the money and the phone.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { orderAccount, sellerAccount } from '#contract/ledger.ts';
import { findLedgerBalance } from '#server/ledger/service.ts';
import { expectAgreement } from '#testing/agreement.ts';
import { type Market, newBooking, openMarket, type TestPerson } from '#testing/market.ts';
import { act, newSides, orderBodies, orderIn, paidOrder, type Sides } from '#testing/order-requests.ts';

let market: Market;
let sides: Sides;
let stranger: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  sides = await newSides(market);
  stranger = await market.person('buyer');
});
afterAll(() => market.close());

const get = async (person: TestPerson, id: string) => (await person.get(`/orders/${id}`)).body;

test('a payment makes one order, which both sides see with each other’s contact, and nobody else', async () => {
  const { buyer, seller } = sides;
  const id = await paidOrder(market, sides);
  expect(await get(buyer, id)).toMatchObject({
    _id: id,
    role: 'buyer',
    state: 'paid',
    amountCents: 42_050,
    sellerContact: { name: seller.name, phone: '01711000000' },
    meetingPlace: 'Gulshan 2',
    listing: { model: 'Pixel 8 Pro', category: expect.any(String), sellCents: 42_050 },
    next: { step: 'hand-over', by: ['seller', 'buyer'], becomes: 'cancelled' },
    timeline: [{ state: 'paid', role: 'system', name: null }],
    code: { digits: expect.stringMatching(/^\d{6}$/) },
  });
  const seen = await get(seller, id);
  expect(seen).toMatchObject({
    role: 'seller',
    buyerContact: { name: buyer.name, phone: '01811000000' },
    fee: { percent: 5, fixedCents: 50, feeCents: 2152, vatCents: 0 },
    sellerCents: 39_898,
  });
  expect(seen.code).toBeUndefined();
  // The fee, also as what is left of the price, is not the buyer's business.
  const ofBuyer = await get(buyer, id);
  expect([ofBuyer.fee, ofBuyer.sellerCents]).toEqual([undefined, undefined]);
  for (const contact of [ofBuyer.sellerContact, seen.buyerContact])
    expect(contact).not.toHaveProperty('email');
  // The ids link to the admin's pages of the two people.
  expect(await get(sides.admin, id)).toMatchObject({
    role: 'admin',
    buyerContact: { _id: buyer.id, email: buyer.email },
    sellerContact: { _id: seller.id, email: seller.email },
  });
  expect((await stranger.get(`/orders/${id}`)).status).toBe(404);
  expect((await market.stranger.get(`/orders/${id}`)).status).toBe(401);
});

test('what is sent with a call that takes no input reaches nobody', async () => {
  const { buyer, seller } = sides;
  const id = await paidOrder(market, sides);
  await act(buyer, id, 'confirm-receipt', { reason: 'Written to me at buyer@elsewhere.example\u0000' });
  expect((await get(seller, id)).timeline.at(-1)).toMatchObject({ state: 'handed_over', detail: null });
});

test('with the buyer’s code the phone is handed over, and when all is fine the seller gets the money', async () => {
  const { buyer, seller } = sides;
  const before = await findLedgerBalance(market.services.db, sellerAccount(seller.id));
  const id = await paidOrder(market, sides);
  const { code, productId } = await get(buyer, id);
  const { status, body } = await seller.post(`/orders/${id}/hand-over`, { code: code.digits });
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: 'handed_over', role: 'seller' });
  await act(buyer, id, 'accept');
  const ended = await get(seller, id);
  expect(ended).toMatchObject({ state: 'completed', next: { step: 'nothing' }, possible: [] });
  expect(ended.timeline.map(({ state, role }: { state: string; role: string }) => [state, role])).toEqual([
    ['paid', 'system'],
    ['handed_over', 'seller'],
    ['completed', 'buyer'],
  ]);
  const { db } = market.services;
  expect(await findLedgerBalance(db, orderAccount(id))).toBe(0);
  expect((await findLedgerBalance(db, sellerAccount(seller.id))) - before).toBe(39_898);
  await expectAgreement(market.services, productId);
});

test.each(['cancelled', 'refunded'] as const)(
  'a %s order gives everything back and withdraws the phone',
  async (state) => {
    const { buyer, seller } = sides;
    const id = await orderIn(market, sides, state);
    await expect.poll(async () => (await get(buyer, id)).refund, { timeout: 20_000 }).toBe('done');
    const { productId } = await get(buyer, id);
    expect((await buyer.get(`/products/${productId}`)).body).toMatchObject({ state: 'withdrawn' });
    const booked = await (await market.person('buyer')).post('/bookedProduct', { productId, ...newBooking });
    expect(booked).toMatchObject({ status: 409, body: { code: 'bookings.not-for-sale' } });
    await expectAgreement(market.services, productId);
    expect((await buyer.get(`/bookedProduct/${id}`)).body).toMatchObject({
      paid: true,
      state: 'paid',
      orderId: id,
      orderState: state,
    });
    const again = await seller.post(`/orders/${id}/list-again`);
    expect(again.body).toMatchObject({ listedAgainAs: expect.any(String) });
    const relisted = await buyer.get(`/products/${again.body.listedAgainAs}`);
    expect(relisted.body).toMatchObject({ state: 'live', model: 'Pixel 8 Pro', sell: 420.5 });
    expect((await seller.post(`/orders/${id}/list-again`)).status).toBe(409);
  },
);

test('what is no longer possible says what the order is now, and what is possible', async () => {
  const id = await orderIn(market, sides, 'handed_over');
  const { status, body } = await sides.seller.post(`/orders/${id}/cancel`, { reason: 'Too late' });
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: 'orders.not-possible',
    acknowledged: false,
    state: 'handed_over',
    possible: ['refund'],
  });
});

test('one of two simultaneous actions succeeds, and the other gets the order’s current state', async () => {
  const id = await paidOrder(market, sides);
  const answers = await Promise.all([
    sides.seller.post(`/orders/${id}/cancel`, { reason: 'Changed my mind' }),
    sides.buyer.post(`/orders/${id}/confirm-receipt`),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.body.possible).toBeInstanceOf(Array);
  expect(lost?.body.state).toBe((await get(sides.buyer, id)).state);
});

test('a decision about a dispute is refused if another admin has just decided that the phone goes back', async () => {
  const { admin, buyer } = sides;
  const id = await orderIn(market, sides, 'disputed');
  const decision = { reason: 'agreement', words: 'As both of you have said', state: 'disputed' };
  await act(admin, id, 'decide', { ...decision, outcome: 'return' });
  const second = await admin.post(`/orders/${id}/decide`, { ...decision, outcome: 'refund' });
  expect([second.status, second.body.code]).toEqual([409, 'orders.not-possible']);
  expect(second.body).toMatchObject({
    state: 'returning',
    possible: ['decide'],
    detail: 'This is not possible. The order is now: Being returned.',
  });
  expect(await get(buyer, id)).toMatchObject({ state: 'returning', refundedCents: 0 });
  await act(admin, id, 'decide', { ...decision, outcome: 'refund', state: 'returning' });
  expect((await get(buyer, id)).state).toBe('refunded');
});

test('a paid booking stays on the buyer’s list while its order is open', async () => {
  const { buyer } = sides;
  const id = await orderIn(market, sides, 'handed_over');
  expect((await buyer.delete(`/bookedProduct?id=${id}`)).body).toMatchObject({ code: 'bookings.order-open' });
  await act(buyer, id, 'accept');
  expect((await buyer.delete(`/bookedProduct?id=${id}`)).body).toEqual({
    acknowledged: true,
    deletedCount: 1,
  });
  expect((await get(buyer, id)).state).toBe('completed');
});

test.each(['buyer', 'seller'] as const)(
  'what is pressed at the moment in which the %s is deleted happens as a whole, or not at all',
  async (who) => {
    for (let times = 0; times < 4; times += 1) {
      const people = await newSides(market);
      const id = await paidOrder(market, people);
      const { productId } = await get(people.buyer, id);
      const answers = await Promise.all([
        people.seller.post(`/orders/${id}/cancel`, orderBodies.cancel),
        people.admin.delete(`/users/${people[who].id}`),
        people.buyer.post(`/orders/${id}/ask-to-cancel`, orderBodies['ask-to-cancel']),
        people.buyer.post(`/orders/${id}/report-problem`, orderBodies['report-problem']),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      await expectAgreement(market.services, productId, false);
    }
  },
);

test('the buyer’s list names no meeting place of a phone that comes by parcel', async () => {
  const own = await newSides(market);
  const id = await paidOrder(market, own);
  const inList = async () => (await own.buyer.get(`/bookedProduct?email=${own.buyer.email}`)).body[0];
  expect(await inList()).toMatchObject({ orderId: id, userLocation: 'Gulshan 2', isParcel: false });
  await act(own.buyer, id, 'choose-delivery');
  expect(await inList()).toMatchObject({ userLocation: 'Gulshan 2', isParcel: true });
});
