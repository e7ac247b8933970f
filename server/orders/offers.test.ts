// How the two sides of a dispute agree, or do not: offers, their answers, part refunds, and the admin who decides.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { orders } from '#db/tables/orders.ts';
import { payments, refunds } from '#db/tables/payments.ts';
import { listStandingEntries } from '#server/ledger/service.ts';
import { refundCharge } from '#server/payments/refund-charge.ts';
import { chargedBy, expectAgreement } from '#testing/agreement.ts';
import { type Market, openMarket } from '#testing/market.ts';
import {
  act,
  newSides,
  orderIn,
  passTime,
  type Sides,
  sidesAgain,
  uploadPhoto,
} from '#testing/order-requests.ts';

const hour = 60;
const day = 1440;

let market: Market;
let people: Sides;
beforeAll(async () => {
  market = await openMarket();
  people = await newSides(market);
});
afterAll(() => market.close());

const sides = () => sidesAgain(market, people);
const pass = (minutes: number) => passTime(market, minutes);
const see = async (id: string, as: keyof Sides = 'buyer') =>
  (await (await sides())[as].get(`/orders/${id}`)).body;
const disputed = async () => orderIn(market, await sides(), 'disputed');
const part = (amount: number, text?: string) => ({
  kind: 'part',
  amount,
  ...(text === undefined ? {} : { text }),
});

async function settled(id: string) {
  const { db, stripe } = market.services;
  const [payment] = await db.select().from(payments).where(eq(payments.bookingId, id));
  if (payment === undefined) throw new Error(`no payment of ${id}`);
  await refundCharge(market.services, payment.transactionId);
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  await expectAgreement(market.services, order?.productId ?? '');
  const attempts = await db.select().from(refunds).where(eq(refunds.transactionId, payment.transactionId));
  const completed = await listStandingEntries(db, payment.transactionId, 'completed');
  return {
    kept: (await chargedBy(stripe, payment.transactionId)).keptCents,
    refunded: attempts.filter(({ state }) => state === 'succeeded').map(({ amountCents }) => amountCents),
    divided: completed.map(({ toAccount, amountCents }) => [toAccount.split(':')[0], amountCents]),
  };
}

