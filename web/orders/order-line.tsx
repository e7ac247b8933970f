import type { Booking } from '#contract/bookings.ts';
import { orderSteps } from '#contract/orders-machine.ts';
import { orderStateWords, orderStepWords } from '#contract/orders-words.ts';
import { paths } from '#web/platform/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';

import { orderStateOf } from './booked-order.ts';
import { NextLine } from './next-line.tsx';

/** What has become of a paid booking, and the way to its order: the second line under the spec's "Paid". */
export function OrderLine({ booking }: { booking: Booking }) {
  const { orderId, orderNext, model } = booking;
  if (orderId === null) return null;
  const state = orderStateOf(booking);
  const step = orderSteps.find((each) => each === orderNext?.step);
  return (
    <span className="grid max-w-64 justify-items-start gap-1 text-small">
      {state !== undefined && <span className="font-semibold">{orderStateWords[state]}</span>}
      {step !== undefined && step !== 'nothing' && orderNext !== null && (
        <NextLine words={orderStepWords[step]} isYourTurn={orderNext.isYourTurn} until={orderNext.until} />
      )}
      <LinkButton
        to={paths.order(orderId)}
        variant="quiet"
        aria-label={`Open the order of ${model}`}
        className="mt-1"
      >
        Open the order
      </LinkButton>
    </span>
  );
}
