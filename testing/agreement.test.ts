import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { refundCharge } from '#server/payments/refund-charge.ts';
import { findTransactions } from '#server/payments/service.ts';

import { disagreements } from './agreement.ts';
import { type Market, openMarket } from './market.ts';
import { newSides, paidOrder } from './order-requests.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

async function newDeal() {
  const sides = await newSides(market);
  const id = await paidOrder(market, sides);
  const { productId } = (await sides.buyer.get(`/orders/${id}`)).body;
  return { sides, id, productId };
}

/** The processor; `run` is called before each query for the list of charges. */
function whenAsked(run: () => Promise<void>): Stripe {
  const { stripe } = market.services;
  const list = async (...asked: Parameters<typeof stripe.charges.list>) => {
    await run();
    return stripe.charges.list(...asked);
  };
  // No other call is made for a deal without a chargeback.
  return { charges: { list } } as unknown as Stripe;
}

test('a change by a job during the comparison is no disagreement', async () => {
  const { sides, id, productId } = await newDeal();
  const intent = (await findTransactions(market.services.db, [id])).get(id) ?? '';
  let times = 0;
  const stripe = whenAsked(async () => {
    times += 1;
    if (times > 1) return;
    await sides.seller.post(`/orders/${id}/cancel`, { reason: 'It fell into the water' });
    await refundCharge(market.services, intent);
  });
  expect(await disagreements({ db: market.services.db, stripe }, productId, false)).toEqual([]);
  expect(times).toBeGreaterThan(1);
});

test('what stays wrong is a disagreement', async () => {
  const { productId } = await newDeal();
  await market.services.db.$client.query("update products set state = 'live' where id = $1", [productId]);
  expect(await disagreements(market.services, productId, true)).toEqual([
    'product live, but sold in the history',
    'a live phone with 1 sales',
  ]);
});

test('a step that does not follow the one before it is a disagreement', async () => {
  const { id, productId } = await newDeal();
  await market.services.db.$client.query(
    `insert into state_changes (id, machine, subject, from_state, to_state, role)
     values (gen_random_uuid(), 'order', $1, 'sent', 'paid', 'system')`,
    [id],
  );
  expect(await disagreements(market.services, productId, true)).toEqual([
    'order from sent to paid after paid in the history',
  ]);
});
