// A phone that an admin removes while its order is open: its photos stay, and it is not listed again.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { sweepPictures } from '#server/media/service.ts';
import { formerProductPictures, productPictures } from '#server/products/service.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, newSides, orderIn } from '#testing/order-requests.ts';
import { openOrderPictures } from './service.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const withheldDays = 30;

/** Runs the sweep as if this many days had passed. */
const sweepAfter = (days: number) =>
  sweepPictures(market.services.db, market.services.storage, {
    references: productPictures,
    former: formerProductPictures,
    needed: openOrderPictures,
    now: new Date(market.clock.now().getTime() + days * dayMs),
    withheldDays,
  });

test('the photos of a removed phone stay for its sides and admins until its order has ended', async () => {
  const sides = await newSides(market);
  const { buyer, seller, admin } = sides;
  const id = await orderIn(market, sides, 'disputed');
  const { productId } = (await buyer.get(`/bookedProduct/${id}`)).body;
  expect((await admin.delete(`/products/${productId}`)).status).toBe(200);
  await sweepAfter(withheldDays + 1);
  for (const person of [buyer, seller, admin])
    expect((await person.get(`/orders/${id}`)).body.listing.photos).toHaveLength(1);
  await act(seller, id, 'refund');
  await sweepAfter(withheldDays + 1);
  expect((await buyer.get(`/orders/${id}`)).body.listing.photos).toEqual([]);
});

test('a seller whose listing was removed is neither told nor offered to list the phone again', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'paid');
  const { productId, hasPhonePage } = (await sides.seller.get(`/orders/${id}`)).body;
  expect(hasPhonePage).toBe(true);
  expect((await sides.admin.delete(`/products/${productId}`)).status).toBe(200);
  expect((await sides.seller.get(`/orders/${id}`)).body.hasPhonePage).toBe(false);
  await act(sides.buyer, id, 'ask-to-cancel');
  await sides.buyer.post(`/orders/${id}/pass-day`, {});
  const { possible } = (await sides.seller.get(`/orders/${id}`)).body;
  expect(possible).not.toContain('list-again');
  const refused = await sides.seller.post(`/orders/${id}/list-again`, {});
  expect(refused).toMatchObject({ status: 409, body: { code: 'orders.not-possible', possible } });
  const subject = 'The order for the Pixel 8 Pro was cancelled';
  expect((await mailTo(market.address, sides.seller.email, subject)).text).not.toContain('list it again');
});

test('a suspended seller is not offered to list the phone again', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'cancelled');
  const possible = async () => (await sides.seller.get(`/orders/${id}`)).body.possible;
  expect(await possible()).toEqual(['list-again']);
  const suspended = await sides.admin.post(`/users/${sides.seller.id}/suspend`, { reason: 'Fake photos' });
  expect(suspended.status).toBe(200);
  expect(await possible()).toEqual([]);
  const refused = await sides.seller.post(`/orders/${id}/refund`);
  expect(refused).toMatchObject({ status: 409, body: { possible: [] } });
});
