// Open orders when an admin deletes the account of a side.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { chargeOfOrder } from '#testing/card-processor.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, newSides, orderIn, paidOrder, passTime, type Sides } from '#testing/order-requests.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const remove = async ({ admin, ...sides }: Sides, side: 'buyer' | 'seller') =>
  expect((await admin.delete(`/users/${sides[side].id}`)).status).toBe(200);

const decided = { step: 'decide', by: ['admin'] };

test.each([
  ['disputed', 'seller'],
  ['disputed', 'buyer'],
  ['returning', 'seller'],
  ['returning', 'buyer'],
] as const)(
  'a %s order of a deleted %s waits for an admin, and the other side is told',
  async (state, side) => {
    const sides = await newSides(market);
    const id = await orderIn(market, sides, state);
    await remove(sides, side);
    expect((await sides.admin.get(`/orders/${id}`)).body).toMatchObject({ state, next: decided });
    const other = sides[side === 'buyer' ? 'seller' : 'buyer'];
    const { text } = await mailTo(market.address, other.email, 'We will decide about the Pixel 8 Pro');
    expect(text).toContain(`The account of the ${side} was deleted. We will look at both sides and decide.`);
    await act(sides.admin, id, 'decide');
    expect((await sides.admin.get(`/orders/${id}`)).body.state).toBe('refunded');
  },
);

test('a problem with a phone of a deleted seller goes to an admin at once', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'handed_over');
  await remove(sides, 'seller');
  await act(sides.buyer, id, 'report-problem');
  expect((await sides.buyer.get(`/orders/${id}`)).body).toMatchObject({ state: 'disputed', next: decided });
  // They are not asked for an answer that they cannot give.
  const told = await mailTo(
    market.address,
    sides.seller.email,
    'We are looking at the order for the Pixel 8 Pro',
  );
  expect(told.text).not.toContain('Please answer on the order’s page');
});

test('a phone that is on its way back to a deleted seller gives the money back by itself', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'returning');
  await act(sides.buyer, id, 'send-back');
  await remove(sides, 'seller');
  const { body } = await sides.buyer.get(`/orders/${id}`);
  expect(body).toMatchObject({ state: 'returning', next: { step: 'take-back', becomes: 'refunded' } });
});

test.each(['seller', 'buyer'] as const)(
  'a phone that never arrived is paid back by itself where the account of the %s is deleted',
  async (side) => {
    const sides = await newSides(market);
    const id = await orderIn(market, sides, 'sent');
    const problem = { reason: 'never-arrived', text: 'Nothing has come so far', photos: [] };
    await act(sides.buyer, id, 'report-problem', problem);
    await remove(sides, side);
    const { body } = await sides.admin.get(`/orders/${id}`);
    expect(body).toMatchObject({ state: 'disputed', next: { step: 'answer', becomes: 'refunded' } });
  },
);

test.each(['seller', 'buyer'] as const)(
  'nobody can agree on a return that a deleted %s has offered: an admin decides',
  async (side) => {
    const sides = await newSides(market);
    const other = side === 'buyer' ? sides.seller : sides.buyer;
    const id = await orderIn(market, sides, 'disputed');
    await act(sides.seller, id, 'refuse');
    await act(sides[side], id, 'offer', { kind: 'return' });
    await remove(sides, side);
    const { body } = await other.get(`/orders/${id}`);
    expect(body).toMatchObject({ state: 'disputed', next: decided, dispute: { offer: null } });
    expect(body.possible).not.toContain('accept-offer');
    expect((await other.post(`/orders/${id}/accept-offer`, {})).status).toBe(409);
  },
);

test('a part that a deleted seller has offered can still be accepted', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed');
  await act(sides.seller, id, 'offer');
  await remove(sides, 'seller');
  await act(sides.buyer, id, 'accept-offer');
  expect((await sides.buyer.get(`/orders/${id}`)).body).toMatchObject({
    state: 'completed',
    refundedCents: 2050,
  });
});

test.each(['seller', 'buyer'] as const)(
  'if the account of the %s was deleted, an admin cannot decide that the phone goes back first',
  async (side) => {
    const sides = await newSides(market);
    const id = await orderIn(market, sides, 'disputed');
    await remove(sides, side);
    const { admin } = sides;
    expect((await admin.get(`/orders/${id}`)).body).toMatchObject({ hasDeletedSide: true });
    const decision = { outcome: 'return', reason: 'agreement', words: 'Send it back, please' };
    expect(await admin.post(`/orders/${id}/decide`, decision)).toMatchObject({
      status: 409,
      body: { code: 'orders.side-deleted', state: 'disputed' },
    });
    await act(admin, id, 'decide', { ...decision, outcome: 'part', amount: 100 });
  },
);

test('nobody is asked to send a phone back to a seller whose account was deleted', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'returning');
  await remove(sides, 'seller');
  const { body } = await sides.buyer.get(`/orders/${id}`);
  expect(body).toMatchObject({ state: 'returning', next: decided, hasDeletedSide: true });
  expect(body.possible).toEqual(['add-evidence', 'keep']);
  const parcel = { carrier: 'Sundarban', trackingNumber: 'SB-321' };
  expect(await sides.buyer.post(`/orders/${id}/send-back`, parcel)).toMatchObject({
    status: 409,
    body: { code: 'orders.not-possible', possible: ['add-evidence', 'keep'] },
  });
});

test('a seller who can list nothing is not told to list the phone again', async () => {
  const sides = await newSides(market);
  await orderIn(market, sides, 'paid');
  await remove(sides, 'seller');
  const { text } = await mailTo(market.address, sides.seller.email, 'was cancelled');
  expect(text).toContain('The buyer gets all of the money back.');
  expect(text).not.toContain('list it again');
});

test.each(['seller', 'buyer'] as const)(
  'a paid order of a deleted %s whose money a bank held is cancelled once the bank has decided',
  async (side) => {
    const sides = await newSides(market);
    const id = await paidOrder(market, sides, 'pm_card_createDispute');
    const charge = await chargeOfOrder(market, id);
    await recordChargebacks(market.services, charge);
    await remove(sides, side);
    const seen = async () => (await sides.admin.get(`/orders/${id}`)).body;
    expect(await seen()).toMatchObject({ state: 'paid', next: { step: 'bank' } });
    const { stripe } = market.services;
    const { data } = await stripe.disputes.list({ payment_intent: charge });
    await stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } });
    await recordChargebacks(market.services, charge);
    const other = sides[side === 'buyer' ? 'seller' : 'buyer'];
    const { text } = await mailTo(market.address, other.email, 'The bank has decided');
    expect(text).toContain(`The account of the ${side} was deleted, so the order is cancelled.`);
    expect(text).not.toContain('The order goes on');
    await passTime(market, 0);
    const ended = await seen();
    expect(ended).toMatchObject({ state: 'cancelled', refundedCents: 42_050 });
    expect(ended.timeline.at(-1).detail).toBe(`The account of the ${side} was deleted.`);
  },
);

test('an order that was cancelled before an account was deleted is not said to be cancelled because of it', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'cancelled');
  const { db, onHeldBack } = market.services;
  const record = (isHeldBack: boolean) =>
    db.transaction((tx) => onHeldBack(tx, id, { isHeldBack, takenCents: 0, isAllGone: false }));
  await record(true);
  await remove(sides, 'seller');
  await record(false);
  const { text } = await mailTo(market.address, sides.buyer.email, 'The bank has decided');
  expect(text).toContain('The order stays as it is.');
});
