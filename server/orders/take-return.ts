/** Updates an order after a refund that was made at the processor itself, or a chargeback. */
import { formatCents } from '#contract/money.ts';
import { isOpenOrder } from '#contract/orders-machine.ts';
import { system } from '#contract/states.ts';
import type { OnSaleReturned } from '#server/payments/service.ts';
import { storeFeeLeft } from './move-money.ts';
import { moveOrder, type MoveServices } from './move-order.ts';
import { appendToLog, changeOrder, lockOrder } from './repository.ts';

/** Why an order is refunded whose money a bank has taken. */
export const bankHasTaken = 'The buyer’s bank has taken the payment back.';

/** The order is refunded once all of its money has been returned; until then it continues with the rest. */
export const takeReturn =
  (services: MoveServices): OnSaleReturned =>
  async (tx, bookingId, { returnedCents, isChargeback }) => {
    const order = await lockOrder(tx, bookingId);
    if (order === undefined || returnedCents <= order.refundedCents) return;
    await changeOrder(tx, order.id, { refundedCents: Math.min(returnedCents, order.amountCents) });
    if (returnedCents < order.amountCents) {
      if (order.state === 'completed') await storeFeeLeft(tx, order);
      // What a bank took is told with its decision.
      const detail = formatCents(returnedCents - order.refundedCents);
      if (!isChargeback) await appendToLog(tx, order.id, 'given-back', { actor: system, detail });
      return;
    }
    if (!isOpenOrder(order.state) && order.state !== 'completed') return;
    await moveOrder(tx, services, order, 'refunded', {
      actor: system,
      reason: isChargeback ? bankHasTaken : 'The payment was given back at the card processor.',
    });
  };
