// Charges that arrive when the phone is no longer available: each is refunded once, and no other order is affected.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { payments } from '#db/tables/payments.ts';
import { chargedBy, expectAgreement } from '#testing/agreement.ts';
import {
  beginOrder,
  beginPayment,
  chargeEvent,
  confirmCard,
  deliver,
  intentOf,
  openSilentMarket,
  type Order,
  report,
  takeProcessorDown,
} from '#testing/card-processor.ts';
import { mailsTo, type SentMail } from '#testing/mailbox.ts';
import { type Market, type TestPerson } from '#testing/market.ts';
import { act } from '#testing/order-requests.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { holdDeadline } from '#server/bookings/service.ts';
import { sumLedgerOfCharge } from '#server/ledger/service.ts';
import { cancelPayment } from './cancel-payment.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundCharge } from './refund-charge.ts';
import { insertPending, returningOf } from './repository.ts';
import { settlePayment } from './settle-payment.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

test('a payment that comes after somebody else booked the phone is refunded once, and both are told', async () => {
  const order = await runOut();
  const other = await market.person('buyer');
  const otherBooking = await market.booking(other, order.productId);
  await confirmCard(market, order.secret);
  const refused = await report(order.buyer, order.bookingId, intentOf(order.secret));
  expect(refused).toMatchObject({ status: 409, body: { code: 'payments.refunded', acknowledged: false } });
  await expectRefunded(order);
  expect((await other.get(`/bookedProduct/${otherBooking}`)).body.state).toBe('held');
});

test('a payment that comes after the phone was sold to somebody else is refunded, that person’s order stays', async () => {
  const order = await runOut();
  const other = await market.person('buyer');
  const otherBooking = await market.booking(other, order.productId);
  const secret = await beginPayment(other, otherBooking);
  await confirmCard(market, secret);
  expect((await report(other, otherBooking, intentOf(secret))).status).toBe(200);
  await confirmCard(market, order.secret);
  await deliver(market, await chargeEvent(market, intentOf(order.secret)));
  await expectRefunded(order);
  expect((await other.get(`/bookedProduct/${otherBooking}`)).body).toMatchObject({ paid: true });
});

test('the refund of a booking that was cancelled twice and paid late is on its buyer’s list', async () => {
  const order = await beginOrder(market);
  const { buyer, bookingId, secret } = order;
  await confirmCard(market, secret);
  for (const _press of [1, 2]) await buyer.delete(`/bookedProduct?id=${bookingId}`);
  await report(buyer, bookingId, intentOf(secret));
  await expectRefunded(order);
  expect((await buyer.get('/bookedProduct')).body).toMatchObject([{ _id: bookingId, state: 'refunded' }]);
});

test('a payment that only the reconciling job finds is refunded when the phone is gone', async () => {
  const order = await runOut();
  await market.booking(await market.person('buyer'), order.productId);
  await confirmCard(market, order.secret);
  market.clock.advance(1);
  await reconcilePayments(market.services);
  await expectRefunded(order);
});

test('two simultaneous reports of a late payment both say that it is refunded', async () => {
  const order = await runOut();
  await market.booking(await market.person('buyer'), order.productId);
  await confirmCard(market, order.secret);
  const intent = await market.services.stripe.paymentIntents.retrieve(intentOf(order.secret));
  const bringUp = await takeProcessorDown(market);
  const settle = () => settlePayment(market.services, intent);
  expect(await Promise.all([settle(), settle()])).toEqual(['refund', 'refund']);
  expect(await sumLedgerOfCharge(market.services.db, intent.id, 'refunds_due')).toBe(42_050);
  await bringUp();
  await refundCharge(market.services, intent.id);
  await expectRefunded(order);
  const refunded = await paymentOf(order.secret);
  // An earlier version stored no amount with a refund of everything.
  expect(refunded && returningOf({ ...refunded, refundCents: 0 })).toBe(42_050);
});

