/** Converts a transaction of the processor's balance to the ledger's keys. */
import type Stripe from 'stripe';

import type { processorMovements } from '#db/tables/reconciliation.ts';
import { idOf } from '#server/platform/stripe/id-of.ts';

export type Movement = typeof processorMovements.$inferSelect;

/**
 * The movements of a balance transaction: its amount and its fee, each under the ledger's key of the same event.
 * `source` must be expanded.
 */
export function readMovements(transaction: Stripe.BalanceTransaction): Movement[] {
  const { id: transactionId, amount, fee, created, type, source: about } = transaction;
  const source = idOf(about) ?? null;
  const charge = intentOf(about);
  const subject = { type, source, charge: charge ?? source, transactionId };
  const shared = { transactionId, type, source, charge, at: new Date(created * 1000) };
  return [
    { ...shared, key: keyOf(subject), cents: amount },
    { ...shared, key: feeKeyOf(subject), cents: -fee },
  ].filter(({ cents }) => cents !== 0);
}

interface Subject {
  readonly type: string;
  readonly source: string | null;
  readonly charge: string | null;
  readonly transactionId: string;
}

/** The ledger's event for each type of a transaction. */
const kinds: Readonly<Record<string, string>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund-failed',
  payment_failure_refund: 'refund-failed',
  topup: 'topup',
  payout: 'payout',
  payout_failure: 'payout-failed',
  payout_cancel: 'payout-failed',
  transfer: 'transfer',
  transfer_failure: 'transfer-back',
  transfer_cancel: 'transfer-back',
  transfer_refund: 'transfer-back',
};

function keyOf({ type, source, charge, transactionId }: Subject): string {
  if (isDispute(type, source)) return `chargeback-lost:${source}`;
  const kind = kinds[type];
  if (kind === undefined || source === null) return `movement:${transactionId}`;
  return `${kind}:${kind === 'charge' ? charge : source}`;
}

function feeKeyOf({ type, source, charge, transactionId }: Subject): string {
  if (isDispute(type, source)) return `chargeback-fee:${source}`;
  return kinds[type] === 'charge' ? `processor-fee:${charge}` : `movement-fee:${transactionId}`;
}

/** The processor's type `adjustment` is used for chargebacks and for other things. */
const isDispute = (type: string, source: string | null): boolean =>
  type === 'adjustment' && source !== null && /^d[pu]_/.test(source);

function intentOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (typeof source !== 'object' || source === null || !('payment_intent' in source)) return null;
  return idOf(source.payment_intent) ?? null;
}
