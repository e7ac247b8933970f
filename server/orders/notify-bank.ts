/** Notifications of buyer and seller about what a bank has decided about their payment. */
import { isOpenOrder } from '#contract/orders-machine.ts';
import { isAllGivenBack } from '#contract/orders-problems.ts';
import type { ReadNotices } from '#server/notifications/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { sellerCentsOf } from './move-money.ts';
import { about, getShown } from './notify-order.ts';
import type { OrderRow } from './repository.ts';
import { listStates } from './select-orders.ts';
import { deletedSideOf, deletedWords } from './withdraw-person.ts';

/** Both sides, when a bank no longer holds the payment back. The beginning of a chargeback takes nothing, and is told to the seller alone. */
export const readReleaseNotices: ReadNotices<'order.released' | 'order.held-back'> = async (
  tx,
  { kind, subject, data: { detail: taken } },
) => {
  const isStillHeld = kind === 'order.held-back';
  if (isStillHeld && taken === null) return [];
  const row = await getShown(tx, subject);
  const { order } = row;
  const deletedSide = await cancelledFor(tx, order);
  const news = { ...about(row), isOpen: isOpenOrder(order.state), taken, isStillHeld, deletedSide };
  const sellerCents = taken !== null && !isAllGivenBack(order) ? sellerCentsOf(order) : undefined;
  return [
    { kind: 'order-released', personId: order.sellerId, data: { ...news, sellerCents } },
    { kind: 'order-released', personId: order.buyerId, data: { ...news, sellerCents: undefined } },
  ];
};

/** The side for whose deleted account the next run of the deadlines cancels an order, or has cancelled it since. */
async function cancelledFor(tx: Transaction, order: OrderRow): Promise<'buyer' | 'seller' | undefined> {
  const { id, state, isAdopted } = order;
  const side = await deletedSideOf(tx, order);
  if (side === undefined || state === 'paid') return isAdopted ? undefined : side;
  // It may have been cancelled for another reason, before the account was deleted.
  const isReason = (await listStates(tx, id)).at(-1)?.detail === deletedWords(side);
  return state === 'cancelled' && isReason ? side : undefined;
}
