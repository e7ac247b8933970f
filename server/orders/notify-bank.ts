/** Notifications of buyer and seller about what a bank has decided about their payment. */
import { isOpenOrder } from '#contract/orders-machine.ts';
import { isAllGivenBack } from '#contract/orders-problems.ts';
import type { ReadNotices } from '#server/notifications/service.ts';
import { sellerCentsOf } from './move-money.ts';
import { about, getShown } from './notify-order.ts';
import { deletedSideOf } from './withdraw-person.ts';

/** Both sides, when a bank no longer holds the payment back. The beginning of a chargeback takes nothing, and is told to the seller alone. */
export const readReleaseNotices: ReadNotices<'order.released' | 'order.held-back'> = async (
  tx,
  { kind, subject, data: { detail: taken } },
) => {
  const isStillHeld = kind === 'order.held-back';
  if (isStillHeld && taken === null) return [];
  const row = await getShown(tx, subject);
  const { order } = row;
  // The next run of the deadlines cancels it, or has done so since.
  const isVoid = order.state === 'cancelled' || (order.state === 'paid' && !order.isAdopted);
  const deletedSide = isVoid ? await deletedSideOf(tx, order) : undefined;
  const news = { ...about(row), isOpen: isOpenOrder(order.state), taken, isStillHeld, deletedSide };
  const sellerCents = taken !== null && !isAllGivenBack(order) ? sellerCentsOf(order) : undefined;
  return [
    { kind: 'order-released', personId: order.sellerId, data: { ...news, sellerCents } },
    { kind: 'order-released', personId: order.buyerId, data: { ...news, sellerCents: undefined } },
  ];
};
