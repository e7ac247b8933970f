/**
 * The ledger's entries of payouts, written in the transaction of the change. Each row's key contains the processor's
 * own id.
 */
import { bothSides, sellerAccount } from '#contract/ledger.ts';
import type { ReversalCause } from '#contract/payouts-reversals.ts';
import { system } from '#contract/states.ts';
import { type Cause, type Posting, postToLedger } from '#server/ledger/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import type { PayoutRow } from './store-payouts.ts';

/** Records a transfer to a seller's account at the processor. */
export const postTransfer = (
  tx: Transaction,
  payout: PayoutRow,
  transferId: string,
  at: Date,
): Promise<void> =>
  postOf(tx, payout, {
    actor: system,
    at,
    kind: 'transfer',
    key: `transfer:${transferId}`,
    moves: bothSides(sellerAccount(payout.sellerId), 'world', 'processor', 'world', payout.amountCents),
  });

/** Records that this much of a transfer was reversed: because a bank refused it, or to settle a debt. */
export const postReversal = (
  tx: Transaction,
  payout: PayoutRow,
  { reversalId, cause, amountCents }: { reversalId: string; cause: ReversalCause; amountCents: number },
  at: Date,
): Promise<void> =>
  postOf(tx, payout, {
    actor: system,
    at,
    kind: cause === 'bank' ? 'transfer-failed' : 'transfer-reversed',
    key: `transfer-back:${reversalId}`,
    moves: bothSides('world', sellerAccount(payout.sellerId), 'world', 'processor', amountCents),
  });

/** Records that an admin has paid a line by bank. */
export const postBankPayout = (tx: Transaction, payout: PayoutRow, cause: Cause): Promise<void> =>
  postOf(tx, payout, {
    ...cause,
    kind: 'payout-by-bank',
    key: `payout-by-bank:${payout.id}`,
    moves: bothSides(sellerAccount(payout.sellerId), 'world', 'bank', 'world', payout.amountCents),
  });

/** The text of a payout by bank in the bank's statement. */
export const bankReference = (payoutId: string): string => `Ringback ${payoutId.slice(-12)}`;

/** Records that the bank returned a line that an admin had confirmed. */
export const postBankReturn = (tx: Transaction, payout: PayoutRow, cause: Cause): Promise<void> =>
  postOf(tx, payout, {
    ...cause,
    kind: 'payout-by-bank-failed',
    key: `payout-by-bank-failed:${payout.id}`,
    moves: bothSides('world', sellerAccount(payout.sellerId), 'world', 'bank', payout.amountCents),
  });

async function postOf(
  tx: Transaction,
  { orderId, charge }: PayoutRow,
  posting: Omit<Posting, 'orderId' | 'charge'>,
): Promise<void> {
  await postToLedger(tx, { ...posting, orderId, charge: charge ?? undefined });
}
