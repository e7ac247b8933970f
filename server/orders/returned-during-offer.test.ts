// Money that goes back by hand while a part is offered.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { sellerAccount } from '#contract/ledger.ts';
import { findLedgerBalance } from '#server/ledger/service.ts';
import { expectAgreement } from '#testing/agreement.ts';
import { refundByHand } from '#testing/card-processor.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, newSides, orderIn, type Sides } from '#testing/order-requests.ts';

let market: Market;
let sides: Sides;
beforeAll(async () => {
  market = await openMarket();
});
beforeEach(async () => {
  sides = await newSides(market);
});
afterAll(() => market.close());

const see = async (id: string) => (await sides.buyer.get(`/orders/${id}`)).body;
const accept = (id: string) => sides.buyer.post(`/orders/${id}/accept-offer`, {});

test.each([320.5, 320.51])(
  'an offer of $%d ends if no more than $320.50 is left, and an admin decides',
  async (amount) => {
    const id = await orderIn(market, sides, 'disputed');
    await act(sides.seller, id, 'offer', { kind: 'part', amount });
    await refundByHand(market, id, 10_000);
    const order = await see(id);
    expect(order).toMatchObject({
      refundedCents: 10_000,
      next: { step: 'decide' },
      dispute: { offer: null },
    });
    expect(order.possible).not.toContain('accept-offer');
    expect((await accept(id)).status).toBe(409);
    const subject = 'We will decide about the Pixel 8 Pro';
    for (const { email } of [sides.buyer, sides.seller])
      expect((await mailTo(market.address, email, subject)).text).toContain(
        'More was offered than what is left of the payment.',
      );
    expect(await findLedgerBalance(market.services.db, sellerAccount(sides.seller.id))).toBe(0);
    await expectAgreement(market.services, order.productId);
  },
);

test('a smaller offer stays, and is accepted', async () => {
  const id = await orderIn(market, sides, 'disputed');
  await act(sides.buyer, id, 'offer', { kind: 'part', amount: 320.49 });
  await refundByHand(market, id, 10_000);
  const more = await sides.seller.post(`/orders/${id}/offer`, { kind: 'part', amount: 320.5 });
  expect(more.body.code).toBe('orders.part-too-large');
  expect((await sides.seller.post(`/orders/${id}/accept-offer`, {})).body).toMatchObject({
    state: 'completed',
    refundedCents: 42_049,
  });
  // What goes back now, not together with what went back before.
  await mailTo(market.address, sides.buyer.email, 'You get $320.49 back for the Pixel 8 Pro');
});

test('if the seller has not answered, the end of the buyer’s offer leaves them their time', async () => {
  const id = await orderIn(market, sides, 'disputed');
  const { next } = await see(id);
  await act(sides.buyer, id, 'offer', { kind: 'part', amount: 400 });
  await refundByHand(market, id, 10_000);
  expect(await see(id)).toMatchObject({ next, dispute: { offer: null } });
});
