// Two chargebacks of one charge: a bank decides about one while the other is open.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { disputeCharge } from '#testing/bank-outcomes.ts';
import { chargeOfOrder, openSilentMarket } from '#testing/card-processor.ts';
import { mailTo } from '#testing/mailbox.ts';
import type { Market } from '#testing/market.ts';
import { newSides, orderIn } from '#testing/order-requests.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

test('what a bank takes while another chargeback is open is told to both sides at once', async () => {
  const { services, address } = market;
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed');
  const charge = await chargeOfOrder(market, id);
  const disputes = [await disputeCharge(market, charge, 20_000), await disputeCharge(market, charge, 10_000)];
  await recordChargebacks(services, charge);
  await services.stripe.disputes.close(disputes[0] ?? '');
  await recordChargebacks(services, charge);
  for (const { email } of [sides.buyer, sides.seller]) {
    const { text } = await mailTo(address, email, 'The bank has decided about a part of the payment');
    const words =
      'It has taken $200.00 of the payment. It still holds the payment back until it has decided about the rest.';
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
  }
});
