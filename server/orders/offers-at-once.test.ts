// Offers that both sides make without having seen the other one.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { expectBooks } from '#testing/ledger-agreement.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, newSides, orderIn, type Sides } from '#testing/order-requests.ts';

let market: Market;
let sides: Sides;
beforeAll(async () => {
  market = await openMarket();
  sides = await newSides(market);
});
afterAll(() => market.close());
// Runs before the market is closed: hooks end in the opposite order.
afterAll(() => expectBooks(market));

const part = (amount: number, replaces: string | null) => ({ kind: 'part', amount, replaces });

test('an offer replaces only an offer of the other side that was seen', async () => {
  const { buyer, seller } = sides;
  const id = await orderIn(market, sides, 'disputed');
  await act(buyer, id, 'offer', part(40, null));
  const unseen = await seller.post(`/orders/${id}/offer`, part(200, null));
  expect(unseen).toMatchObject({ status: 409, body: { code: 'orders.offered-meanwhile' } });
  expect(unseen.body.detail).toContain('$40.00');
  const { offer } = (await seller.get(`/orders/${id}`)).body.dispute;
  expect(offer).toMatchObject({ by: 'buyer', amountCents: 40_00 });
  expect(unseen.body.offer).toBe(offer._id);
  await act(seller, id, 'offer', part(200, offer._id));
  expect((await seller.get(`/orders/${id}`)).body.dispute.offer).toMatchObject({ by: 'seller' });
});

test('one’s own offer is replaced in any case, as by a second press or from another window', async () => {
  const { seller } = sides;
  const id = await orderIn(market, sides, 'disputed');
  await act(seller, id, 'offer', part(20, null));
  await act(seller, id, 'offer', part(20, null));
  await act(seller, id, 'offer', part(30, null));
  expect((await seller.get(`/orders/${id}`)).body.dispute.offer).toMatchObject({ amountCents: 30_00 });
});

test('the later of two simultaneous offers is refused', async () => {
  const { buyer, seller } = sides;
  const id = await orderIn(market, sides, 'disputed');
  const replies = await Promise.all([
    buyer.post(`/orders/${id}/offer`, part(40, null)),
    seller.post(`/orders/${id}/offer`, part(20, null)),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
});
