// Chargebacks: while a bank holds the money, nothing is refunded, and what it takes permanently is a loss.
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { type LedgerAccount, orderAccount } from '#contract/ledger.ts';
import { chargebacks, payments, refunds } from '#db/tables/payments.ts';
import { events } from '#db/tables/events.ts';
import { findLedgerBalance, sumLedgerOfCharge } from '#server/ledger/service.ts';
import { compareBooks } from '#server/reconciliation/service.ts';
import { payTooLate } from '#testing/late-charges.ts';
import { disputeOnly, expectBooks } from '#testing/ledger-agreement.ts';
import { callerOf } from '#testing/caller.ts';
import {
  beginOrder,
  confirmCard,
  deliver,
  findEvents,
  intentOf,
  openSilentMarket,
  readNewEvents,
  report,
  takeProcessorDown,
} from '#testing/card-processor.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { recordedAbout } from '#testing/recorded-actions.ts';
import { signInAgain } from '#testing/sign-in-again.ts';
import { recordChargebacks } from './record-chargebacks.ts';
import { recordFees } from './record-fees.ts';
import { refundCharge } from './refund-charge.ts';
import { findCharge } from './service.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openSilentMarket();
  admin = await market.person('admin');
});
afterAll(() => market.close());

test('a chargeback is stored once, with its deadline, shown to the admin and counted', async () => {
  const { intent, buyer, bookingId } = await paidBy('pm_card_createDispute');
  expect(await findCharge(market.services.db, bookingId)).toMatchObject({ hasOpenChargeback: false });
  const heard = await findEvents(market, intent);
  expect(heard.map(({ type }) => type)).toEqual([
    'payment_intent.succeeded',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
  ]);
  // In the wrong order, and more than once.
  for (const event of heard.toReversed()) await deliver(market, event);
  for (const event of heard) await deliver(market, event);
  expect(await chargebackOf(intent)).toEqual({
    _id: expect.any(String),
    disputeId: expect.stringMatching(/^du_/),
    transactionId: intent,
    state: 'open',
    amount: 420.5,
    currency: 'usd',
    reason: 'fraudulent',
    openedAt: expect.stringMatching(/Z$/),
    dueAt: expect.stringMatching(/Z$/),
    isAnswered: false,
    buyer: { name: buyer.name, email: buyer.email },
    bookingId,
    orderId: bookingId,
  });
  expect(await findCharge(market.services.db, bookingId)).toMatchObject({ hasOpenChargeback: true });
  expect(await eventsOf(intent)).toEqual(['chargeback.open']);
  const metrics = await (await fetch(`${market.address}/metrics`)).text();
  expect(metrics).toMatch(/^chargebacks_open\{state="open"\} [1-9]/m);
  expect(await ofCharge(intent, 'processor')).toBe(42_050);
  const undecided = expect.stringMatching(/^chargeback-lost:du_.*: -42050 cents .* has not decided yet/);
  expect((await compareBooks(market.services)).explained).toContainEqual(undecided);
  await expectBooks(market);
});

test('an inquiry is no chargeback until the bank escalates it', async () => {
  const { intent, bookingId } = await paidBy('pm_card_createDisputeInquiry');
  await readNewEvents(market);
  expect(await chargebackOf(intent)).toMatchObject({ state: 'inquiry' });
  expect(await findCharge(market.services.db, bookingId)).toMatchObject({ hasOpenChargeback: false });
  await answer(intent, 'escalate_inquiry_evidence');
  expect(await findCharge(market.services.db, bookingId)).toMatchObject({ hasOpenChargeback: true });
  expect(await eventsOf(intent)).toEqual(['chargeback.inquiry', 'chargeback.open']);
});

test('an inquiry that comes to nothing changes nothing', async () => {
  const { intent, bookingId } = await paidBy('pm_card_createDisputeInquiry');
  await recordChargebacks(market.services, intent);
  await answer(intent, 'winning_evidence');
  expect(await eventsOf(intent)).toEqual(['chargeback.inquiry', 'chargeback.closed']);
  expect(await chargebackOf(intent)).toBeUndefined();
  await expectMoney(intent, { order: 42_050, losses: 0 }, bookingId);
});

