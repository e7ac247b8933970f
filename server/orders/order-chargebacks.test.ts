// Orders with a chargeback: no money moves until the bank has decided, and what the bank takes counts as refunded.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { orderAccount, sellerAccount } from '#contract/ledger.ts';
import { orderErrors } from '#contract/orders.ts';
import { findLedgerBalance } from '#server/ledger/service.ts';
import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { recordRefunds } from '#server/payments/record-refunds.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { disputeOnly, expectBooks } from '#testing/ledger-agreement.ts';
import { callerOf } from '#testing/caller.ts';
import { beginOrder, confirmCard, intentOf, openSilentMarket, report } from '#testing/card-processor.ts';
import { mailTo } from '#testing/mailbox.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { passTime } from '#testing/order-requests.ts';
import { lateDecisionCount, orderDeadline } from './service.ts';

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

  for (const side of [order.buyer, order.seller])
    expect((await side.get(`/orders/${order.id}/receipt`)).body).toMatchObject({ hasOpenChargeback: true });
  const sales = await (await withNewToken(order.seller)).get('/sales');
  expect(sales.body).toMatchObject([{ _id: order.id, hasOpenChargeback: true }]);

  // The deadline has passed, but nothing happens automatically.
  market.clock.advance(49 * 60);
  await runDue(market.services, orderDeadline(market.services));
  expect(await seen(order)).toMatchObject({ state: 'handed_over' });
  expect(await orderCents(order.id)).toBe(42_050);
  await decide(order.intent, 'winning_evidence');
  expect(await seen(order)).toMatchObject({ hasOpenChargeback: false });
  await runDue(market.services, orderDeadline(market.services));
  expect(await seen(order)).toMatchObject({ state: 'completed' });
  expect(await sellerCents(order.seller)).toBe(39_898);
  await expectBooks(market);
});

test('while a bank holds the money, no mail names a date on which it would move', async () => {
  const order = await disputed();
  expect((await act(order.buyer, order.id, 'ask-to-cancel', { reason: 'x' })).status).toBe(200);
  const asked = await mailTo(market.address, order.seller.email, 'The buyer asks to cancel');
  expect(asked.text).toContain('page. The buyer’s bank is looking at the payment: no money moves until');
  expect((await act(order.buyer, order.id, 'confirm-receipt')).status).toBe(200);
  const received = await mailTo(market.address, order.seller.email, 'has been handed over');
  expect(received.text).toContain('no money moves until it has decided');
});

test('while a bank holds the money of a phone that is not handed over, nobody is told to hand it over', async () => {
  const order = await disputed();
  const resting = { step: 'bank', until: null };
  const [booking] = await bookingsOf(order);
  expect(booking).toMatchObject({
    isHeldBack: true,
    orderState: 'paid',
    orderNext: { ...resting, isYourTurn: false },
  });
  expect(await seen(order)).toMatchObject({ next: { ...resting, by: [], becomes: null }, isYourTurn: false });
  expect(await lastLine(order)).toMatchObject({ what: 'held-back', role: 'system' });
  for (const person of [order.buyer, order.seller])
    expect((await (await withNewToken(person)).get('/todo')).body).toMatchObject({ turns: [], waiting: 1 });

  // Neither a reminder nor the deadline takes effect, and other due orders do not wait behind this one.
  await passTime(market, 15 * 24 * 60);
  const due = await orderDeadline(market.services).listDue(market.services.db, market.clock.now(), 500);
  expect(due).not.toContain(order.id);
  expect(await seen(order)).toMatchObject({ state: 'paid', cancellation: null });
  expect(await lastLine(order)).toMatchObject({ what: 'held-back' });
});

test('a dispute whose end would move the money waits for the bank, and no other deadline behind it', async () => {
  const [missing, faulty] = [await disputed(), await disputed()];
  await act(missing.buyer, missing.id, 'report-problem', { reason: 'never-arrived', text: 'Nobody came' });
  await act(faulty.buyer, faulty.id, 'confirm-receipt');
  await act(faulty.buyer, faulty.id, 'report-problem', { reason: 'does-not-work', text: 'It is dead' });
  await passTime(market, 73 * 60);
  await passTime(market, 15 * 24 * 60);
  expect(await seen(missing)).toMatchObject({ state: 'disputed', next: { step: 'answer' } });
  expect(await seen(faulty)).toMatchObject({ state: 'returning', next: { step: 'send-back' } });
  const due = await orderDeadline(market.services).listDue(market.services.db, market.clock.now(), 500);
  expect(due).not.toContain(missing.id);
  expect(due).not.toContain(faulty.id);
  for (const { intent } of [missing, faulty]) await decide(intent, 'winning_evidence');
  await passTime(market, 0);
  expect(await seen(missing)).toMatchObject({ state: 'refunded' });
  expect(await seen(faulty)).toMatchObject({ state: 'completed' });
});

