/** Reverses transfers: those that a bank has refused, and those of sales that were refunded. */
import { sellerAccount } from '#contract/ledger.ts';
import { findLedgerBalance } from '#server/ledger/service.ts';
import { askProcessor, isRefused } from '#server/payments/service.ts';
import { Failure } from '#server/platform/failure.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { isStoredFailure, keyOfAttempt } from '#server/platform/stripe/stored-failure.ts';
import { listDebts } from './find-due.ts';
import { findMade, storeReversal } from './follow-reversals.ts';
import { type PayoutServices, reversalQueue } from './payout-services.ts';
import { lockSeller } from './repository.ts';
import * as store from './store-payouts.ts';

/**
 * Begins to reverse the rest of a transfer that a bank has refused, unless nothing is left or an attempt is in progress.
 * The payout must be locked.
 */
export async function reverseRefusedTransfer(
  tx: Transaction,
  services: Pick<PayoutServices, 'jobs'>,
  payout: store.PayoutRow,
): Promise<void> {
  const amountCents = await store.findLeft(tx, payout);
  if (amountCents > 0) await beginReversal(tx, services, { payoutId: payout.id, cause: 'bank', amountCents });
}

/**
 * If a seller's balance is negative because a sale was refunded after its payout, tries to reverse its transfer, once
 * for each amount. What the processor does not return remains a debt, which later sales settle.
 */
export async function settleDebt(services: PayoutServices, sellerId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockSeller(tx, sellerId);
    let missing = -(await findLedgerBalance(tx, sellerAccount(sellerId)));
    if (missing <= 0) return;
    const debts = await listDebts(tx, sellerId);
    for (const sent of await store.listSent(tx, [...debts.keys()])) {
      const { payout, returnedCents, refusedCents, askedCents } = sent;
      missing -= askedCents;
      const debt = debts.get(payout.orderId ?? '') ?? 0;
      const amountCents = Math.min(
        debt - refusedCents - askedCents,
        payout.amountCents - returnedCents - refusedCents - askedCents,
        missing,
      );
      if (amountCents <= 0 || askedCents > 0) continue;
      await beginReversal(tx, services, { payoutId: payout.id, cause: 'debt', amountCents });
      missing -= amountCents;
    }
  });
}

/** Begins to reverse this much of a transfer. @returns false if a reversal is in progress already */
export async function beginReversal(
  tx: Transaction,
  { jobs }: Pick<PayoutServices, 'jobs'>,
  row: Parameters<typeof store.insertReversal>[1],
): Promise<boolean> {
  const reversalId = await store.insertReversal(tx, row);
  if (reversalId === undefined) return false;
  await jobs.enqueue(tx, reversalQueue, { reversalId });
  return true;
}

/**
 * Makes a reversal exactly once: if the processor has made it already, it is found among those of its transfer.
 *
 * @throws Failure payments.processor-unreachable; the job is retried
 */
export async function makeReversal(services: PayoutServices, id: string): Promise<void> {
  const { db } = services;
  const reversal = await store.findReversal(db, id);
  const payout = reversal && (await store.findPayout(db, reversal.payoutId));
  if (reversal?.state !== 'requested' || payout?.transferId == null) return;
  const { transferId } = payout;
  try {
    const made =
      (await findMade(services, transferId, reversal)) ?? (await ask(services, transferId, reversal));
    await db.transaction((tx) => storeReversal(tx, services, id, { reversalId: made }));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) {
      if (error instanceof Failure && isStoredFailure(error.cause))
        await store.beginNextReversalAttempt(db, reversal);
      throw error;
    }
    services.log.warn({ reversal: id, reason: refusal }, 'the processor does not take a transfer back');
    await db.transaction((tx) => storeReversal(tx, services, id, { refusal }));
  }
}

/** Why the processor will never make the reversal; undefined if it may do so later. */
function refusalOf(error: unknown): string | undefined {
  if (!isRefused(error)) return undefined;
  return error instanceof Failure
    ? 'The card processor knows no such transfer.'
    : error.message.slice(0, 300);
}

async function ask(
  { stripe }: PayoutServices,
  transferId: string,
  { id, amountCents, attempt }: store.ReversalRow,
): Promise<string> {
  const made = await askProcessor(() =>
    stripe.transfers.createReversal(
      transferId,
      { amount: amountCents, metadata: { reversalId: id } },
      { idempotencyKey: keyOfAttempt(`payout-reversal-${id}`, attempt) },
    ),
  );
  return made.id;
}
