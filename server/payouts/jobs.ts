import { dayMs } from '#contract/durations.ts';
import { system } from '#contract/states.ts';
import { emit } from '#server/platform/events/emit.ts';

import { makeTransfer } from './make-transfer.ts';
import {
  orderEndQueue,
  type PayoutServices,
  reversalQueue,
  sellerQueue,
  transferQueue,
} from './payout-services.ts';
import { makeOverdueTransfers, processPayouts, processSellerBalance, readAccounts } from './sweep-payouts.ts';
import { findSellerOf, claimUnprepared } from './repository.ts';
import { makeReversal } from './reverse-transfers.ts';

/** How often to look for sellers who can be paid, or who owe something. */
const payoutSeconds = 15;

/** How often to look for transfers and reversals that were not made. */
const catchUpSeconds = 60;

/** How often to ask the processor about accounts. */
const accountsSeconds = 60;

/** How often to look for sellers whose money waits for their bank details. */
const reminderSeconds = 3600;

export function payoutJobs(services: PayoutServices): void {
  const { jobs } = services;
  jobs.handle(transferQueue, ({ payoutId }) => makeTransfer(services, payoutId));
  jobs.handle(reversalQueue, ({ reversalId }) => makeReversal(services, reversalId));
  jobs.handle(sellerQueue, ({ sellerId }) => processSellerBalance(services, sellerId));
  // Handling it twice is harmless.
  jobs.handle(orderEndQueue, async ({ subject }) => {
    const sellerId = await findSellerOf(services.db, subject);
    if (sellerId !== undefined) await processSellerBalance(services, sellerId);
  });
  jobs.every(payoutSeconds, 'process payouts', () => processPayouts(services));
  jobs.every(catchUpSeconds, 'make transfers that were not made', () => makeOverdueTransfers(services));
  jobs.every(reminderSeconds, 'remind sellers of money that waits', () => remindSellers(services));
}

/** Asks the processor about sellers' accounts, in case a webhook was lost. */
export function askAccountsJob(services: PayoutServices): void {
  services.jobs.every(accountsSeconds, 'read events of sellers’ accounts', () => readAccounts(services));
}

const weekMs = 7 * dayMs;

/** How many are reminded in one round. */
const batch = 200;

/**
 * Reminds sellers whose money waits because we do not know where to pay it: at most once a week.
 *
 * @returns how many
 */
export async function remindSellers({ db, clock, method }: PayoutServices): Promise<number> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const before = new Date(now.getTime() - weekMs);
    const waiting = await claimUnprepared(tx, { method, now, before, limit: batch });
    for (const { sellerId, cents } of waiting)
      await emit(tx, 'payout.reminded', { subject: sellerId, actor: system, data: { cents } });
    return waiting.length;
  });
}