test('once the bank has decided, both sides are told and have their whole time again', async () => {
  const order = await disputed();
  await passTime(market, 20 * 24 * 60);
  await decide(order.intent, 'winning_evidence');
  const [booking] = await bookingsOf(order);
  expect(booking).toMatchObject({ isHeldBack: false, orderNext: { step: 'hand-over', isYourTurn: true } });
  const { next } = await seen(order);
  expect(Date.parse(next.until) - market.clock.now().getTime()).toBeGreaterThan(13.9 * dayMs);
  expect(await lastLine(order)).toMatchObject({ what: 'released', role: 'system' });
  const subject = 'The bank has decided about the payment for the Pixel 8 Pro';
  const words = 'The bank has decided, and no longer holds the payment back. The order goes on';
  for (const person of [order.seller, order.buyer])
    expect((await mailTo(market.address, person.email, subject)).text).toContain(words);

  // The reminders begin again as well.
  await passTime(market, 3 * 24 * 60);
  expect(await lastLine(order)).toMatchObject({ what: 'reminded' });
  await passTime(market, 12 * 24 * 60);
  expect(await seen(order)).toMatchObject({ state: 'paid', cancellation: { askedBy: 'system' } });
});

test('a seller who could object to a cancellation when the bank began has a day for it again', async () => {
  const order = await disputed();
  expect((await act(order.buyer, order.id, 'ask-to-cancel', { reason: 'I found another one' })).status).toBe(
    200,
  );
  expect(await seen(order)).toMatchObject({ next: { step: 'object', by: ['seller'], until: null } });
  await passTime(market, 10 * 24 * 60);
  await decide(order.intent, 'winning_evidence');
  await passTime(market, 60);
  expect(await seen(order)).toMatchObject({ state: 'paid', next: { step: 'object' } });
  await passTime(market, 24 * 60);
  expect(await seen(order)).toMatchObject({ state: 'cancelled' });
});

test('an action that is not possible anyway is not said to wait for the bank', async () => {
  const order = await disputed();
  const ask = () => act(order.buyer, order.id, 'ask-to-cancel', { reason: 'I found another one' });
  expect((await ask()).status).toBe(200);
  expect(await ask()).toMatchObject({
    status: 409,
    // Its state, which has not changed, explains nothing.
    body: { code: 'orders.not-possible', detail: orderErrors['orders.not-possible'][1] },
  });
});

test('a decision waits for the bank, and is not late meanwhile', async () => {
  const admin = await market.person('admin');
  const order = await disputed();
  await act(order.buyer, order.id, 'ask-to-cancel', { reason: 'I found another one' });
  await act(order.seller, order.id, 'object', { reason: 'I am on my way' });
  expect(await seen(order)).toMatchObject({ state: 'disputed', next: { step: 'bank', by: [] } });
  await mailTo(market.address, admin.email, 'A bank has taken back a payment of $420.50 for the Pixel 8 Pro');
  const { text } = await mailTo(market.address, admin.email, 'waits for a decision');
  expect(text).toContain('Please decide once the bank has decided about the payment.');
  expect(text).not.toContain('You have until');
  await passTime(market, 8 * 24 * 60);
  const late = lateDecisionCount(market.services);
  const before = (await late.count()).get('disputed') ?? 0;
  const toDecide = async () => (await (await withNewToken(admin)).get('/todo')).body.decisions.disputes;
  const waiting = await toDecide();
  expect(await inQueue(admin, order.id)).toMatchObject({ isLate: false, next: { step: 'bank' } });
  await decide(order.intent, 'winning_evidence');
  expect(await toDecide()).toBe(waiting + 1);
  expect(await seen(order)).toMatchObject({ next: { step: 'decide', by: ['admin'] } });
  expect((await late.count()).get('disputed') ?? 0).toBe(before);
  await passTime(market, 8 * 24 * 60);
  expect((await late.count()).get('disputed') ?? 0).toBe(before + 1);
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
  // The money comes from the bank, so the mail does not promise a refund to the card.
  const { text } = await mailTo(market.address, order.buyer.email, 'was refunded');
  expect(text).toContain('The money comes from the bank');
  expect(text).not.toContain('goes back to your card');
  // The seller has the phone and may list it again.
  expect((await act(order.seller, order.id, 'list-again')).status).toBe(200);
  await expectBooks(market);
});

