/** The ledger entries when an order ends. */
import { type FeeShare, shareOf, vatOf } from '#contract/deal-terms.ts';
import { type LedgerAccount, orderAccount, ownerMove, sellerAccount } from '#contract/ledger.ts';
import {
  type Cause,
  findLedgerBalance,
  listStandingEntries,
  type Posting,
  postToLedger,
  reverseStanding,
  sumLedgerOfKind,
} from '#server/ledger/service.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { changeOrder, type LockedOrder, type OrderRow } from './repository.ts';

/**
 * Gives the seller what is left of the order, less the fee. If a part was refunded, the fee is calculated from the
 * rest.
 */
export async function paySeller(tx: Transaction, order: LockedOrder, cause: Cause): Promise<void> {
  const account = orderAccount(order.id);
  const keptCents = await findLedgerBalance(tx, account);
  if (keptCents <= 0) return paySellerFromFees(tx, order, cause);
  const { feeCents, vatCents, sellerCents } = shareOfOrder(order, keptCents);
  const moves = [
    ownerMove(account, sellerAccount(order.sellerId), sellerCents),
    ownerMove(account, 'fees', feeCents),
  ];
  await postToLedger(tx, {
    ...cause,
    kind: 'completed',
    key: `completed:${numbered(order)}`,
    orderId: order.id,
    charge: order.charge,
    moves: moves.filter(({ amountCents }) => amountCents > 0),
  });
  if (feeCents !== order.feeCents || vatCents !== order.vatCents)
    await changeOrder(tx, order.id, { feeCents, vatCents });
}

/** An order that was opened again can be completed again: each time is a separate event of the ledger. */
const numbered = ({ id, corrections }: OrderRow): string =>
  corrections === 0 ? id : `${id}:${corrections + 1}`;

/**
 * The buyer has been refunded in full, which cannot be undone: the seller is paid their share from the operator's
 * own fees, and gets back what a bank has taken from them beyond it.
 */
async function paySellerFromFees(tx: Transaction, order: LockedOrder, cause: Cause): Promise<void> {
  const { charge, amountCents: priceCents } = order;
  if (charge === undefined || order.refundedCents < priceCents) return;
  const decidedCents = await sumLedgerOfKind(tx, charge, 'refund-decided');
  // A part that was agreed before a bank took everything stays agreed; a full refund is what this decision corrects.
  const agreedCents = decidedCents < priceCents ? decidedCents : 0;
  const { sellerCents: madeGoodCents } = shareOfOrder(order, priceCents - agreedCents);
  if (madeGoodCents <= 0) return;
  const seller = sellerAccount(order.sellerId);
  const hasCents = await sumStanding(tx, charge, seller, ofSeller);
  const amountCents = madeGoodCents - hasCents;
  if (amountCents > 0)
    await postToLedger(tx, {
      ...cause,
      kind: 'made-good',
      key: `made-good:${numbered(order)}`,
      orderId: order.id,
      charge,
      moves: [ownerMove('fees', seller, amountCents)],
    });
  await changeOrder(tx, order.id, { madeGoodCents });
}

/** The events that give a seller a sale's money, or take it away. */
const ofSeller = ['completed', 'refund-decided', 'chargeback-lost', 'returned-twice'] as const;

/** What these events of a charge have brought an account, without those that were undone; in cents. */
async function sumStanding(
  db: Executor,
  charge: string,
  account: LedgerAccount,
  kinds: readonly Posting['kind'][],
): Promise<number> {
  let cents = 0;
  for (const { fromAccount, toAccount, amountCents } of await listStandingEntries(db, charge, ...kinds)) {
    if (toAccount === account) cents += amountCents;
    if (fromAccount === account) cents -= amountCents;
  }
  return cents;
}

/**
 * Reverses the completion of an order that is open again. If the seller has been paid out already, their account goes
 * below zero, and nothing more is paid out until that is settled.
 */
