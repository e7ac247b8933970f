/** The ledger's entries of decided chargebacks, written in the transaction of the change. */
import {
  bothSides,
  isSellerAccount,
  type LedgerAccount,
  type LedgerMove,
  ownerMove,
} from '#contract/ledger.ts';
import { currency } from '#contract/money.ts';
import { system } from '#contract/states.ts';
import {
  listLedgerEntries,
  listStandingEntries,
  postToLedger,
  sumLedgerOfCharge,
  sumLedgerOfKind,
} from '#server/ledger/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { accountOf, type ChargedAccount, findHeld, orderOf, sumTakenByBanks } from './post-money.ts';
import type { ChargebackRow } from './store-chargebacks.ts';

type Decided = Pick<ChargebackRow, 'disputeId' | 'transactionId' | 'amountCents' | 'feeCents' | 'currency'>;

/**
 * Records that the bank took a charge back permanently. The amount is taken first from a refund that is due, since the
 * buyer now has that money from the bank; then from the order, or after completion from its seller, up to what
 * was left of the price; and the rest from our fees. The charge's payment or issue must be locked.
 *
 * @returns whether it was new
 */
export async function postLostChargeback(tx: Transaction, lost: Decided, at: Date): Promise<boolean> {
  const { disputeId, transactionId, amountCents } = lost;
  const account = await accountOf(tx, transactionId);
  if (account === undefined || lost.currency !== currency) return false;
  const key = `chargeback-lost:${disputeId}`;
  // The dispute is read again and again, and by now the accounts have other amounts.
  if ((await listLedgerEntries(tx, key)).length > 0) return false;
  const orderId = orderOf(account);
  return postToLedger(tx, {
    kind: 'chargeback-lost',
    key,
    orderId,
    charge: transactionId,
    actor: system,
    at,
    moves: [
      ...(await divideLoss(tx, lost, account)),
      { side: 'place', from: 'processor', to: 'losses', amountCents },
    ],
  });
}

/** Divides the lost amount among the accounts. */
async function divideLoss(
  tx: Transaction,
  { transactionId, amountCents }: Decided,
  account: ChargedAccount,
): Promise<LedgerMove[]> {
  const has = new Map<LedgerAccount, number>();
  has.set('refunds_due', await sumLedgerOfCharge(tx, transactionId, 'refunds_due'));
  has.set(account, await findHeld(tx, transactionId, account));
  const completed = await listStandingEntries(tx, transactionId, 'completed');
  const seller = completed.find(({ toAccount }) => isSellerAccount(toAccount));
  // A chargeback may make a seller's balance negative, but what the buyer gets twice is not the seller's loss.
  if (seller !== undefined) has.set(seller.toAccount, await findRetained(tx, transactionId));
  has.set('fees', amountCents);
  const moves: LedgerMove[] = [];
  let left = amountCents;
  for (const [from, cents] of has) {
    const taken = Math.min(left, Math.max(cents, 0));
    if (taken > 0) moves.push(ownerMove(from, 'losses', taken));
    left -= taken;
  }
  return moves;
}

/** What of a charge was neither given back, nor decided to be, nor lost beyond that before; in cents. */
async function findRetained(tx: Transaction, transactionId: string): Promise<number> {
  const [charged] = await listLedgerEntries(tx, `charge:${transactionId}`);
  const decidedCents = await sumLedgerOfKind(tx, transactionId, 'refund-decided');
  const { notDue } = await sumTakenByBanks(tx, transactionId);
  return (charged?.amountCents ?? 0) - decidedCents - notDue;
}

/** Records the processor's fee for a chargeback, which it does not return even if the chargeback is won. */
export async function postChargebackFee(
  tx: Transaction,
  { disputeId, transactionId, feeCents, currency: code }: Decided,
  at: Date,
): Promise<void> {
  if (feeCents <= 0 || code !== currency) return;
  const account = await accountOf(tx, transactionId);
  if (account === undefined) return;
  await postToLedger(tx, {
    kind: 'chargeback-fee',
    key: `chargeback-fee:${disputeId}`,
    orderId: orderOf(account),
    charge: transactionId,
    actor: system,
    at,
    moves: bothSides('fees', 'losses', 'processor', 'losses', feeCents),
  });
}
