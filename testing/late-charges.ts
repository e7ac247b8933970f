/** Charges that came too late for their booking, so that they are refunded. */
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { expect } from 'vitest';

import { maxFailedRefunds } from '#contract/payments.ts';
import { payments, refunds } from '#db/tables/payments.ts';
import { holdDeadline } from '#server/bookings/service.ts';
import { refundCharge } from '#server/payments/refund-charge.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { beginOrder, confirmCard, deliver, endRefunds, intentOf, report } from './card-processor.ts';
import type { Market } from './market.ts';

/** A charge for a phone that is held by another buyer; nobody has reported it yet. */
export async function payTooLate(market: Market, card: string) {
  const order = await beginOrder(market);
  market.clock.advance(6);
  await runDue(market.services, holdDeadline);
  await market.booking(await market.person('buyer'), order.productId);
  await confirmCard(market, order.secret, card);
  return { ...order, intent: intentOf(order.secret) };
}

/** A reported charge that came too late; the job that would refund it at once is delayed. */
export async function lateCharge(market: Market, card: string) {
  const order = await payTooLate(market, card);
  const { intent } = order;
  const { $client } = market.services.db;
  await $client.query(`
    create function hold_job() returns trigger language plpgsql
      as 'begin new.start_after = now() + interval ''1 year''; return new; end';
    create trigger hold_job before insert on pgboss.job for each row execute function hold_job()`);
  await report(order.buyer, order.bookingId, intent);
  await $client.query('drop trigger hold_job on pgboss.job; drop function hold_job');
  expect(await paymentOf(market, intent)).toMatchObject({ isRefundDue: true });
  return order;
}

/** A refund that has failed as often as allowed. */
export async function failedForGood(market: Market) {
  const order = await lateCharge(market, 'pm_card_refundFail');
  for (let failed = 0; failed < maxFailedRefunds; failed += 1) {
    await refundCharge(market.services, order.intent);
    await endRefunds(market);
    await deliver(market, await refundEvent(market, order.intent, 'refund.failed'));
  }
  await refundCharge(market.services, order.intent);
  return order;
}

/** The payment that a charge paid. */
export async function paymentOf(market: Market, intent: string) {
  const [row] = await market.services.db.select().from(payments).where(eq(payments.transactionId, intent));
  return row;
}

/** The attempts to refund a charge: number, state and reason of the failure. */
export async function attemptsOf(market: Market, intent: string) {
  const rows = await market.services.db
    .select()
    .from(refunds)
    .where(eq(refunds.transactionId, intent))
    .orderBy(refunds.attempt);
  return rows.map(({ attempt, state, failureReason }) => [attempt, state, failureReason]);
}

/** The newest event of a type about a charge's refunds. */
export async function refundEvent(market: Market, intent: string, type: string): Promise<Stripe.Event> {
  const { data } = await market.services.stripe.events.list({ type, limit: 100 });
  const event = data.find(
    ({ data: { object } }) => 'payment_intent' in object && object.payment_intent === intent,
  );
  if (event === undefined) throw new Error(`no ${type} about ${intent}`);
  return event;
}
