/** Continues payouts that nothing else has continued, after an outage of ours or of the processor. */
import { readEventsOfAccount } from '#server/payments/service.ts';
import { makeTransfer } from './make-transfer.ts';
import { refreshAccount } from './onboard-seller.ts';
import type { PayoutServices } from './payout-services.ts';
import * as repository from './repository.ts';
import { requestPayout } from './request-payout.ts';
import { listRefusedByBank, listUnmadeReversals, listUnsent, lockPayout } from './store-payouts.ts';
import { makeReversal, settleDebt, takeBackRefused } from './take-back.ts';

/** How many are handled in one round. */
const batch = 100;

/** How long the queue's own attempts are given, in milliseconds. */
const queueMs = 60_000;

/** How often the reversal of a transfer that a bank has refused is requested, in milliseconds. */
const retryMs = 3_600_000;

/** Does everything that is due for one seller. */
export async function lookAtSeller(services: PayoutServices, sellerId: string): Promise<void> {
  await settleDebt(services, sellerId);
  await requestPayout(services, sellerId);
}

/** Sets aside what can be paid out by now, and settles what sellers owe. */
export async function workOffPayouts(services: PayoutServices): Promise<void> {
  const { db, clock, method } = services;
  for (const sellerId of await repository.listIndebted(db, batch)) await settleDebt(services, sellerId);
  if (method !== 'stripe') return;
  for (const sellerId of await repository.listPayable(db, clock.now(), batch))
    await requestPayout(services, sellerId);
}

/** Makes transfers and reversals that should have been made a while ago. A failure does not delay the others. */
export async function catchUp(services: PayoutServices): Promise<void> {
  const { db, clock } = services;
  const now = clock.now().getTime();
  const before = new Date(now - queueMs);
  for (const id of await listUnsent(db, before, batch))
    await attempt(services, () => makeTransfer(services, id));
  for (const id of await listUnmadeReversals(db, before, batch))
    await attempt(services, () => makeReversal(services, id));
  for (const id of await listRefusedByBank(db, new Date(now - retryMs), batch))
    await db.transaction(async (tx) => {
      const payout = await lockPayout(tx, id);
      if (payout !== undefined) await takeBackRefused(tx, services, payout);
    });
}

/** Reads accounts that are not settled, and their events, in case a webhook was lost. */
export async function readAccounts(services: PayoutServices): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const before = new Date(now.getTime() - retryMs);
  for (const { accountId, readAt } of await repository.claimUnsettledAccounts(db, {
    now,
    before,
    limit: batch,
  }))
    await attempt(services, async () => {
      try {
        await refreshAccount(services, accountId);
        await readEventsOfAccount(services, accountId, readAt);
      } catch (error) {
        await repository.resetEventsRead(db, accountId, readAt);
        throw error;
      }
    });
}

async function attempt({ log }: PayoutServices, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error }, 'a payout could not be brought on; it is tried again');
  }
}