test('a chargeback that is lost after the seller was paid is taken from the seller', async () => {
  const order = await paid();
  await act(order.buyer, order.id, 'confirm-receipt');
  await act(order.buyer, order.id, 'accept');
  expect(await sellerCents(order.seller)).toBe(39_898);
  await recordChargebacks(market.services, order.intent);
  expect(await seen(order)).toMatchObject({ state: 'completed', hasOpenChargeback: true });
  const { text } = await mailTo(market.address, order.seller.email, 'A bank holds back the payment');
  expect(text).toContain('is subtracted from your next sales');
  expect(text).not.toContain('do not hand it over');
  await decide(order.intent, 'losing_evidence');
  expect(await seen(order)).toMatchObject({ state: 'refunded' });
  expect(await sellerCents(order.seller)).toBe(39_898 - 42_050);
  const sales = (await (await withNewToken(order.seller)).get('/sales')).body;
  expect(sales).toMatchObject([{ state: 'refunded', sellerCents: 39_898 - 42_050 }]);
  await expectBooks(market);
});

test('once the bank has taken a part, the order goes on with its whole time', async () => {
  const order = await paid();
  await disputeOnly(market, order.intent, 10_000);
  await recordChargebacks(market.services, order.intent);
  await passTime(market, 20 * 24 * 60);
  await decide(order.intent, 'losing_evidence');
  expect(await seen(order)).toMatchObject({ state: 'paid', refundedCents: 10_000, hasOpenChargeback: false });
  expect(await orderCents(order.id)).toBe(32_050);
  const taken = 'It has taken $100.00 of the payment.';
  expect(await lastLine(order)).toMatchObject({ what: 'released', detail: taken });
  const { text } = await mailTo(market.address, order.seller.email, 'The bank has decided');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`${taken} The order goes on`);
  await passTime(market, 60);
  expect(await seen(order)).toMatchObject({ state: 'paid', next: { step: 'hand-over' }, cancellation: null });
  await expectBooks(market);
});

test.each([
  [2000, { what: 'given-back', detail: '$20.00' }],
  [32_050, { state: 'refunded', detail: 'The payment was given back at the card processor.' }],
])(
  '%i cents that go back by hand are told as such, also after a bank has taken a part',
  async (amount, line) => {
    const order = await paid('pm_card_createDisputeInquiry');
    await act(order.buyer, order.id, 'confirm-receipt');
    await market.services.stripe.refunds.create({ payment_intent: order.intent, amount });
    await decide(order.intent, 'escalate_inquiry_evidence');
    await disputeOnly(market, order.intent, 10_000);
    await decide(order.intent, 'losing_evidence');
    // The refund was on its way until now.
    await recordRefunds(market.services, order.intent);
    expect(await lastLine(order)).toMatchObject(line);
  },
);

const inQueue = async (admin: TestPerson, id: string) =>
  (await (await withNewToken(admin)).get('/disputes?limit=100')).body.find(
    (each: { _id: string }) => each._id === id,
  );

type Deal = Awaited<ReturnType<typeof paid>>;

/** A paid order whose card disputes the charge; the dispute is not recorded yet. */
async function paid(card = 'pm_card_createDispute') {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret, card);
  const intent = intentOf(order.secret);
  expect((await report(await withNewToken(order.buyer), order.bookingId, intent)).status).toBe(200);
  return { id: order.bookingId, intent, buyer: order.buyer, seller: order.seller };
}

/** A paid order with a recorded dispute. */
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

/** Moving the clock makes access tokens expire. */
const withNewToken = async (person: TestPerson) =>
  callerOf(market.address, await market.services.tokens.issue(person));

const act = async (person: TestPerson, id: string, action: string, body: object = {}) =>
  (await withNewToken(person)).post(`/orders/${id}/${action}`, body);

const seen = async ({ buyer, id }: Deal) => (await (await withNewToken(buyer)).get(`/orders/${id}`)).body;

const lastLine = async (order: Deal) => (await seen(order)).timeline.at(-1);

const bookingsOf = async ({ buyer }: Deal) =>
  (await (await withNewToken(buyer)).get(`/bookedProduct?userEmail=${buyer.email}`)).body;

const orderCents = (id: string) => findLedgerBalance(market.services.db, orderAccount(id));

const sellerCents = ({ id }: TestPerson) => findLedgerBalance(market.services.db, sellerAccount(id));
