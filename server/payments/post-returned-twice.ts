/**
 * The ledger's entries of money that went back to a buyer twice: a refund was on its way, or had arrived, when the
 * buyer's bank took the same money back.
 */
import { isSellerAccount, type LedgerAccount, type LedgerMove, ownerMove } from '#contract/ledger.ts';
import { system } from '#contract/states.ts';
import {
  listLedgerEntries,
  listStandingEntries,
  postToLedger,
  sumLedgerOfCharge,
} from '#server/ledger/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';

/** A charge, and what of it is back at its buyer. */
interface Returned {
  readonly transactionId: string;
  readonly orderId: string | null;
  /** Refunds that succeeded, payments by bank, and what banks have taken, in cents. */
  readonly returnedCents: number;
}

/**
 * A refund that neither the order nor a completed sale had money for is taken from our fees. If a refund fails after
 * the bank has taken its money as well, it is not due again, but goes to those whom the bank's decision had cost it.
 * The charge's refunds must be recorded before, and its payment or issue locked.
 */
export async function postReturnedTwice(
  tx: Transaction,
  { transactionId, orderId, returnedCents }: Returned,
  at: Date,
): Promise<void> {
  const dueCents = await sumLedgerOfCharge(tx, transactionId, 'refunds_due');
  const [charged] = await listLedgerEntries(tx, `charge:${transactionId}`);
  const leftCents = (charged?.amountCents ?? 0) - returnedCents;
  const known = await listStandingEntries(tx, transactionId, 'returned-twice');
  const moves =
    dueCents < 0
      ? [ownerMove('fees', 'refunds_due', -dueCents)]
      : await divideExcess(tx, transactionId, Math.min(dueCents, dueCents - leftCents));
  if (moves.length === 0) return;
  await postToLedger(tx, {
    kind: 'returned-twice',
    key: `returned-twice:${transactionId}:${known.length + 1}`,
    orderId,
    charge: transactionId,
    actor: system,
    at,
    moves,
  });
}

/** Divides what is no longer due among our fees and the seller, up to what each has paid. */
async function divideExcess(tx: Transaction, charge: string, amountCents: number): Promise<LedgerMove[]> {
  if (amountCents <= 0) return [];
  // What an admin has paid a seller for it was our cost.
  const rows = await listStandingEntries(tx, charge, 'returned-twice', 'chargeback-lost', 'made-good');
  const borne = new Map<LedgerAccount, number>([['fees', 0]]);
  for (const { fromAccount, toAccount, amountCents: cents } of rows)
    for (const [account, change] of [[fromAccount, cents] as const, [toAccount, -cents] as const])
      if (account === 'fees' || isSellerAccount(account))
        borne.set(account, (borne.get(account) ?? 0) + change);
  let left = amountCents;
  return [...borne].flatMap(([account, cents]) => {
    const back = Math.min(left, Math.max(cents, 0));
    left -= back;
    return back > 0 ? [ownerMove('refunds_due', account, back)] : [];
  });
}
