import type { ReactNode } from 'react';

import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

/** Two columns on a phone, or one if the letters are too large for two; three on a tablet, four on a desk. */
const grid =
  'grid grid-cols-[repeat(auto-fill,minmax(max(7.75rem,34%),1fr))] gap-2 phone:gap-4 tablet:grid-cols-3 wide:grid-cols-4';

export interface GridItem {
  readonly key: string;
  readonly card: ReactNode;
}

/** Phones in a grid. */
export function ProductGrid({ label, items }: { label: string; items: readonly GridItem[] }) {
  return (
    <ul aria-label={label} className={grid}>
      {items.map(({ key, card }) => (
        <li key={key} className="min-w-0">
          {card}
        </li>
      ))}
    </ul>
  );
}

/** The same grid while the phones load. */
export function ProductGridSkeleton({ label, count }: { label: string; count: number }) {
  return (
    <LoadingRegion label={label} className={grid}>
      {Array.from({ length: count }, (_, place) => (
        <CardSkeleton key={place} />
      ))}
    </LoadingRegion>
  );
}

function CardSkeleton() {
  return (
    <div className="@container overflow-hidden rounded-card border border-line bg-surface">
      <Skeleton className="photo-frame rounded-none" />
      <div className="grid gap-1 p-3">
        <Skeleton className="h-7 w-1/2" />
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-10" />
        <Skeleton className="h-9 w-2/3" />
        <Skeleton className="h-11" />
      </div>
    </div>
  );
}
