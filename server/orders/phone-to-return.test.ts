// Who may offer that the phone goes back: not a seller whose buyer may never have had it.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { expectBooks } from '#testing/ledger-agreement.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, newSides, orderIn, type Sides, sidesAgain } from '#testing/order-requests.ts';

let market: Market;
let people: Sides;
beforeAll(async () => {
  market = await openMarket();
  people = await newSides(market);
});
afterAll(() => market.close());
// Runs before the market is closed: hooks end in the opposite order.
afterAll(() => expectBooks(market));

const sides = () => sidesAgain(market, people);
const see = async (id: string) => (await (await sides()).buyer.get(`/orders/${id}`)).body;

test('a phone that never arrived goes back only if its buyer offers that', async () => {
  const { buyer, seller } = await sides();
  const id = await orderIn(market, await sides(), 'sent');
  await act(buyer, id, 'report-problem', { reason: 'never-arrived', text: 'Nothing has come' });
  const refused = await seller.post(`/orders/${id}/offer`, { kind: 'return' });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'orders.nothing-to-send-back', state: 'disputed' },
  });
  expect((await see(id)).dispute.offer).toBeNull();
  await act(buyer, id, 'offer', { kind: 'return' });
  await act(seller, id, 'accept-offer');
  expect(await see(id)).toMatchObject({ state: 'returning' });
});

test.each([
  ['an objection to a cancellation', 'objected'],
  ['a delivery without proof', 'unproven'],
] as const)('after %s, only the buyer can offer that the phone goes back', async (_name, way) => {
  const { buyer, seller, admin } = await sides();
  const id = await orderIn(market, await sides(), way === 'objected' ? 'paid' : 'sent');
  if (way === 'objected') {
    await act(buyer, id, 'ask-to-cancel', { reason: 'I need it sooner' });
    await act(seller, id, 'object', { reason: 'I have handed it over' });
  } else for (let day = 0; day < 14; day += 1) await admin.post(`/orders/${id}/pass-day`, {});
  expect(await see(id)).toMatchObject({ state: 'disputed', mayBuyerHavePhone: false });
  const refused = await seller.post(`/orders/${id}/offer`, { kind: 'return' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'orders.nothing-to-send-back' } });
  await act(buyer, id, 'offer', { kind: 'return' });
  await act(seller, id, 'accept-offer');
  expect(await see(id)).toMatchObject({ state: 'returning' });
});

test('a buyer who says what is wrong with the phone can be asked for it, also before its hand-over', async () => {
  const { buyer, seller } = await sides();
  const id = await orderIn(market, await sides(), 'paid');
  await act(buyer, id, 'report-problem', { reason: 'does-not-work', text: 'It turns itself off' });
  await act(seller, id, 'offer', { kind: 'return' });
  await act(buyer, id, 'accept-offer');
  expect(await see(id)).toMatchObject({ state: 'returning' });
});

test('after a correction, the phone of a completed sale can go back', async () => {
  const { seller, admin } = await sides();
  const id = await orderIn(market, await sides(), 'completed');
  await act(admin, id, 'reopen');
  expect(await see(id)).toMatchObject({ state: 'disputed', mayBuyerHavePhone: true });
  await act(seller, id, 'offer', { kind: 'return' });
});