test('an answer that convinces the bank leaves the order its money, and costs the fee', async () => {
  const { intent, bookingId, _id, disputeId, caller } = await openChargeback();
  expect((await caller.post(`/chargebacks/${_id}/answer`, { evidence: ' ' })).status).toBe(400);
  const sent = await caller.post(`/chargebacks/${_id}/answer`, { evidence: 'winning_evidence' });
  expect(sent.body).toEqual({ acknowledged: true, modifiedCount: 1 });
  expect(await eventsOf(intent)).toEqual(['chargeback.open', 'chargeback.won']);
  expect(await findCharge(market.services.db, bookingId)).toMatchObject({ hasOpenChargeback: false });
  expect(await stored(intent)).toMatchObject({ isAnswered: true });
  await expectMoney(intent, { order: 42_050, losses: 1_500 }, bookingId);
  const late = await caller.post(`/chargebacks/${_id}/answer`, { evidence: 'More' });
  expect(late).toMatchObject({ status: 409, body: { code: 'payments.chargeback-answered' } });
  const decided = { kind: 'chargeback-answered', words: 'winning_evidence', orderId: bookingId };
  expect(await recordedAbout(market, disputeId)).toMatchObject([
    { ...decided, actor: admin.id, detail: `$420.50, ${disputeId}` },
  ]);
});

test('a chargeback that is accepted is lost: the order has no money left', async () => {
  const { intent, bookingId, _id, disputeId, caller } = await openChargeback();
  expect((await caller.post(`/chargebacks/${_id}/accept`)).body.modifiedCount).toBe(1);
  expect((await caller.post(`/chargebacks/${_id}/accept`)).body.modifiedCount).toBe(0);
  expect(await recordedAbout(market, disputeId)).toMatchObject([
    { kind: 'chargeback-accepted', actor: admin.id, orderId: bookingId, words: null },
  ]);
  expect(await eventsOf(intent)).toEqual(['chargeback.open', 'chargeback.lost']);
  await expectMoney(intent, { order: 0, losses: 43_550 }, bookingId);
  // The same events again, in any order.
  for (const event of (await findEvents(market, intent)).toReversed()) await deliver(market, event);
  await refundCharge(market.services, intent);
  await expectMoney(intent, { order: 0, losses: 43_550 }, bookingId);
});

test('the decision is recorded with its admin even if the outcome cannot be read at once', async () => {
  const { intent, _id, disputeId, caller } = await openChargeback();
  const { disputes } = market.services.stripe;
  vi.spyOn(disputes, 'list').mockRejectedValueOnce(new Stripe.errors.StripeConnectionError({ message: '' }));
  expect((await caller.post(`/chargebacks/${_id}/accept`)).status).toBe(502);
  await recordChargebacks(market.services, intent);
  expect(await eventsOf(intent)).toEqual(['chargeback.open', 'chargeback.lost']);
  const decided = { kind: 'chargeback-accepted', actor: admin.id };
  expect(await recordedAbout(market, disputeId)).toMatchObject([decided]);
});

test('a chargeback that is reported only once it is lost, before its charge, has the same result', async () => {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret, 'pm_card_createDispute');
  const intent = intentOf(order.secret);
  await close(intent);
  const closed = (await findEvents(market, intent)).find(({ type }) => type === 'charge.dispute.closed');
  if (closed === undefined) throw new Error('not closed');
  await deliver(market, closed);
  expect(await eventsOf(intent)).toEqual(['chargeback.lost']);
  await expectMoney(intent, { order: 0, losses: 43_550 }, order.bookingId);
});

test('no refund is sent while a bank holds the money, and none is owed once it took it', async () => {
  const { intent, bookingId } = await lateCharge('pm_card_createDispute');
  await refundCharge(market.services, intent);
  expect(await attempts(intent)).toEqual([]);
  expect(await payment(intent)).toMatchObject({ state: 'succeeded', isRefundDue: true });
  expect(await ofCharge(intent, 'refunds_due')).toBe(42_050);
  await close(intent);
  await refundCharge(market.services, intent);
  expect(await attempts(intent)).toEqual([]);
  expect(await payment(intent)).toMatchObject({ state: 'refunded', isRefundDue: false });
  expect(await ofCharge(intent, 'refunds_due')).toBe(0);
  await expectMoney(intent, { order: 0, losses: 43_550 }, bookingId);
});

test('a refund that waited for the bank is sent once the chargeback is won', async () => {
  const { intent, bookingId } = await lateCharge('pm_card_createDispute');
  await refundCharge(market.services, intent);
  await answer(intent, 'winning_evidence');
  await refundCharge(market.services, intent);
  expect(await attempts(intent)).toMatchObject([{ attempt: 1, state: 'succeeded' }]);
  expect(await payment(intent)).toMatchObject({ state: 'refunded' });
  await expectMoney(intent, { order: 0, losses: 1_500 }, bookingId);
});

test.each([
  ['with NUL', 'They have it\u0000', 400],
  ['with half of a surrogate pair', 'They have it \ud800', 200],
])('an answer %s has the same result on both sides', async (_what, evidence, status) => {
  const { intent, _id, caller } = await openChargeback();
  expect((await caller.post(`/chargebacks/${_id}/answer`, { evidence })).status).toBe(status);
  expect(await stored(intent)).toMatchObject({ isAnswered: status === 200 });
});

