/** Where an order's money goes when it ends. */
import { shareOf } from '#contract/deal-terms.ts';
import { type LedgerMove, orderAccount, sellerAccount } from '#contract/ledger.ts';
import type { Actor } from '#contract/states.ts';
import { findLedgerBalance, postToLedger } from '#server/ledger/service.ts';
import { findTransactions, refundSale } from '#server/payments/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import type { OrderServices } from './order-services.ts';
import { changeOrder, type OrderRow } from './repository.ts';

interface Cause {
  readonly actor: Actor;
  readonly at: Date;
}

/**
 * Gives the seller what the order still has, less the fee. Where a part went back to the buyer, the fee is taken of
 * what is left.
 */
export async function paySeller(tx: Transaction, order: OrderRow, cause: Cause): Promise<void> {
  const account = orderAccount(order.id);
  const keptCents = await findLedgerBalance(tx, account);
  if (keptCents <= 0) return;
  const { feeCents, vatCents, sellerCents } = shareOfOrder(order, keptCents);
  const moves: LedgerMove[] = [
    { side: 'owner', from: account, to: sellerAccount(order.sellerId), amountCents: sellerCents },
    { side: 'owner', from: account, to: 'fees', amountCents: feeCents },
  ];
  const charge = (await findTransactions(tx, [order.id])).get(order.id);
  await postToLedger(tx, {
    ...cause,
    kind: 'completed',
    key: `completed:${order.id}`,
    orderId: order.id,
    ...(charge === undefined ? {} : { charge }),
    moves: moves.filter(({ amountCents }) => amountCents > 0),
  });
  await changeOrder(tx, order.id, { feeCents, vatCents });
}

/** How what is left of an order's money is divided; the whole is divided as it was frozen. */
export function shareOfOrder(order: OrderRow, keptCents = order.amountCents - order.refundedCents) {
  const { amountCents, feePercent, feeFixedCents, vatPercent, feeCents, vatCents } = order;
  return keptCents === amountCents
    ? { feeCents, vatCents, sellerCents: amountCents - feeCents }
    : shareOf(keptCents, { percent: feePercent, fixedCents: feeFixedCents, vatPercent });
}

/** Begins to give the buyer a part back. @returns what went back of the order in all */
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
