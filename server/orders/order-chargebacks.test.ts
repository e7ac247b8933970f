// An order whose buyer's bank acts: nothing moves money until it has decided, and what it takes is refunded.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { orderAccount, sellerAccount } from '#contract/ledger.ts';
import { checkLedger, findLedgerBalance } from '#server/ledger/service.ts';
import { compareWithProcessor } from '#server/payments/service.ts';
import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { callerOf } from '#testing/caller.ts';
import { beginOrder, confirmCard, intentOf, openSilentMarket, report } from '#testing/card-processor.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { orderDeadline } from './service.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

test('while a chargeback is open nobody moves the money, and everything else goes on', async () => {
  const order = await disputed();
  const refused = await act(order.seller, order.id, 'cancel', { reason: 'It fell into the river' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'orders.chargeback-open', state: 'paid' } });
  expect(refused.body.possible).not.toContain('cancel');
  expect((await act(order.buyer, order.id, 'confirm-receipt')).status).toBe(200);
  expect(await seen(order)).toMatchObject({ state: 'handed_over', hasOpenChargeback: true });
  expect((await act(order.buyer, order.id, 'accept')).body.code).toBe('orders.chargeback-open');
  expect((await act(order.seller, order.id, 'refund')).body.code).toBe('orders.chargeback-open');

  const sales = await (await withNewToken(order.seller)).get('/sales');
  expect(sales.body).toMatchObject([{ _id: order.id, hasOpenChargeback: true }]);

  // Its time is up, and nothing happens by itself.
  market.clock.advance(49 * 60);
  await runDue(market.services, orderDeadline(market.services));
  expect(await seen(order)).toMatchObject({ state: 'handed_over' });
  expect(await orderCents(order.id)).toBe(42_050);

  await decide(order.intent, 'winning_evidence');
  expect(await seen(order)).toMatchObject({ hasOpenChargeback: false });
  await runDue(market.services, orderDeadline(market.services));
  expect(await seen(order)).toMatchObject({ state: 'completed' });
  expect(await sellerCents(order.seller)).toBe(39_898);
  await expectBooks();
});

test('an inquiry holds nothing back', async () => {
  const order = await disputed('pm_card_createDisputeInquiry');
  expect(await seen(order)).toMatchObject({ hasOpenChargeback: false });
  expect((await act(order.buyer, order.id, 'confirm-receipt')).status).toBe(200);
  expect((await act(order.buyer, order.id, 'accept')).body.state).toBe('completed');
});

test('a chargeback that is lost refunds the order, without a refund of ours', async () => {
  const order = await disputed();
  await decide(order.intent, 'losing_evidence');
  expect(await seen(order)).toMatchObject({
    state: 'refunded',
    refundedCents: 42_050,
    refund: 'done',
    hasOpenChargeback: false,
  });
  expect(await orderCents(order.id)).toBe(0);
  const { data } = await market.services.stripe.refunds.list({ payment_intent: order.intent });
  expect(data).toEqual([]);
  // The seller has the phone and may list it again.
  expect((await act(order.seller, order.id, 'list-again')).status).toBe(200);
  await expectBooks();
});

test('a chargeback that is lost after the seller was paid is taken from the seller', async () => {
  const order = await paid();
  await act(order.buyer, order.id, 'confirm-receipt');
  await act(order.buyer, order.id, 'accept');
  expect(await sellerCents(order.seller)).toBe(39_898);
  await recordChargebacks(market.services, order.intent);
  expect(await seen(order)).toMatchObject({ state: 'completed', hasOpenChargeback: true });
  await decide(order.intent, 'losing_evidence');
  expect(await seen(order)).toMatchObject({ state: 'refunded' });
  expect(await sellerCents(order.seller)).toBe(39_898 - 42_050);
  await expectBooks();
});

type Deal = Awaited<ReturnType<typeof paid>>;

/** An order whose card disputes its charge, of which nobody has heard. */
async function paid(card = 'pm_card_createDispute') {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret, card);
  const intent = intentOf(order.secret);
  expect((await report(await withNewToken(order.buyer), order.bookingId, intent)).status).toBe(200);
  return { id: order.bookingId, intent, buyer: order.buyer, seller: order.seller };
}

/** An order of whose dispute was heard. */
async function disputed(card?: string): Promise<Deal> {
  const order = await paid(card);
  await recordChargebacks(market.services, order.intent);
  return order;
}

async function decide(intent: string, text: string): Promise<void> {
  const { stripe } = market.services;
  const { data } = await stripe.disputes.list({ payment_intent: intent });
  await stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: text } });
  await recordChargebacks(market.services, intent);
}

/** Moving the clock signs everybody out. */
const withNewToken = async (person: TestPerson) =>
  callerOf(market.address, await market.services.tokens.issue(person));

const act = async (person: TestPerson, id: string, action: string, body: object = {}) =>
  (await withNewToken(person)).post(`/orders/${id}/${action}`, body);

const seen = async ({ buyer, id }: Deal) => (await (await withNewToken(buyer)).get(`/orders/${id}`)).body;

const orderCents = (id: string) => findLedgerBalance(market.services.db, orderAccount(id));

const sellerCents = ({ id }: TestPerson) => findLedgerBalance(market.services.db, sellerAccount(id));

/** The ledger holds, and says what the processor says. */
async function expectBooks(): Promise<void> {
  expect(await checkLedger(market.services.db)).toEqual([]);
  expect((await compareWithProcessor(market.services)).unexplained).toEqual([]);
}
