import type { Booking } from '#contract/bookings.ts';
import { isOpenOrder, type OrderState, orderStates, orderSteps } from '#contract/orders-machine.ts';
import { bankHoldWords, nextWords, orderStateWords, taskWords } from '#contract/orders-words.ts';
import { paths } from '#web/platform/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';

import { NextLine } from './next-line.tsx';

/** The state of a paid booking's order and its next step: the line under the spec's "Paid". */
export function OrderLine({ booking }: { booking: Booking }) {
  const { orderId, orderNext, seller, isHeldBack } = booking;
  if (orderId === null) return null;
  const state = orderStateOf(booking);
  const step = orderSteps.find((each) => each === orderNext?.step);
  return (
    <span className="grid max-w-72 justify-items-start text-small wrap-anywhere">
      {state !== undefined && <span className="font-semibold">{orderStateWords[state]}</span>}
      {step !== undefined && step !== 'nothing' && orderNext !== null && (
        <NextLine
          words={orderNext.isYourTurn ? taskWords(step) : nextWords(step, seller)}
          isYourTurn={orderNext.isYourTurn}
          until={orderNext.until}
        />
      )}
      {isHeldBack && step !== 'bank' && <span className="text-wait">{bankHoldWords('buyer')}</span>}
    </span>
  );
}

/** The link to a paid booking's order. */
export function OrderLink({ booking: { orderId, model } }: { booking: Booking }) {
  if (orderId === null) return null;
  return (
    <LinkButton
      to={paths.order(orderId)}
      variant="quiet"
      aria-label={`Open the order of ${model}`}
      className="wide:whitespace-nowrap"
    >
      Open the order
    </LinkButton>
  );
}

/** The state of the booking's order; undefined if the booking was not paid. */
const orderStateOf = ({ orderState }: Booking): OrderState | undefined =>
  orderStates.find((state) => state === orderState);

/** Whether a booking must stay on its buyer's list because its order is still open. */
export function isOrderOpen(booking: Booking): boolean {
  const state = orderStateOf(booking);
  return state !== undefined && isOpenOrder(state);
}
