import { useQuery } from '@tanstack/react-query';

import type { ProductDetails } from '#contract/products.ts';
import { ownHoldQuery } from '#web/bookings/booking-queries.ts';
import { untilWords } from '#web/bookings/hold.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';

import { bookedByOthers, untilItComesBack } from './booked-words.ts';

export interface PhoneHolderProps {
  readonly product: ProductDetails;
  /** The viewer's e-mail address. */
  readonly email: string;
}

/** Tells the viewer that they hold a booked phone; nobody else learns who does. */
export function PhoneHolder({ product: { _id, model }, email }: PhoneHolderProps) {
  const query = useQuery(ownHoldQuery(useSend(), email, _id));
  if (query.data?.holdExpiresAt != null) {
    const { _id: bookingId, holdExpiresAt } = query.data;
    return (
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>
          You hold this phone until <time dateTime={holdExpiresAt}>{untilWords(holdExpiresAt)}</time>.
        </span>
        <LinkButton to={paths.payment(bookingId)} aria-label={`TO Pay for ${model}`}>
          TO Pay
        </LinkButton>
      </span>
    );
  }
  if (query.isLoading) return untilItComesBack;
  if (query.error !== null) {
    return (
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    );
  }
  return bookedByOthers;
}
