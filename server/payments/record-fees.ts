/** Records the processor's fee for each charge in the ledger, once it is known: some time after the charge. */
import type Stripe from 'stripe';

import { currency } from '#contract/money.ts';
import { hasCode } from '#server/platform/failure.ts';
import { askProcessor } from './ask-processor.ts';
import type { PaymentServices } from './payment-services.ts';
import { postFee } from './post-money.ts';
import { listUnknownFees, storeFee } from './store-fees.ts';

/**
 * Asks for the unknown fees of up to `limit` charges.
 *
 * @returns how many fees are known now
 * @throws Failure payments.processor-unreachable
 */
export async function recordFees(services: PaymentServices, limit = 100): Promise<number> {
  let known = 0;
  for (const transactionId of await listUnknownFees(services.db, limit))
    known += Number(await recordFee(services, transactionId));
  return known;
}

/**
 * Asks for the fee of one charge and records it; once it is in the ledger, that changes nothing.
 *
 * @returns whether it is known now
 * @throws Failure payments.processor-unreachable
 */
export async function recordFee(services: PaymentServices, transactionId: string): Promise<boolean> {
  const { db, clock } = services;
  const feeCents = await findFee(services, transactionId);
  if (feeCents === undefined) return false;
  await db.transaction(async (tx) => {
    await postFee(tx, { transactionId, amountCents: feeCents }, clock.now());
    await storeFee(tx, transactionId, feeCents);
  });
  return true;
}

/** In cents; undefined while the charge has not reached the balance. */
async function findFee(services: PaymentServices, transactionId: string): Promise<number | undefined> {
  const transaction = await balanceTransactionOf(services, transactionId);
  if (transaction === null) return undefined;
  if (transaction !== 'unknown' && transaction.currency === currency) return transaction.fee;
  services.log.warn(
    { transactionId },
    'the fee of a charge cannot be recorded: not known, or in another currency',
  );
  return 0;
}

async function balanceTransactionOf(
  { stripe }: PaymentServices,
  transactionId: string,
): Promise<Stripe.BalanceTransaction | 'unknown' | null> {
  try {
    const { latest_charge: charge } = await askProcessor(() =>
      stripe.paymentIntents.retrieve(transactionId, { expand: ['latest_charge.balance_transaction'] }),
    );
    if (charge === null || typeof charge === 'string') return 'unknown';
    const { balance_transaction: transaction } = charge;
    return typeof transaction === 'string' ? 'unknown' : transaction;
  } catch (error) {
    // A charge that the processor does not (or no longer) know would be asked about for ever.
    if (hasCode(error, 'payments.does-not-fit')) return 'unknown';
    throw error;
  }
}
