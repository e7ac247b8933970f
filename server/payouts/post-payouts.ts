/**
 * The ledger's entries of payouts, written in the transaction of the change. Each row's key contains the processor's
 * own id.
 */
import { bothSides, sellerAccount } from '#contract/ledger.ts';
import { type Actor, system } from '#contract/states.ts';
import { postToLedger } from '#server/ledger/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import type { PayoutRow } from './store-payouts.ts';

/** Records a transfer to a seller's account at the processor. */
export async function postTransfer(
  tx: Transaction,
  payout: PayoutRow,
  transferId: string,
  at: Date,
): Promise<void> {
  await postToLedger(tx, {
    ...headingOf(payout, system, at),
    kind: 'transfer',
    key: `transfer:${transferId}`,
    moves: bothSides(sellerAccount(payout.sellerId), 'world', 'processor', 'world', payout.amountCents),
  });
}

/** Records that this much of a transfer was reversed: because a bank refused it, or to settle a debt. */
export async function postReversal(
  tx: Transaction,
  payout: PayoutRow,
  { reversalId, cause, amountCents }: { reversalId: string; cause: 'bank' | 'debt'; amountCents: number },
  at: Date,
): Promise<void> {
  const kind = cause === 'bank' ? 'transfer-failed' : 'transfer-reversed';
  await postToLedger(tx, {
    ...headingOf(payout, system, at),
    kind,
    key: `transfer-back:${reversalId}`,
    moves: bothSides('world', sellerAccount(payout.sellerId), 'world', 'processor', amountCents),
  });
}

/** Records that an admin has paid a line by bank. */
export async function postBankPayout(
  tx: Transaction,
  payout: PayoutRow,
  actor: Actor,
  at: Date,
): Promise<void> {
  await postToLedger(tx, {
    ...headingOf(payout, actor, at),
    kind: 'payout-by-bank',
    key: `payout-by-bank:${payout.id}`,
    moves: bothSides(sellerAccount(payout.sellerId), 'world', 'bank', 'world', payout.amountCents),
  });
}

/** The text of a payout by bank in the bank's statement. */
export const bankReference = (payoutId: string): string => `Ringback ${payoutId.slice(-12)}`;

/** Records that the bank returned a line that an admin had confirmed. */
export async function postBankReturn(
  tx: Transaction,
  payout: PayoutRow,
  actor: Actor,
  at: Date,
): Promise<void> {
  await postToLedger(tx, {
    ...headingOf(payout, actor, at),
    kind: 'payout-by-bank-failed',
    key: `payout-by-bank-failed:${payout.id}`,
    moves: bothSides('world', sellerAccount(payout.sellerId), 'world', 'bank', payout.amountCents),
  });
}

const headingOf = ({ orderId, charge }: PayoutRow, actor: Actor, at: Date) => ({
  orderId,
  ...(charge === null ? {} : { charge }),
  actor,
  at,
});