test('an answer that cannot be sent is not taken for sent', async () => {
  const { intent, _id, caller } = await openChargeback();
  const back = await takeProcessorDown(market);
  try {
    const reply = await caller.post(`/chargebacks/${_id}/answer`, { evidence: 'They have the phone' });
    // Without an answer of the processor, nobody knows whether it has got the call.
    const detail = expect.stringContaining('may or may not have arrived');
    expect(reply).toMatchObject({ status: 502, body: { code: 'payments.processor-away', detail } });
  } finally {
    await back();
  }
  expect(await chargebackOf(intent)).toMatchObject({ isAnswered: false });
  const unknown = await caller.post(`/chargebacks/${admin.id}/answer`, { evidence: 'x' });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'payments.chargeback-not-found' } });
});

test('of what is due back, no more is asked for than a bank has left', async () => {
  const { intent } = await lateCharge('pm_card_createDispute');
  await disputeOnly(market, intent, 10_000);
  await close(intent);
  await refundCharge(market.services, intent);
  const asked = (await attempts(intent)).map(({ amountCents }) => amountCents);
  expect(new Set(asked)).toEqual(new Set([32_050]));
});

async function paidBy(card: string) {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret, card);
  const intent = intentOf(order.secret);
  const buyer = callerOf(market.address, await market.services.tokens.issue(order.buyer));
  expect((await report(buyer, order.bookingId, intent)).status).toBe(200);
  return { ...order, intent };
}

/** A chargeback that is not decided yet, and an admin who can decide it. */
async function openChargeback() {
  const order = await paidBy('pm_card_createDispute');
  await recordChargebacks(market.services, order.intent);
  const { _id, disputeId } = await chargebackOf(order.intent);
  return { ...order, _id, disputeId, caller: await adminWithNewToken() };
}

/** A charge for a phone that is held by another buyer; its refund waits for the bank. */
async function lateCharge(card: string) {
  const order = await payTooLate(market, card);
  const buyer = callerOf(market.address, await market.services.tokens.issue(order.buyer));
  expect((await report(buyer, order.bookingId, order.intent)).status).toBe(409);
  return order;
}

/** Checks where the ledger has a charge's money once the fee is recorded, and that the processor's records agree. */
async function expectMoney(
  intent: string,
  expected: { order: number; losses: number },
  bookingId: string,
): Promise<void> {
  const { db } = market.services;
  await recordFees(market.services);
  expect(await findLedgerBalance(db, orderAccount(bookingId))).toBe(expected.order);
  const { rows } = await db.$client.query<{ lost: string }>(
    `select coalesce(sum(amount_cents), 0) as lost from ledger_entries
     where charge = $1 and side = 'owner' and to_account = 'losses'`,
    [intent],
  );
  expect(Number(rows[0]?.lost)).toBe(expected.losses);
  await expectBooks(market);
}

const ofCharge = (intent: string, account: LedgerAccount) =>
  sumLedgerOfCharge(market.services.db, intent, account);

async function disputeOf(intent: string): Promise<string> {
  const { data } = await market.services.stripe.disputes.list({ payment_intent: intent });
  return data[0]?.id ?? '';
}

async function answer(intent: string, text: string): Promise<void> {
  await market.services.stripe.disputes.update(await disputeOf(intent), {
    evidence: { uncategorized_text: text },
  });
  await recordChargebacks(market.services, intent);
}

const close = async (intent: string) => market.services.stripe.disputes.close(await disputeOf(intent));

async function stored(intent: string) {
  const own = eq(chargebacks.transactionId, intent);
  const [row] = await market.services.db.select().from(chargebacks).where(own);
  return row;
}

async function eventsOf(intent: string): Promise<string[]> {
  const row = await stored(intent);
  const rows = await market.services.db
    .select({ kind: events.kind })
    .from(events)
    .where(eq(events.subject, row?.id ?? ''))
    .orderBy(events.at, events.id);
  return rows.map(({ kind }) => kind);
}

async function payment(intent: string) {
  const [row] = await market.services.db.select().from(payments).where(eq(payments.transactionId, intent));
  return row;
}

const attempts = (intent: string) =>
  market.services.db.select().from(refunds).where(eq(refunds.transactionId, intent));

/** Moving the clock makes access tokens expire. */
const adminWithNewToken = () => signInAgain(market, admin);

async function chargebackOf(intent: string) {
  const { body } = await (await adminWithNewToken()).get('/chargebacks?limit=100');
  return body.find(({ transactionId }: { transactionId: string }) => transactionId === intent);
}
