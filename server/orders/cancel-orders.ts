/** The orders of somebody whom an admin deletes: what was not handed over goes back. */
import { system } from '#contract/states.ts';
import type { OnUserRemoved } from '#server/users/service.ts';
import { moveOrder, type MoveServices } from './move-order.ts';
import { listPaidOf, lockOrder } from './repository.ts';

/**
 * Cancels the paid orders of a removed person that were not handed over: their buyers get all of the money back. Later
 * steps go on by themselves, or are decided by an admin; so does an order whose money a bank holds, once it has decided.
 * An order from before there were orders gives nothing back by itself and may have been handed over: an admin decides.
 */
export const cancelPaidOrders =
  (services: MoveServices): OnUserRemoved =>
  async (tx, userId) => {
    for (const id of await listPaidOf(tx, userId)) {
      const order = await lockOrder(tx, id);
      if (order?.state !== 'paid') continue;
      const side = order.buyerId === userId ? 'buyer' : 'seller';
      const change = { actor: system, reason: `The account of the ${side} was deleted.` };
      if (order.isAdopted)
        await moveOrder(tx, services, order, 'disputed', { ...change, changes: { isWithAdmin: true } });
      else if (!order.hasOpenChargeback) await moveOrder(tx, services, order, 'cancelled', change);
    }
  };
