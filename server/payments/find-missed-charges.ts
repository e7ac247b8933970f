/** Finds what is too old for the processor's list of events, by its charges, refunds and disputes. */
import type Stripe from 'stripe';

import { idOf } from '#server/platform/stripe/id-of.ts';
import { askProcessor } from './ask-processor.ts';
import type { PaymentServices } from './payment-services.ts';
import { recordChargebacks } from './record-chargebacks.ts';
import { recordRefunds } from './record-refunds.ts';
import { settleCharge } from './settle-charge.ts';

/**
 * Settles every unknown charge since a moment, and updates refunds and disputes since then: after an outage of more
 * than a month, or a restore from a backup that is as old.
 *
 * @param since in seconds since 1970
 * @throws Failure payments.processor-unreachable
 */
export async function findMissedCharges(services: PaymentServices, since: number): Promise<void> {
  const { stripe } = services;
  const isSince = { created: { gte: since }, limit: 100 };
  const charges = await askProcessor(() => collect(stripe.charges.list(isSince)));
  for (const { paid, payment_intent: intent } of charges) {
    const transactionId = idOf(intent);
    if (paid && transactionId !== undefined) await settleCharge(services, transactionId);
  }
  const refunds = await askProcessor(() => collect(stripe.refunds.list(isSince)));
  for (const transactionId of intentsOf(refunds)) await recordRefunds(services, transactionId);
  const disputes = await askProcessor(() => collect(stripe.disputes.list(isSince)));
  for (const transactionId of intentsOf(disputes)) await recordChargebacks(services, transactionId);
}

async function collect<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

interface OfIntent {
  readonly payment_intent: string | Stripe.PaymentIntent | null;
}

const intentsOf = (objects: readonly OfIntent[]): ReadonlySet<string> =>
  new Set(objects.flatMap(({ payment_intent: intent }) => idOf(intent) ?? []));
