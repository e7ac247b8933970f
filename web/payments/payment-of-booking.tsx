import { useQuery } from '@tanstack/react-query';

import { bookingErrors } from '#contract/bookings.ts';
import { bookingQuery } from '#web/bookings/booking-queries.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

import { PaymentView, type PaymentViewProps } from './payment-view.tsx';
import { PaymentClosed } from './payment-outcome.tsx';

/** Fetches a booking by its id and lets its buyer pay for it. */
export function PaymentOfBooking({
  bookingId,
  ...desk
}: Omit<PaymentViewProps, 'booking'> & { bookingId: string }) {
  const { data, error, refetch, isFetching } = useQuery(bookingQuery(useSend(), bookingId));
  if (data !== undefined) return <PaymentView {...desk} booking={data} />;
  if (isApiError(error, 403)) {
    return (
      <PaymentClosed title="Not your order">Only the person who booked a phone can pay for it.</PaymentClosed>
    );
  }
  if (isApiError(error, 404)) {
    return <PaymentClosed title="No such order">{bookingErrors['bookings.not-found'][1]}</PaymentClosed>;
  }
  if (error !== null) {
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  return (
    <LoadingRegion
      label="Loading your order"
      className="grid gap-8 desk:grid-cols-[14rem_minmax(0,30rem)] desk:gap-12"
    >
      <Skeleton className="aspect-4/5 w-24 desk:w-full" />
      <Skeleton className="h-60" />
    </LoadingRegion>
  );
}
