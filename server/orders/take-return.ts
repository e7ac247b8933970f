/** Updates an order after a refund that was made at the processor itself, or a chargeback. */
import { formatCents } from '#contract/money.ts';
import { isOpenOrder } from '#contract/orders-machine.ts';
import { system } from '#contract/states.ts';
import type { OnSaleReturned } from '#server/payments/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { storeFeeLeft } from './move-money.ts';
import { moveOrder, type MoveServices, passToAdmin } from './move-order.ts';
import { appendToLog, changeOrder, type LockedOrder, lockOrder, noOffer } from './repository.ts';

/** Why an order is refunded whose money a bank has taken. */
export const bankHasTaken = 'The buyer’s bank has taken the payment back.';

/** The order is refunded once all of its money has been returned; until then it continues with the rest. */
export const takeReturn =
  (services: MoveServices): OnSaleReturned =>
  async (tx, bookingId, { returnedCents, isChargeback }) => {
    const order = await lockOrder(tx, bookingId);
    if (order === undefined || returnedCents <= order.refundedCents) return;
    if (returnedCents < order.amountCents) {
      await changeOrder(tx, order.id, { refundedCents: returnedCents });
      if ((order.offerCents ?? 0) >= order.amountCents - returnedCents) await endOffer(tx, services, order);
      if (order.state === 'completed') await storeFeeLeft(tx, order);
      // The mail about a bank's decision says what it took.
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

/** Less is left than was offered, so the offer can no longer be accepted. */
async function endOffer(tx: Transaction, services: MoveServices, order: LockedOrder): Promise<void> {
  await changeOrder(tx, order.id, noOffer);
  // Otherwise the seller's time to answer the problem goes on.
  if (order.isAnswered)
    await passToAdmin(tx, services, order, system, 'More was offered than what is left of the payment.');
}