export async function reverseCompletion(tx: Transaction, order: LockedOrder, cause: Cause): Promise<void> {
  const { charge } = order;
  if (charge === undefined) return;
  // All of its money was gone before the seller was paid, so no more than that payment is taken back.
  if (order.madeGoodCents > 0) {
    await reverseStanding(tx, charge, 'made-good', cause);
    return changeOrder(tx, order.id, { madeGoodCents: 0 });
  }
  await reverseStanding(tx, charge, 'completed', cause);
  return repayReturnedMoney(tx, order, charge, cause);
}

const repaymentMark = ':refunded:';

/** Whether a row with this key repaid, at a correction, what a refund or a bank had taken after the completion. */
export const isRepayment = (key: string): boolean => key.includes(repaymentMark);

/**
 * What refunds and lost chargebacks have cost after the completion was taken from the seller and the fees. Now that the
 * completion is reversed, the order pays both of them back.
 */
async function repayReturnedMoney(
  tx: Transaction,
  order: OrderRow,
  charge: string,
  cause: Cause,
): Promise<void> {
  const from = orderAccount(order.id);
  const returned = await listStandingEntries(tx, charge, 'refund-decided', 'chargeback-lost');
  const moves = [sellerAccount(order.sellerId), 'fees' as const].map((to) => {
    const taken = returned.filter(({ fromAccount }) => fromAccount === to);
    const cents = taken.reduce((sum, row) => sum + row.amountCents, 0);
    return ownerMove(from, to, cents);
  });
  const real = moves.filter(({ amountCents }) => amountCents > 0);
  if (real.length === 0) return;
  await postToLedger(tx, {
    ...cause,
    kind: 'completed',
    key: `completed:${order.id}${repaymentMark}${order.corrections + 1}`,
    orderId: order.id,
    charge,
    moves: real,
  });
}

/** How the rest of an order's money is divided, by the terms that were fixed at the sale. */
export const shareOfOrder = (
  { amountCents, refundedCents, feePercent, feeFixedCents, vatPercent }: OrderRow,
  keptCents = amountCents - refundedCents,
): FeeShare => shareOf(keptCents, { percent: feePercent, fixedCents: feeFixedCents, vatPercent });

/**
 * How an order's money is divided as it stands: of a completed one by the stored fee, since what went back after the
 * completion has lessened the fee in proportion, or not at all.
 */
function presentShareOf(order: OrderRow): FeeShare {
  const { state, amountCents, refundedCents, feeCents, vatCents } = order;
  const keptCents = amountCents - refundedCents;
  if (state !== 'completed' || keptCents === 0) return shareOfOrder(order);
  return { feeCents, vatCents, sellerCents: keptCents - feeCents };
}

/**
 * How the money of one order is divided, also of a sale that a bank took back after its completion: the fee is not given
 * back, so its seller has lost that much.
 *
 * @param charge the processor's payment intent that paid the order
 */
export async function readShare(
  db: Executor,
  order: OrderRow,
  charge: string | undefined,
): Promise<FeeShare> {
  const share = { ...presentShareOf(order), sellerCents: sellerCentsOf(order) };
  if (order.state !== 'refunded' || charge === undefined) return share;
  const seller = sellerAccount(order.sellerId);
  const sellerCents = await sumStanding(db, charge, seller, [...ofSeller, 'made-good']);
  if (sellerCents >= 0) return share;
  const feeCents = await sumStanding(db, charge, 'fees', ['completed', 'refund-decided']);
  return { feeCents, vatCents: vatOf(feeCents, order.vatPercent), sellerCents };
}

/** The seller's share, even if it is paid from the operator's own money. */
export const sellerCentsOf = (order: OrderRow): number =>
  presentShareOf(order).sellerCents + order.madeGoodCents;

/** Stores what the fee of a completed order is, now that a part of its money went back. */
export async function storeFeeLeft(tx: Transaction, { id, charge, vatPercent }: LockedOrder): Promise<void> {
  if (charge === undefined) return;
  const feeCents = await sumStanding(tx, charge, 'fees', ['completed', 'refund-decided']);
  await changeOrder(tx, id, { feeCents, vatCents: vatOf(feeCents, vatPercent) });
}
