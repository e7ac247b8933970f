/** Handles the open orders of a person whom an admin deletes: no order may wait for them. */
import { system } from '#contract/states.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';
import { findPerson, type OnUserRemoved } from '#server/users/service.ts';
import { moveOrder, type MoveServices, passToAdmin } from './move-order.ts';
import { changeOrder, listOpenOf, type LockedOrder, lockOrder, noOffer } from './repository.ts';
import { listAdoptedOfRemoved } from './select-orders.ts';

/**
 * Cancels a removed person's paid orders that were not handed over, with a full refund. An admin decides on disputes
 * and on returns whose phone is not sent yet, because the person can no longer answer; their offer of a return ends.
 * Other steps end by their deadlines. A paid order whose money a bank holds is cancelled once the bank has decided (see
 * `record-hold-back.ts`).
 */
export const withdrawPerson =
  (services: MoveServices): OnUserRemoved =>
  async (tx, userId) => {
    const open = await listOpenOf(tx, userId);
    for (const id of open.map((order) => order.id).toSorted()) {
      const order = await lockOrder(tx, id);
      if (order === undefined) continue;
      const side = order.buyerId === userId ? 'buyer' : 'seller';
      const change = changeOf(side);
      // The one side cannot send the phone back, or the other cannot receive it. A part needs neither.
      if (order.offerBy === side && order.offerKind === 'return') await changeOrder(tx, id, noOffer);
      if (needsDecision(order)) await passToAdmin(tx, services, order, system, change.reason);
      if (order.state !== 'paid') continue;
      if (order.isAdopted) await passAdopted(tx, services, order, side);
      else if (!order.hasOpenChargeback) await moveOrder(tx, services, order, 'cancelled', change);
    }
  };

/**
 * The same for adopted orders of people who had been deleted before: when their bookings were adopted, or by a version
 * that left such orders open.
 */
export async function passAdoptedOfRemoved(
  services: MoveServices & { readonly db: Database },
): Promise<void> {
  const { db } = services;
  for (const { id, isOfBuyer } of await listAdoptedOfRemoved(db))
    await db.transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      if (order?.state === 'paid') await passAdopted(tx, services, order, isOfBuyer ? 'buyer' : 'seller');
    });
}

const changeOf = (side: 'buyer' | 'seller') => ({ actor: system, reason: deletedWords(side) });

/** The reason of what happens to an order because a side's account was deleted. */
export const deletedWords = (side: 'buyer' | 'seller'): string => `The account of the ${side} was deleted.`;

/** The side of an order whose account was deleted; undefined if both are there. */
export async function deletedSideOf(
  tx: Transaction,
  { buyerId, sellerId }: Pick<LockedOrder, 'buyerId' | 'sellerId'>,
): Promise<'buyer' | 'seller' | undefined> {
  if ((await findPerson(tx, sellerId)) === undefined) return 'seller';
  return (await findPerson(tx, buyerId)) === undefined ? 'buyer' : undefined;
}

/** An adopted order may have been handed over long ago, so it is not refunded automatically: an admin decides. */
const passAdopted = (
  tx: Transaction,
  services: MoveServices,
  order: LockedOrder,
  side: 'buyer' | 'seller',
): Promise<void> =>
  moveOrder(tx, services, order, 'disputed', { ...changeOf(side), changes: { isWithAdmin: true } });

/**
 * If the buyer never got the phone and the seller has not answered, the deadline refunds the buyer: no phone has to be
 * sent back.
 */
function needsDecision({ state, returnSentAt, isAnswered, buyerHasPhone }: LockedOrder): boolean {
  if (state === 'returning') return returnSentAt === null;
  return state === 'disputed' && (isAnswered || buyerHasPhone);
}