test('a phone that is removed while its buyer pays costs them nothing', async () => {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret);
  expect((await order.seller.delete(`/products/${order.productId}`)).body.deletedCount).toBe(1);
  await deliver(market, await chargeEvent(market, intentOf(order.secret)));
  await expectRefunded(order);
});

test('a removed phone’s intent can no longer be charged', async () => {
  const order = await beginOrder(market);
  await order.seller.delete(`/products/${order.productId}`);
  await expectCancelled(order);
  expect((await confirmCard(market, order.secret)).status).toBe(400);
  const again = await order.buyer.post('/create-payment-intent', { paymentId: order.bookingId });
  expect(again).toMatchObject({ status: 409, body: { code: 'payments.not-payable' } });
  await expectAgreement(market.services, order.productId);
});

test('a booking that is deleted in one tab cannot be paid in another', async () => {
  const order = await beginOrder(market);
  await order.buyer.delete(`/bookedProduct?id=${order.bookingId}`);
  await expectCancelled(order);
  expect((await confirmCard(market, order.secret)).status).toBe(400);
  await expectAgreement(market.services, order.productId);
});

test('a charge that was quicker than the deletion’s cancelling goes back', async () => {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret);
  await order.buyer.delete(`/bookedProduct?id=${order.bookingId}`);
  await expectRefunded(order);
  // The buyer gave the phone up, and it is for sale again: no mail says that it was gone.
  const [toBuyer] = await refundMailsTo(order.buyer.email);
  expect(toBuyer?.text).toContain('Your payment arrived after your booking had ended.');
  const [toSeller] = await refundMailsTo(order.seller.email);
  expect(toSeller?.text).toContain('came after its booking had ended. The buyer gets the money back');
});

test('a hold that ran out and was given up is not paid any more', async () => {
  const order = await runOut();
  await confirmCard(market, order.secret);
  await order.buyer.delete(`/bookedProduct?id=${order.bookingId}`);
  await expectRefunded(order);
});

test('a buyer who is deleted while they pay gets their money back, and the phone is free', async () => {
  const order = await beginOrder(market);
  await markAsked(order);
  await confirmCard(market, order.secret);
  await remove(order.buyer);
  expect((await report(order.buyer, order.bookingId, intentOf(order.secret))).status).toBe(401);
  await deliver(market, await chargeEvent(market, intentOf(order.secret)));
  await expectRefunded(order);
  await market.booking(await market.person('buyer'), order.productId);
});

test('a buyer who is deleted after their hold ran out buys nothing', async () => {
  const order = await runOut();
  await markAsked(order);
  await confirmCard(market, order.secret);
  await remove(order.buyer);
  await deliver(market, await chargeEvent(market, intentOf(order.secret)));
  await expectRefunded(order);
});

test('a seller who is deleted while their phone is paid costs the buyer nothing', async () => {
  const order = await beginOrder(market);
  await markAsked(order);
  await confirmCard(market, order.secret);
  await remove(order.seller);
  await deliver(market, await chargeEvent(market, intentOf(order.secret)));
  await expectRefunded(order);
});

test('a phone whose order has ended survives the deletion of its seller and of its buyer', async () => {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret);
  await report(order.buyer, order.bookingId, intentOf(order.secret));
  await act(order.seller, order.bookingId, 'cancel');
  await refundCharge(market.services, intentOf(order.secret));
  await remove(order.seller);
  expect((await order.buyer.get(`/bookedProduct/${order.bookingId}`)).body.paid).toBe(true);
  await remove(order.buyer);
  await expectAgreement(market.services, order.productId);
});

test('the refund job may run twice, at once and again, and after the processor forgot the first', async () => {
  const order = await runOut();
  await market.booking(await market.person('buyer'), order.productId);
  await confirmCard(market, order.secret);
  // Refunded by a process that died before it could record it, more than a day ago.
  await market.services.stripe.refunds.create({ payment_intent: intentOf(order.secret) });
  await deliver(market, await chargeEvent(market, intentOf(order.secret)));
  const id = intentOf(order.secret);
  await Promise.all([refundCharge(market.services, id), refundCharge(market.services, id)]);
  await refundCharge(market.services, id);
  await expectRefunded(order);
});

