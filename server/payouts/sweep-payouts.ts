/** Continues payouts that nothing else has continued, after an outage of ours or of the processor. */
import { hourMs } from '#contract/durations.ts';
import { readEventsOfAccount, unlessUnknown } from '#server/payments/service.ts';
import { makeTransfer } from './make-transfer.ts';
import { refreshAccount } from './onboard-seller.ts';
import type { PayoutServices } from './payout-services.ts';
import * as repository from './repository.ts';
import { requestPayout } from './request-payout.ts';
import { listRefusedByBank, listUnmadeReversals, listUnsent, lockPayout } from './store-payouts.ts';
import { makeReversal, settleDebt, reverseRefusedTransfer } from './reverse-transfers.ts';

/** How many are handled in one round. */
const batch = 100;

/** How long the queue's own attempts are given, in milliseconds. */
const queueMs = 60_000;

/** How often the reversal of a transfer that a bank has refused is requested, in milliseconds. */
const retryMs = hourMs;

/** Settles what one seller owes, and requests a payout of what can be paid to them. */
export async function processSellerBalance(services: PayoutServices, sellerId: string): Promise<void> {
  await settleDebt(services, sellerId);
  await requestPayout(services, sellerId);
}

/** Sets aside what can be paid out by now, and settles what sellers owe. */
export async function processPayouts(services: PayoutServices): Promise<void> {
  const { db, clock, method } = services;
  await forEach(services, await repository.listIndebted(db, batch), (id) => settleDebt(services, id));
  if (method !== 'stripe') return;
  const payable = await repository.listPayable(db, clock.now(), batch);
  await forEach(services, payable, (id) => requestPayout(services, id));
}

/** Makes transfers and reversals that should have been made a while ago. */
export async function makeOverdueTransfers(services: PayoutServices): Promise<void> {
  const { db, clock } = services;
  const now = clock.now().getTime();
  const before = new Date(now - queueMs);
  await forEach(services, await listUnsent(db, before, batch), (id) => makeTransfer(services, id));
  await forEach(services, await listUnmadeReversals(db, before, batch), (id) => makeReversal(services, id));
  await forEach(services, await listRefusedByBank(db, new Date(now - retryMs), batch), (id) =>
    db.transaction(async (tx) => {
      const payout = await lockPayout(tx, id);
      if (payout !== undefined) await reverseRefusedTransfer(tx, services, payout);
    }),
  );
}

/** Reads accounts that are not settled, and their events, in case a webhook was lost. */
export async function readAccounts(services: PayoutServices): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const before = new Date(now.getTime() - retryMs);
  const accounts = await repository.claimUnsettledAccounts(db, { now, before, limit: batch });
  await forEach(services, accounts, async ({ accountId, readAt }) => {
    try {
      // Of an account that is closed to us the processor will say no more the next time.
      await unlessUnknown(async () => {
        await refreshAccount(services, accountId);
        await readEventsOfAccount(services, accountId, readAt);
      });
    } catch (error) {
      await repository.resetEventsRead(db, accountId, readAt);
      throw error;
    }
  });
}

/** Does the work for one item after the other. One that fails is logged and does not delay the others. */
async function forEach<Item>(
  { log }: PayoutServices,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items)
    try {
      await work(item);
    } catch (error) {
      log.warn({ err: error, item }, 'a payout could not be brought on; it is tried again');
    }
}
