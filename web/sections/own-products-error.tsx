import { ErrorNotice } from '#web/ui/notices.tsx';
import type { useOwnProductIds } from '#web/products/own-product-ids.ts';

/** Shows the error if it is not known which phones are the viewer's own. */
export function OwnProductsError({ own }: { own: ReturnType<typeof useOwnProductIds> }) {
  if (own.error === null) return null;
  return <ErrorNotice error={own.error} onRetry={() => void own.refetch()} isRetrying={own.isFetching} />;
}
