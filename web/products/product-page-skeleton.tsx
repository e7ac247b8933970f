import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

/** A phone's page while it loads. */
export function ProductPageSkeleton() {
  return (
    <LoadingRegion label="Loading the phone" className="grid gap-4">
      <Skeleton className="h-11 w-64" />
      <div className={productColumns}>
        <Skeleton className="aspect-4/5 rounded-card" />
        <div className="grid content-start gap-4">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-12 w-1/2" />
          <Skeleton className="h-11" />
          <Skeleton className="h-80" />
        </div>
      </div>
    </LoadingRegion>
  );
}

/** Photos above facts, and beside them the offer, which stays visible on tablets and wider screens. */
export const productColumns = 'product-columns';
