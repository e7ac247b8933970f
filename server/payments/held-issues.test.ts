// Charges that wait for an admin while a bank holds their money back.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { chargeApart, chargeEvent, deliver, findEvents, openSilentMarket } from '#testing/card-processor.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { newSides, paidOrder } from '#testing/order-requests.ts';
import { recordChargebacks } from './record-chargebacks.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openSilentMarket();
  admin = await market.person('admin');
});
afterAll(() => market.close());
// Runs before the market is closed: hooks end in the opposite order.
afterAll(() => expectBooks(market));

test('a charge says that a bank holds it back, so that nobody pays it by bank as well', async () => {
  const { stripe } = market.services;
  const { id: intent } = await stripe.paymentIntents.create({
    amount: 2_000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_createDispute',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  for (const event of await findEvents(market, intent)) await deliver(market, event);
  expect(await issueOf(intent)).toMatchObject({ state: 'open', hasOpenChargeback: true });
  const { data } = await stripe.disputes.list({ payment_intent: intent });
  const evidence = { uncategorized_text: 'winning_evidence' };
  for (const { id } of data) await stripe.disputes.update(id, { evidence });
  await recordChargebacks(market.services, intent);
  expect(await issueOf(intent)).toMatchObject({ state: 'open', hasOpenChargeback: false });
});

test('the chargeback of a second charge names the buyer and the order, as the charge does', async () => {
  const sides = await newSides(market);
  const orderId = await paidOrder(market, sides);
  const intent = await chargeApart(market, 42_050, orderId, { card: 'pm_card_createDispute' });
  for (const event of await findEvents(market, intent)) await deliver(market, event);
  const { name, email } = sides.buyer;
  const named = { orderId, buyer: { name, email } };
  expect(await issueOf(intent)).toMatchObject({ problem: 'paid-already', ...named });
  expect(await listedAs(intent, 'chargebacks')).toMatchObject({ bookingId: orderId, ...named });
});

test('a charge is listed with its own amount, also in currencies without decimals', async () => {
  const yen = await chargeApart(market, 5_000, undefined, { currency: 'jpy' });
  const dinars = await chargeApart(market, 5_000, undefined, { currency: 'kwd' });
  for (const intent of [yen, dinars]) await deliver(market, await chargeEvent(market, intent));
  expect(await issueOf(yen)).toMatchObject({ amount: 5_000, currency: 'jpy' });
  expect(await issueOf(dinars)).toMatchObject({ amount: 5, currency: 'kwd' });
});

const issueOf = (intent: string) => listedAs(intent, 'chargeIssues');

async function listedAs(intent: string, list: 'chargeIssues' | 'chargebacks') {
  const { body } = await admin.get(`/${list}?limit=100`);
  return body.find(({ transactionId }: { transactionId: string }) => transactionId === intent);
}
