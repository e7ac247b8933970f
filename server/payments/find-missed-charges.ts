/** Finds what is too old for the processor's list of events, by its charges, refunds, disputes and transfers. */
import type Stripe from 'stripe';

import { hasCode } from '#server/platform/failure.ts';
import { idOf, transferTakenBackIn } from '#server/platform/stripe/id-of.ts';
import { askProcessor } from './ask-processor.ts';
import type { PaymentServices } from './payment-services.ts';
import { recordChargebacks } from './record-chargebacks.ts';
import { recordRefunds } from './record-refunds.ts';
import { settleCharge } from './settle-charge.ts';

/**
 * Settles every unknown charge since a moment, and updates refunds, disputes, transfers and their reversals since then:
 * after an outage of more than a month, or a restore from a backup that is as old.
 *
 * @param since in seconds since 1970
 * @throws Failure payments.processor-unreachable; what fails otherwise is logged, and does not delay the rest
 */
export async function findMissedCharges(services: PaymentServices, since: number): Promise<void> {
  const { stripe } = services;
  const isSince = { created: { gte: since }, limit: 100 };
  const record = (objects: Iterable<string>, work: Recording) => recordEach(services, objects, work);
  const charges = await askProcessor(() => collect(stripe.charges.list(isSince)));
  await record(intentsOf(charges.filter(({ paid }) => paid)), settleCharge);
  const refunds = await askProcessor(() => collect(stripe.refunds.list(isSince)));
  await record(intentsOf(refunds), recordRefunds);
  const disputes = await askProcessor(() => collect(stripe.disputes.list(isSince)));
  await record(intentsOf(disputes), recordChargebacks);
  const transfers = await askProcessor(() => collect(stripe.transfers.list(isSince)));
  await record(new Set(transfers.map(({ id }) => id)), follow('transfer.created'));
  const reversals = await askProcessor(() =>
    collect(
      stripe.balanceTransactions.list({ ...isSince, type: 'transfer_refund', expand: ['data.source'] }),
    ),
  );
  const takenBack = new Set(reversals.flatMap((each) => transferTakenBackIn(each) ?? []));
  await record(takenBack, follow('transfer.reversed'));
}

type Recording = (services: PaymentServices, objectId: string) => Promise<void>;

async function recordEach(
  services: PaymentServices,
  objects: Iterable<string>,
  work: Recording,
): Promise<void> {
  for (const objectId of objects) {
    try {
      await work(services, objectId);
    } catch (error) {
      if (hasCode(error, 'payments.processor-unreachable')) throw error;
      services.log.error({ err: error, objectId }, 'a missed movement of money cannot be recorded');
    }
  }
}

const follow =
  (type: string): Recording =>
  ({ onSellerEvent }, objectId) =>
    onSellerEvent({ type, account: null, objectId });

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
