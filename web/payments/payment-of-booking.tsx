import { useQuery } from '@tanstack/react-query';

import { bookingQuery } from '#web/bookings/booking-queries.ts';
import { isApiError, messageOf } from '#web/platform/api-error.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

import { PaymentDesk, type PaymentDeskProps } from './payment-desk.tsx';
import { PaymentClosed } from './payment-outcome.tsx';

/** Fetches a booking by its id and lets its buyer pay for it. */
export function PaymentOfBooking({
  bookingId,
  ...desk
}: Omit<PaymentDeskProps, 'booking'> & { bookingId: string }) {
  const { data, error, refetch, isFetching } = useQuery(bookingQuery(useSend(), bookingId));
  if (data !== undefined) return <PaymentDesk {...desk} booking={data} />;
  if (isApiError(error, 403) || isApiError(error, 404)) {
    return <PaymentClosed title="This order cannot be paid here">{messageOf(error)}</PaymentClosed>;
  }
  if (error !== null) {
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  return (
    <LoadingRegion
      label="Loading your order"
      className="grid gap-8 desk:grid-cols-[20rem_minmax(0,30rem)] desk:gap-12"
    >
      <Skeleton className="aspect-4/5 w-24 desk:w-full" />
      <Skeleton className="h-60" />
    </LoadingRegion>
  );
}
