/** Ends unpaid bookings: because the phone or the buyer is removed, or the hold has expired. */
import { phoneRemoved } from '#contract/bookings.ts';
import { type Actor, system } from '#contract/states.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';
import type { Deadline } from '#server/platform/states/deadlines.ts';
import type { Change } from '#server/platform/states/transition.ts';
import { freeProduct, lockProduct } from '#server/products/service.ts';
import { rebookAfter } from './hold-rules.ts';
import * as repository from './repository.ts';

/** Cancels the unpaid booking of a phone that is removed. The phone must be locked. Both sides are notified. */
export async function cancelHoldOf(tx: Transaction, productId: string, actor: Actor): Promise<void> {
  const held = await repository.findHeldOf(tx, productId);
  if (held === undefined) return;
  await repository.moveBooking(tx, held.id, 'cancelled', { actor, reason: phoneRemoved });
}

/** Ends all unpaid holds of a buyer who is removed or suspended. */
export async function cancelHoldsOfBuyer(tx: Transaction, buyerId: string, actor: Actor): Promise<void> {
  await cancelHolds(tx, await repository.listHeldOfBuyer(tx, buyerId), { actor });
}

/**
 * Ends all unpaid holds of the phones of a seller who leaves; the freed phones become hidden. Both sides are notified.
 */
export async function cancelHoldsOnPhonesOf(tx: Transaction, sellerId: string, actor: Actor): Promise<void> {
  await cancelHolds(tx, await repository.listHeldOfSeller(tx, sellerId), { actor, reason: phoneRemoved });
}

async function cancelHolds(tx: Transaction, holds: readonly { id: string }[], change: Change): Promise<void> {
  for (const { id } of holds) {
    const booking = await repository.lockWithProduct(tx, id);
    if (booking?.state !== 'held') continue;
    await repository.moveBooking(tx, id, 'cancelled', change);
    await freeProduct(tx, booking.productId, change.actor);
  }
}

/**
 * Frees the phones whose hold has expired. Processes that run it simultaneously wait for each other's locks: if one
 * skipped locked phones and the other one failed, these phones would wait for the next round.
 */
export const holdDeadline: Deadline = {
  name: 'booking.expired',
  listDue: repository.listRunOut,
  run: expireHoldOf,
};

/**
 * Ends the hold of a phone if it has expired, which frees the phone.
 *
 * @returns whether there was one to end
 */
export async function expireHoldOf(db: Database, productId: string, now: Date): Promise<boolean> {
  const seen = await repository.findHeldOf(db, productId);
  // Most refused bookings are for phones with an active hold: these need no transaction.
  if (seen === undefined || seen.holdExpiresAt > now) return false;
  return db.transaction(async (tx) => {
    await lockProduct(tx, productId);
    const held = await repository.findHeldOf(tx, productId);
    if (held === undefined || held.holdExpiresAt > now) return false;
    await repository.moveBooking(tx, held.id, 'expired', { actor: system });
    await repository.setRebookAfter(tx, held.id, rebookAfter(held.holdExpiresAt));
    await freeProduct(tx, productId, system);
    return true;
  });
}
