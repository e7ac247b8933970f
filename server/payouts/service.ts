import { payoutErrors } from '#contract/payouts.ts';
import type { BankDetails } from '#contract/payouts-bank.ts';
import { emit } from '#server/platform/events/emit.ts';
import { failWith } from '#server/platform/failure.ts';
import type { PayoutServices } from './payout-services.ts';
import { storeBank } from './repository.ts';

export { countByHand } from './count-by-hand.ts';
export { followSellerEvent } from './follow-events.ts';
export { checkOnboarding, openAccount, startOnboarding } from './onboard-seller.ts';
export type { PayoutServices } from './payout-services.ts';
export { sumPayouts } from './present-payouts.ts';
export { processTransferAgain } from './process-again.ts';
export { refusedReversalCount } from './refused-reversals.ts';
export { createBankSeal } from './seal-bank.ts';

const fail = failWith(payoutErrors);

/**
 * Stores a seller's bank details, and tells the seller. A line that is set aside keeps the details with which it was
 * exported.
 *
 * @throws Failure payouts.other-method
 */
export async function changeBankDetails(
  { db, seal, clock, method }: Pick<PayoutServices, 'db' | 'seal' | 'clock' | 'method'>,
  sellerId: string,
  details: BankDetails,
): Promise<number> {
  if (method !== 'manual') throw fail('payouts.other-method');
  await db.transaction(async (tx) => {
    await storeBank(tx, sellerId, seal.close(sellerId, details), clock.now());
    const actor = { role: 'seller', id: sellerId } as const;
    await emit(tx, 'payout.bank-changed', { subject: sellerId, actor, data: {} });
  });
  return 1;
}
