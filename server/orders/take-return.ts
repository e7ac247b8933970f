/** What follows where a sale's money went back at the processor itself, or a bank has taken it. */
import { isOpenOrder } from '#contract/orders-machine.ts';
import { system } from '#contract/states.ts';
import type { OnSaleReturned } from '#server/payments/service.ts';
import { moveOrder, type MoveServices } from './move-order.ts';
import { changeOrder, lockOrder } from './repository.ts';

/** Why an order is refunded whose money a bank has taken. */
export const bankHasTaken = 'The buyer’s bank has taken the payment back.';

/** The order is refunded once all of its money has gone back; until then it goes on with what is left. */
export const takeReturn =
  (services: MoveServices): OnSaleReturned =>
  async (tx, bookingId, { returnedCents, isChargeback }) => {
    const order = await lockOrder(tx, bookingId);
    if (order === undefined || returnedCents <= order.refundedCents) return;
    await changeOrder(tx, order.id, { refundedCents: Math.min(returnedCents, order.amountCents) });
    if (returnedCents < order.amountCents) return;
    if (!isOpenOrder(order.state) && order.state !== 'completed') return;
    await moveOrder(tx, services, order, 'refunded', {
      actor: system,
      reason: isChargeback ? bankHasTaken : 'The payment was given back at the card processor.',
    });
  };
