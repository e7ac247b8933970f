import noOrders from '#web/pictures/no-orders.svg';
import { isApiError } from '#web/platform/api-error.ts';
import { paths } from '#web/platform/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState, ErrorNotice } from '#web/ui/notices.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

export interface MissingOrderProps {
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
}

/** Shown in place of an order that is loading, could not be read, or belongs to somebody else. */
export function MissingOrder({ error, isFetching, onRetry }: MissingOrderProps) {
  if (isApiError(error, 404)) {
    return (
      <EmptyState
        title="No such order"
        picture={noOrders}
        action={<LinkButton to={paths.orders}>See my orders</LinkButton>}
      >
        Its address may be wrong, or you are signed in as somebody else: an order is shown to its buyer, its
        seller and admins.
      </EmptyState>
    );
  }
  if (error !== null) return <ErrorNotice error={error} onRetry={onRetry} isRetrying={isFetching} />;
  return (
    <LoadingRegion label="Loading the order" className="grid gap-6 desk:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-48" />
      <Skeleton className="h-48" />
      <Skeleton className="h-80" />
      <Skeleton className="h-40" />
    </LoadingRegion>
  );
}
