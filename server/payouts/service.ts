import { payoutErrors } from '#contract/payouts.ts';
import type { BankDetails } from '#contract/payouts-bank.ts';
import { userErrors } from '#contract/users.ts';
import { failWith } from '#server/platform/failure.ts';
import type { OnUserRemoved } from '#server/users/service.ts';
import { hasUnderWay } from './store-payouts.ts';
import type { PayoutServices } from './payout-services.ts';
import { forgetBank, storeBank } from './repository.ts';

export { followSellerEvent } from './follow-events.ts';
export { checkOnboarding, openAccount, startOnboarding } from './onboard-seller.ts';
export type { PayoutServices } from './payout-services.ts';
export { createBankSeal } from './seal-bank.ts';

const fail = failWith(payoutErrors);
const failUser = failWith(userErrors);

/**
 * Stores where a seller's money is to go. A line that is set aside keeps the details that it was exported with.
 *
 * @throws Failure payouts.other-method
 */
export async function changeBankDetails(
  { db, seal, clock, method }: Pick<PayoutServices, 'db' | 'seal' | 'clock' | 'method'>,
  sellerId: string,
  details: BankDetails,
): Promise<number> {
  if (method !== 'manual') throw fail('payouts.other-method');
  await db.transaction((tx) => storeBank(tx, sellerId, seal.close(sellerId, details), clock.now()));
  return 1;
}

/**
 * Keeps a person from being removed while a payout to them is under way; forgets where their money was to go.
 *
 * @throws Failure users.has-open-deals
 */
export const refuseWithPayout: OnUserRemoved = async (tx, userId) => {
  if (await hasUnderWay(tx, userId)) throw failUser('users.has-open-deals');
  await forgetBank(tx, userId);
};
