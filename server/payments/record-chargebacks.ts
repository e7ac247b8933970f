/** Stores the processor's data about a charge's disputes, and what follows: the money is held, or is lost. */
import type Stripe from 'stripe';

import { currency } from '#contract/money.ts';
import type { ChargebackState } from '#contract/payments-chargebacks.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { askProcessor } from './ask-processor.ts';
import type { PaymentServices } from './payment-services.ts';
import { postChargebackFee, postLostChargeback } from './post-chargebacks.ts';
import { changeReturns, sumReturned } from './record-refunds.ts';
import { settleCharge } from './settle-charge.ts';
import { isChargedBack, type SeenChargeback, storeChargeback, sumLost } from './store-chargebacks.ts';

/**
 * Reads every dispute of a charge from the processor and updates chargebacks, ledger, payment and booking. May run any
 * number of times, in any order.
 *
 * @param alsoStore what else to store in the same transaction
 * @throws Failure payments.processor-unreachable, payments.does-not-fit if the processor knows no such intent
 */
export async function recordChargebacks(
  services: PaymentServices,
  transactionId: string,
  alsoStore?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { stripe, clock, log } = services;
  const { data } = await askProcessor(() =>
    stripe.disputes.list({ payment_intent: transactionId, limit: 100 }),
  );
  if (data.length === 0) return;
  // The dispute may arrive before the charge itself was reported.
  await settleCharge(services, transactionId);
  await changeReturns(services, transactionId, async (tx, payment) => {
    const wasHeldBack = await isChargedBack(tx, transactionId);
    const lostBefore = await sumLost(tx, transactionId);
    for (const dispute of data.toReversed()) {
      const chargeback = await storeChargeback(tx, seenOf(dispute, transactionId));
      const { state, disputeId } = chargeback;
      if (state === 'won' || state === 'lost') await postChargebackFee(tx, chargeback, clock.now());
      if (state !== 'lost') continue;
      if (await postLostChargeback(tx, chargeback, clock.now()))
        log.warn({ transactionId, disputeId }, 'a chargeback was lost');
    }
    await alsoStore?.(tx);
    const isHeldBack = await isChargedBack(tx, transactionId);
    const takenCents = (await sumLost(tx, transactionId)) - lostBefore;
    // A chargeback may be reported only after it is decided.
    if (payment === undefined || (isHeldBack === wasHeldBack && takenCents === 0)) return;
    const isAllGone = (await sumReturned(tx, transactionId)).returnedCents >= payment.amountCents;
    await services.onHeldBack(tx, payment.bookingId, { isHeldBack, takenCents, isAllGone });
  });
}

function seenOf(dispute: Stripe.Dispute, transactionId: string): SeenChargeback {
  const { id, amount, currency: code, reason, status, created, evidence_details: details } = dispute;
  const own = dispute.balance_transactions.filter((each) => each.currency === currency);
  return {
    disputeId: id,
    transactionId,
    state: stateOf(status),
    amountCents: amount,
    currency: code,
    reason,
    feeCents: own.reduce((sum, { fee }) => sum + fee, 0),
    // Zero if the bank accepts no answer.
    dueAt: details.due_by ? new Date(details.due_by * 1000) : null,
    isAnswered: details.submission_count > 0,
    openedAt: new Date(created * 1000),
  };
}

function stateOf(status: string): ChargebackState {
  if (status === 'won' || status === 'lost') return status;
  if (status === 'warning_closed' || status === 'prevented') return 'closed';
  // A status that we do not know yet counts as undecided.
  return status.startsWith('warning_') ? 'inquiry' : 'open';
}
