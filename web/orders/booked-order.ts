import type { Booking } from '#contract/bookings.ts';
import { type OrderState, isOpenOrder, orderStates } from '#contract/orders-machine.ts';

/** The state of the order that a booking has become; undefined for one that was not paid. */
export const orderStateOf = ({ orderState }: Booking): OrderState | undefined =>
  orderStates.find((state) => state === orderState);

/** Whether a booking stays on its buyer's list because its order is still open. */
export function isOrderOpen(booking: Booking): boolean {
  const state = orderStateOf(booking);
  return state !== undefined && isOpenOrder(state);
}
