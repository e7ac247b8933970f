/** The ledger entries when an order ends. */
import { shareOf } from '#contract/deal-terms.ts';
import { type LedgerMove, orderAccount, sellerAccount } from '#contract/ledger.ts';
import type { Actor } from '#contract/states.ts';
import {
  findLedgerBalance,
  listStandingEntries,
  postToLedger,
  reverseStanding,
} from '#server/ledger/service.ts';
import { refundSale } from '#server/payments/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import type { OrderServices } from './order-services.ts';
import { changeOrder, type LockedOrder, type OrderRow } from './repository.ts';

interface Cause {
  readonly actor: Actor;
  readonly at: Date;
}

/**
 * Gives the seller what is left of the order, less the fee. If a part was refunded, the fee is calculated from the
 * rest.
 */
export async function paySeller(tx: Transaction, order: LockedOrder, cause: Cause): Promise<void> {
  const account = orderAccount(order.id);
  const keptCents = await findLedgerBalance(tx, account);
  if (keptCents <= 0) return makeGood(tx, order, cause);
  const { feeCents, vatCents, sellerCents } = shareOfOrder(order, keptCents);
  const moves: LedgerMove[] = [
    { side: 'owner', from: account, to: sellerAccount(order.sellerId), amountCents: sellerCents },
    { side: 'owner', from: account, to: 'fees', amountCents: feeCents },
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
 * own fees.
 */
async function makeGood(tx: Transaction, order: LockedOrder, cause: Cause): Promise<void> {
  const { sellerCents: madeGoodCents } = shareOfOrder(order, order.amountCents);
  if (madeGoodCents <= 0 || order.refundedCents < order.amountCents) return;
  await postToLedger(tx, {
    ...cause,
    kind: 'made-good',
    key: `made-good:${numbered(order)}`,
    orderId: order.id,
    charge: order.charge,
    moves: [{ side: 'owner', from: 'fees', to: sellerAccount(order.sellerId), amountCents: madeGoodCents }],
  });
  await changeOrder(tx, order.id, { madeGoodCents });
}

/**
 * Reverses the completion of an order that is open again. If the seller has been paid out already, their account goes
 * below zero, and nothing more is paid out until that is settled.
 */
export async function takeBack(tx: Transaction, order: LockedOrder, cause: Cause): Promise<void> {
  const { charge } = order;
  if (charge === undefined) return;
  await reverseStanding(tx, charge, 'completed', cause);
  await reverseStanding(tx, charge, 'made-good', cause);
  await giveBackRefunded(tx, order, charge, cause);
  await changeOrder(tx, order.id, { madeGoodCents: 0 });
}

/**
 * Refunds after the completion were taken from the seller and the fees. Now that the completion is reversed, the order
 * pays both of them back.
 */
async function giveBackRefunded(
  tx: Transaction,
  order: OrderRow,
  charge: string,
  cause: Cause,
): Promise<void> {
  const from = orderAccount(order.id);
  const decided = await listStandingEntries(tx, charge, 'refund-decided');
  const moves = [sellerAccount(order.sellerId), 'fees' as const].map((to): LedgerMove => {
    const taken = decided.filter(({ fromAccount }) => fromAccount === to);
    return { side: 'owner', from, to, amountCents: taken.reduce((sum, row) => sum + row.amountCents, 0) };
  });
  const real = moves.filter(({ amountCents }) => amountCents > 0);
  if (real.length === 0) return;
  await postToLedger(tx, {
    ...cause,
    kind: 'completed',
    key: `completed:${order.id}:refunded:${order.corrections + 1}`,
    orderId: order.id,
    charge,
    moves: real,
  });
}

/** How the rest of an order's money is divided. The full amount is divided as it was fixed at the sale. */
export function shareOfOrder(order: OrderRow, keptCents = order.amountCents - order.refundedCents) {
  const { amountCents, feePercent, feeFixedCents, vatPercent, feeCents, vatCents } = order;
  return keptCents === amountCents
    ? { feeCents, vatCents, sellerCents: amountCents - feeCents }
    : shareOf(keptCents, { percent: feePercent, fixedCents: feeFixedCents, vatPercent });
}

/** The seller's share, even if it is paid from the operator's own money. */
export const sellerCentsOf = (order: OrderRow): number =>
  shareOfOrder(order).sellerCents + order.madeGoodCents;

/** Begins a partial refund. @returns the order's refunds in total, in cents */
export async function returnPart(
  tx: Transaction,
  services: Pick<OrderServices, 'jobs'>,
  order: OrderRow,
  cause: Cause,
  partCents = 0,
): Promise<number> {
  if (partCents === 0) return order.refundedCents;
  const refundedCents = order.refundedCents + partCents;
  await refundSale(tx, services, order.id, cause, partCents);
  await changeOrder(tx, order.id, { refundedCents });
  return refundedCents;
}

/** Begins to give the buyer everything back. The refund itself follows in a job. */
export async function returnMoney(
  tx: Transaction,
  services: Pick<OrderServices, 'jobs'>,
  order: OrderRow,
  cause: Cause,
): Promise<void> {
  await refundSale(tx, services, order.id, cause);
  await changeOrder(tx, order.id, { refundedCents: order.amountCents });
}
