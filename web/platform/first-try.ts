/**
 * Whether a call has neither been answered nor failed yet, so that rendering that depends on it may still wait. A call
 * that is repeated after a failure, for example because another part of the page needs it too, is not a first try.
 */
export const isFirstTry = ({
  isPending,
  isFetched,
  failureCount,
}: {
  isPending: boolean;
  isFetched: boolean;
  failureCount: number;
}): boolean => isPending && !isFetched && failureCount === 0;
