/** Asks the processor again about an event of the ledger, and acts on the answer. */
import type { PaymentServices } from './payment-services.ts';
import { recordBankPayout } from './record-bank-payout.ts';
import { recordChargebacks } from './record-chargebacks.ts';
import { recordFee } from './record-fees.ts';
import { recordRefunds } from './record-refunds.ts';
import { settleCharge } from './settle-charge.ts';

/** An event by its key in the ledger, and the intent that the money belongs to, if known. */
interface Recorded {
  readonly key: string;
  readonly charge: string | null;
}

/**
 * Updates the ledger by the processor's current data about an event. Does nothing for events that this domain does not
 * record.
 *
 * @throws Failure payments.processor-unreachable, payments.does-not-fit if the processor does not know it
 */
export async function processAgain(services: PaymentServices, { key, charge }: Recorded): Promise<void> {
  const [kind = '', subject = ''] = key.split(':');
  if (kind === 'payout' || kind === 'payout-failed') return recordBankPayout(services, subject);
  if (charge === null || !kinds.has(kind)) return undefined;
  await settleCharge(services, charge);
  if (kind.startsWith('refund')) await recordRefunds(services, charge);
  if (kind.startsWith('chargeback')) await recordChargebacks(services, charge);
  await recordFee(services, charge);
  return undefined;
}

const kinds: ReadonlySet<string> = new Set([
  'charge',
  'processor-fee',
  'refund',
  'refund-failed',
  'chargeback-lost',
  'chargeback-fee',
]);
