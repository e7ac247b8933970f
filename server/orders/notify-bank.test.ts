// What banks do with the payment of an order, in the words of each reader.
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

test.each([
  ['paid', 'Of this sale you get $303.98 once the order is completed.'],
  ['completed', 'Of this sale you keep $298.98.'],
] as const)('of an order that is %s, its seller reads what a bank’s part has left', async (state, left) => {
  const sides = await newSides(market);
  const charge = await chargeOfOrder(market, await orderIn(market, sides, state));
  const dispute = await disputeCharge(market, charge, 10_000);
  await recordChargebacks(market.services, charge);
  await market.services.stripe.disputes.close(dispute);
  await recordChargebacks(market.services, charge);
  const read = async (email: string) => (await mailTo(market.address, email, 'The bank has decided')).text;
  expect(await read(sides.seller.email)).toContain(left);
  expect(await read(sides.buyer.email)).not.toContain('Of this sale');
});

test.each([
  ['paid', 'the seller can give it on the order’s page, or you at the card processor'],
  ['completed', 'A full refund ends it: you can give it at the card processor'],
] as const)(
  'of an order that is %s, admins read who can answer an inquiry by a refund',
  async (state, who) => {
    const sides = await newSides(market);
    const id = await orderIn(market, sides, state, 'pm_card_createDisputeInquiry');
    await recordChargebacks(market.services, await chargeOfOrder(market, id));
    const subject = 'A bank asks about a payment of $420.50';
    expect((await mailTo(market.address, sides.admin.email, subject)).text).toContain(who);
  },
);
