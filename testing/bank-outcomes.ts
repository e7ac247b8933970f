/** What an employee does at the processor and what banks decide, as steps of a history; recorded at once. */
import { expect } from 'vitest';

import { openDispute } from '#sandbox/stripe/disputes.ts';
import { endDueRefunds } from '#sandbox/stripe/refund-outcomes.ts';
import { inTransaction, updateObject } from '#sandbox/stripe/store.ts';
import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { recordRefunds } from '#server/payments/record-refunds.ts';
import type { Market } from './market.ts';

type Bank = Pick<Market, 'services'>;

/** Refunds at the processor, which refuses more than the charge has left. */
export async function refundAtProcessor({ services }: Bank, intent: string, amount: number): Promise<number> {
  try {
    await services.stripe.refunds.create({ payment_intent: intent, amount });
  } catch {
    return 0;
  }
  // A pending refund is not recorded yet, but the processor counts it already.
  await endRefundsOf({ services }, intent);
  return 0;
}

/**
 * As if the days until the processor reports the outcome of its refunds had passed. It may be ending some itself at
 * this moment, so this waits until none is due.
 */
export async function endRefundsOf({ services }: Bank, intent: string): Promise<void> {
  const { $client } = services.db;
  await $client.query('update sandbox_stripe.refund_outcomes set due_at = now()');
  const endDue = async () => {
    await endDueRefunds($client);
    return (await $client.query('select from sandbox_stripe.refund_outcomes where due_at <= now()')).rowCount;
  };
  await expect.poll(endDue, { interval: 10 }).toBe(0);
  await recordRefunds(services, intent);
}

/**
 * The card's owner disputes a charge or a part of it, also one that is refunded or has a dispute.
 *
 * @returns the dispute's id
 */
export async function disputeCharge({ services }: Bank, intent: string, amount?: number): Promise<string> {
  const { stripe, db } = services;
  const [charge] = (await stripe.charges.list({ payment_intent: intent })).data;
  if (charge === undefined) throw new Error('no charge');
  const origin = { requestId: undefined, idempotencyKey: undefined };
  const part = { ...charge, amount: amount ?? charge.amount };
  const disputed = { ...charge, disputed: true };
  await inTransaction(db.$client, async (tx) => {
    await openDispute(tx, origin, part, { reason: 'fraudulent', isInquiry: false });
    await updateObject(tx, disputed);
  });
  const [newest] = (await stripe.disputes.list({ payment_intent: intent })).data;
  return newest?.id ?? '';
}

/** The bank decides. The processor refuses to close a dispute that is decided already. */
export async function decideChargeback({ services }: Bank, intent: string, isWon: boolean): Promise<number> {
  const { disputes } = services.stripe;
  const { data } = await disputes.list({ payment_intent: intent });
  const open = data.filter(({ status }) => status === 'needs_response');
  await Promise.allSettled(
    open.map(({ id }) =>
      isWon
        ? disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
        : disputes.close(id),
    ),
  );
  await recordChargebacks(services, intent);
  return 0;
}

/** The bank makes a chargeback of its inquiry, whatever has become of the money by then. */
export async function escalateInquiry({ services }: Bank, intent: string): Promise<number> {
  const { disputes } = services.stripe;
  const { data } = await disputes.list({ payment_intent: intent });
  const open = data.filter(({ status }) => status === 'warning_needs_response');
  const evidence = { uncategorized_text: 'escalate_inquiry_evidence' };
  // With a key, because the same words a second time would answer the chargeback.
  await Promise.allSettled(
    open.map(({ id }) => disputes.update(id, { evidence }, { idempotencyKey: `escalate-${id}` })),
  );
  await recordChargebacks(services, intent);
  return 0;
}