test('an intent that was begun while its booking was deleted is cancelled by the reconciling job', async () => {
  const buyer = await market.person('buyer');
  const productId = await market.phone(await market.person('seller'));
  const bookingId = await market.booking(buyer, productId);
  await buyer.delete(`/bookedProduct?id=${bookingId}`);
  // As if the deletion had happened between the processor's answer and the row.
  const amountCents = 42_050;
  const { id: transactionId } = await market.services.stripe.paymentIntents.create({
    amount: amountCents,
    currency: 'usd',
    metadata: { bookingId },
  });
  await market.services.db.transaction((tx) =>
    insertPending(tx, { id: newId(), bookingId, transactionId, amountCents }),
  );
  market.clock.advance(1);
  await reconcilePayments(market.services);
  const intent = await market.services.stripe.paymentIntents.retrieve(transactionId);
  expect(intent.status).toBe('canceled');
  await cancelPayment(market.services, bookingId);
  await expectAgreement(market.services, productId);
});

test('a payment that was asked about by a clock in the future is asked about now', async () => {
  const order = await beginOrder(market);
  await confirmCard(market, order.secret);
  const tomorrow = new Date(market.clock.now().getTime() + dayMs);
  await market.services.db
    .update(payments)
    .set({ checkedAt: tomorrow })
    .where(eq(payments.bookingId, order.bookingId));
  market.clock.advance(1);
  await reconcilePayments(market.services);
  expect((await order.buyer.get(`/bookedProduct/${order.bookingId}`)).body.state).toBe('paid');
});

/** A booking whose hold has expired, with an intent that is still open. */
async function runOut(): Promise<Order> {
  const order = await beginOrder(market);
  market.clock.advance(6);
  await runDue(market.services, holdDeadline);
  return order;
}

/** As if the reconciling job had just checked the payment, which it then does not check again for minutes. */
const markAsked = ({ bookingId }: Order) =>
  market.services.db
    .update(payments)
    .set({ checkedAt: market.clock.now() })
    .where(eq(payments.bookingId, bookingId));

async function remove(person: TestPerson): Promise<void> {
  const admin = await market.person('admin');
  expect((await admin.delete(`/users/${person.id}`)).body.deletedCount).toBe(1);
}

async function paymentOf(secret: string) {
  const own = eq(payments.transactionId, intentOf(secret));
  const [row] = await market.services.db.select().from(payments).where(own);
  return row;
}

/** A job makes the refund; then money, rows and mail agree. */
async function expectRefunded({ buyer, seller, productId, secret }: Order): Promise<void> {
  await vi.waitFor(async () => expect((await paymentOf(secret))?.state).toBe('refunded'), polling);
  expect(await chargedBy(market.services.stripe, intentOf(secret))).toEqual({ count: 1, keptCents: 0 });
  const { data } = await market.services.stripe.refunds.list({ payment_intent: intentOf(secret) });
  expect(data).toHaveLength(1);
  await expectAgreement(market.services, productId);
  for (const { email } of [buyer, seller])
    await vi.waitFor(async () => expect(await refundMailsTo(email)).toHaveLength(1), polling);
}

async function expectCancelled({ secret }: Order): Promise<void> {
  await vi.waitFor(async () => expect((await paymentOf(secret))?.state).toBe('failed'), polling);
  const intent = await market.services.stripe.paymentIntents.retrieve(intentOf(secret));
  expect(intent.status).toBe('canceled');
}

const polling = { timeout: 20_000, interval: 50 };

/** Only mail about refunds, without mail about a booking that ended or expired. */
async function refundMailsTo(email: string): Promise<SentMail[]> {
  const mails = await mailsTo(market.address, email);
  return mails.filter(({ subject }) => /is on its way back$|late payment/.test(subject));
}
