import type { ComponentType } from 'react';

import type { Booking, BookingState } from '#contract/bookings.ts';
import { paths } from '#web/platform/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';

import { endedWords, lateWords } from './ended-words.ts';
import { TimeLeft } from './time-left.tsx';

/** The order's next step: to pay in time, or nothing if it is paid or its hold has ended. */
export function OrderState({ booking }: { booking: Booking }) {
  const Shown = shown[booking.state];
  return <Shown booking={booking} />;
}

function HeldOrder({ booking }: { booking: Booking }) {
  return (
    <span className="flex flex-col items-start gap-2">
      <LinkButton
        to={paths.payment(booking._id)}
        aria-label={`TO Pay for ${booking.model}`}
        className="whitespace-nowrap print:hidden"
      >
        TO Pay
      </LinkButton>
      <TimeLeft booking={booking} />
    </span>
  );
}

const PaidOrder = () => (
  <Badge tone="good" icon={<CheckIcon className="size-4" />}>
    Paid
  </Badge>
);

/** Below the rest, because it is needed only to ask about a payment; nothing if there is none. */
export function TransactionId({ booking: { state, transactionId } }: { booking: Booking }) {
  if (state !== 'paid' || transactionId === null) return null;
  return (
    // As wide as the id where that is on one line, which would otherwise reach into the next column.
    <span className="text-small text-quiet wide:min-w-min">
      Transaction id{' '}
      <span className="wrap-anywhere tablet:inline-block tablet:min-w-24 wide:whitespace-nowrap">
        {transactionId}
      </span>
    </span>
  );
}

function RefundedOrder({ booking }: { booking: Booking }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone="wait">Refunded</Badge>
      <span className="max-w-64 text-small text-quiet">{lateWords(booking.latePayment ?? 'returning')}</span>
    </span>
  );
}

function CancelledOrder({ booking }: { booking: Booking }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone="quiet">Cancelled</Badge>
      <span className="max-w-64 text-small text-quiet">{endedWords(booking)}</span>
    </span>
  );
}

function ExpiredOrder({ booking: { latePayment } }: { booking: Booking }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone="quiet">Not paid in time</Badge>
      {latePayment !== null && (
        <span className="max-w-64 text-small text-quiet">{lateWords(latePayment)}</span>
      )}
    </span>
  );
}

const shown = {
  held: HeldOrder,
  paid: PaidOrder,
  cancelled: CancelledOrder,
  expired: ExpiredOrder,
  refunded: RefundedOrder,
} as const satisfies Record<BookingState, ComponentType<{ booking: Booking }>>;