test('an offer that is pressed twice is said and told once, and another one replaces it', async () => {
  const { seller } = await sides();
  const id = await disputed();
  const photo = (await uploadPhoto(seller, id))._id;
  const offer = { ...part(20, 'Sorry'), photos: [photo] };
  const replies = await Promise.all([1, 2, 3].map(() => seller.post(`/orders/${id}/offer`, offer)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const offered = async () =>
    (await see(id)).timeline.filter(({ what }: { what: string }) => what === 'offered');
  expect(await offered()).toHaveLength(1);
  await act(seller, id, 'offer', part(20, 'Really sorry'));
  await act(seller, id, 'offer', part(25, 'Really sorry'));
  expect(await offered()).toHaveLength(3);
});

test('a part that the seller offers and the buyer accepts goes back, and the fee is taken of what is left', async () => {
  const { buyer, seller } = await sides();
  const id = await disputed();
  await act(seller, id, 'offer', part(120.55, 'For the scratched screen'));
  expect(await see(id)).toMatchObject({
    state: 'disputed',
    next: { step: 'agree', by: ['buyer'], becomes: null },
    isYourTurn: true,
    dispute: { offer: { by: 'seller', kind: 'part', amountCents: 12_055 } },
  });
  await act(buyer, id, 'accept-offer');
  // The seller's part is 299.95: 5 % of it are 14.9975, rounded up, plus 50 cents.
  expect(await see(id, 'seller')).toMatchObject({
    state: 'completed',
    refundedCents: 12_055,
    sellerCents: 28_445,
    fee: { feeCents: 1_550 },
    dispute: { offer: null },
  });
  expect((await see(id)).timeline.at(-1)).toMatchObject({
    role: 'buyer',
    detail: 'Both agreed: $120.55 goes back, and the phone stays where it is',
  });
  expect(await settled(id)).toEqual({
    kept: 29_995,
    refunded: [12_055],
    divided: [
      ['seller', 28_445],
      ['fees', 1_550],
    ],
  });
  expect(await see(id)).toMatchObject({ refund: 'done' });
  expect((await seller.get(`/orders/${id}/receipt`)).body).toMatchObject({
    refundedCents: 12_055,
    fee: { feeCents: 1_550, sellerCents: 28_445 },
  });
});

test('the buyer offers a part as well, and the seller accepts it', async () => {
  const { buyer, seller } = await sides();
  const id = await disputed();
  await act(buyer, id, 'offer', part(50));
  // The seller's deadline to answer does not change: only the seller can miss it.
  expect((await see(id)).next).toMatchObject({ step: 'answer', by: ['seller'], becomes: 'returning' });
  await act(seller, id, 'accept-offer');
  expect(await see(id)).toMatchObject({ state: 'completed', refundedCents: 5_000 });
  expect((await settled(id)).refunded).toEqual([5_000]);
});

test('both agree that the phone goes back first', async () => {
  const { buyer, seller } = await sides();
  const id = await disputed();
  await act(seller, id, 'offer', { kind: 'return' });
  await act(buyer, id, 'accept-offer');
  expect(await see(id)).toMatchObject({ state: 'returning', refundedCents: 0, next: { step: 'send-back' } });
});

test('a buyer who wants all of the money in a part is told what to offer instead', async () => {
  const { buyer } = await sides();
  const { body } = await buyer.post(`/orders/${await disputed()}/offer`, part(420.5));
  expect(body.detail).toBe(
    'The amount is less than $420.50, which was paid. For all of it, offer that the phone goes back first.',
  );
});

test.each([
  [0, 'The amount is more than $0'],
  [-5, 'The amount is more than $0'],
  [10.005, 'The amount has at most two decimals'],
  [420.5, 'The amount is less than $420.50, which was paid.'],
  [500, 'The amount is less than $420.50, which was paid.'],
  [100_001, 'The amount is less than $420.50, which was paid.'],
  [1e308, 'The amount is less than $420.50, which was paid.'],
  [undefined, 'Please enter the amount'],
  ['12', 'Please enter the amount'],
])('an offer of %s is refused with the limit named', async (amount, message) => {
  const { seller, admin } = await sides();
  const id = await disputed();
  const isWhole = message.includes('which was paid');
  const refused = (instead: string) => {
    const errors = [{ path: 'amount', message: isWhole ? `${message} For all of it, ${instead}.` : message }];
    return { status: 400, body: { errors } };
  };
  const offered = await seller.post(`/orders/${id}/offer`, { kind: 'part', amount });
  expect(offered).toMatchObject(refused('give the money back'));
  const decided = await admin.post(`/orders/${id}/decide`, {
    outcome: 'part',
    amount,
    reason: 'agreement',
    words: 'A part',
  });
  expect(decided).toMatchObject(refused('choose “The buyer gets all their money back”'));
  expect(await see(id)).toMatchObject({ state: 'disputed', dispute: { offer: null } });
});

test('a declined offer goes to the admin, and both can still agree on another one', async () => {
  const { buyer, seller, admin } = await sides();
  const id = await disputed();
  await act(seller, id, 'offer', part(20));
  await act(buyer, id, 'decline-offer', { reason: 'The repair costs more' });
  expect(await see(id)).toMatchObject({ next: { step: 'decide', by: ['admin'] }, dispute: { offer: null } });
  expect((await see(id)).possible).not.toContain('accept-offer');
  await act(buyer, id, 'offer', part(90));
  expect(await see(id)).toMatchObject({ next: { step: 'decide' }, dispute: { offer: { by: 'buyer' } } });
  await act(seller, id, 'accept-offer');
  expect(
    (await admin.post(`/orders/${id}/decide`, { outcome: 'refund', reason: 'agreement', words: 'x' })).status,
  ).toBe(409);
  expect((await settled(id)).refunded).toEqual([9_000]);
});

test('a seller who refuses says why, and an admin decides: a part', async () => {
  const { buyer, seller, admin } = await sides();
  const id = await disputed();
  await act(seller, id, 'refuse', { text: 'I have a film of it working' });
  const waiting = await see(id);
  expect(waiting).toMatchObject({ next: { step: 'decide', by: ['admin'] } });
  expect(
    waiting.dispute.statements.map(({ by, kind, text }: Record<string, string>) => [by, kind, text]),
  ).toEqual([
    ['buyer', 'report', 'It does not start'],
    ['seller', 'answer', 'I have a film of it working'],
  ]);
  await act(admin, id, 'decide', {
    outcome: 'part',
    amount: 100,
    reason: 'evidence-of-buyer',
    words: 'A repair costs that',
  });
  expect(await see(id)).toMatchObject({ state: 'completed', refundedCents: 10_000 });
  expect((await settled(id)).refunded).toEqual([10_000]);
  expect((await buyer.post(`/orders/${id}/accept-offer`)).status).toBe(409);
});

test('an offer that nobody answers for 72 hours goes to the admin, and can be accepted until they decide', async () => {
  const id = await disputed();
  await pass(60 * hour);
  await act((await sides()).seller, id, 'offer', part(30));
  await pass(72 * hour - 5);
  expect((await see(id)).next).toMatchObject({ step: 'agree', by: ['buyer'] });
  await pass(10);
  expect(await see(id)).toMatchObject({ state: 'disputed', next: { step: 'decide', by: ['admin'] } });
  await act((await sides()).buyer, id, 'accept-offer');
  expect((await see(id)).state).toBe('completed');
});

test('replacing one’s own offer gives no more time, another offer of the other side does', async () => {
  const id = await disputed();
  await act((await sides()).seller, id, 'offer', part(10));
  await pass(70 * hour);
  await act((await sides()).seller, id, 'offer', part(15));
  await pass(2 * hour + 5);
  expect((await see(id)).next.step).toBe('decide');
  const other = await disputed();
  await act((await sides()).seller, other, 'offer', part(10));
  await pass(70 * hour);
  await act((await sides()).buyer, other, 'offer', part(40));
  await pass(71 * hour);
  expect((await see(other)).next).toMatchObject({ step: 'agree', by: ['seller'] });
});

test('a buyer’s offer does not change the deadline of a seller who has not answered', async () => {
  const id = await disputed();
  await act((await sides()).buyer, id, 'offer', part(40));
  await pass(72 * hour + 5);
  expect(await see(id)).toMatchObject({ state: 'returning', dispute: { offer: null } });
});

test('an offer that was replaced at that moment is not accepted in its place', async () => {
  const { buyer, seller } = await sides();
  const id = await disputed();
  await act(seller, id, 'offer', part(100));
  const { offer } = (await see(id)).dispute;
  await act(seller, id, 'offer', part(1));
  const tooLate = await buyer.post(`/orders/${id}/accept-offer`, { offer: offer._id });
  expect(tooLate).toMatchObject({ status: 409, body: { code: 'orders.offer-replaced', state: 'disputed' } });
  expect(tooLate.body.possible).toContain('accept-offer');
  expect(tooLate.body.detail).toContain('The newer one: $1.00 goes back');
  expect(await see(id)).toMatchObject({ state: 'disputed', dispute: { offer: { _id: tooLate.body.offer } } });
});

test('one of a simultaneous acceptance and refusal succeeds, and the other gets what is possible now', async () => {
  const { buyer, seller, admin } = await sides();
  const id = await disputed();
  await act(seller, id, 'offer', part(100));
  const replies = await Promise.all([
    buyer.post(`/orders/${id}/accept-offer`),
    buyer.post(`/orders/${id}/accept-offer`),
    buyer.post(`/orders/${id}/decline-offer`, {}),
    admin.post(`/orders/${id}/decide`, { outcome: 'part', amount: 5, reason: 'agreement', words: 'A part' }),
  ]);
  const { state } = await see(id);
  expect(state).toBe('completed');
  for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
    expect(status).toBe(409);
    expect(body.possible).not.toContain('accept-offer');
  }
  expect((await settled(id)).refunded).toHaveLength(1);
});

test('an admin’s decision that is 7 days late raises the alarm, and an agreement ends it', async () => {
  const id = await disputed();
  await act((await sides()).seller, id, 'refuse');
  await pass(7 * day + 5);
  const before = await late();
  expect(before).toBeGreaterThan(0);
  expect((await see(id)).next).toMatchObject({ step: 'decide' });
  await act((await sides()).buyer, id, 'offer', part(1));
  await act((await sides()).seller, id, 'accept-offer');
  expect(await late()).toBe(before - 1);
});

async function late(): Promise<number> {
  const metrics = await (await fetch(`${market.address}/metrics`)).text();
  return Number(/order_decisions_late\{[^}]*\} (\d+)/.exec(metrics)?.[1] ?? 0);
}
