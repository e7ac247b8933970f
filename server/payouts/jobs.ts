import { makeTransfer } from './make-transfer.ts';
import {
  orderEndQueue,
  type PayoutServices,
  reversalQueue,
  sellerQueue,
  transferQueue,
} from './payout-services.ts';
import { remindSellers } from './remind-sellers.ts';
import { catchUp, lookAtSeller, readAccounts, workOffPayouts } from './sweep-payouts.ts';
import { findSellerOf } from './repository.ts';
import { makeReversal } from './take-back.ts';

/** How often sellers are looked for whose money can go out, or who owe something. */
const payoutSeconds = 15;

/** How often transfers and reversals are looked for that were not made. */
const catchUpSeconds = 60;

/** How often accounts at the processor are asked for what no webhook brought. */
const accountsSeconds = 60;

/** How often sellers are looked for whose money waits for them. */
const reminderSeconds = 3600;

export function payoutJobs(services: PayoutServices): void {
  const { jobs } = services;
  jobs.handle(transferQueue, ({ payoutId }) => makeTransfer(services, payoutId));
  jobs.handle(reversalQueue, ({ reversalId }) => makeReversal(services, reversalId));
  jobs.handle(sellerQueue, ({ sellerId }) => lookAtSeller(services, sellerId));
  // Looking once more changes nothing.
  jobs.handle(orderEndQueue, async ({ subject }) => {
    const sellerId = await findSellerOf(services.db, subject);
    if (sellerId !== undefined) await lookAtSeller(services, sellerId);
  });
  jobs.every(payoutSeconds, 'work off payouts', () => workOffPayouts(services));
  jobs.every(catchUpSeconds, 'make transfers that were not made', () => catchUp(services));
  jobs.every(accountsSeconds, 'read events of sellers’ accounts', () => readAccounts(services));
  jobs.every(reminderSeconds, 'remind sellers of money that waits', async () => {
    await remindSellers(services);
  });
}
