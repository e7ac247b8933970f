import { Suspense, lazy, useState } from 'react';

import type { Product } from '#contract/products.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { ProductCard } from '#web/products/product-card.tsx';
import { ProductGrid } from '#web/products/product-grid.tsx';

import { ProductActions } from './product-actions.tsx';

/** Only for those who press the buttons: visitors need not load forms. */
const BookDialog = lazy(async () => ({
  default: (await import('#web/bookings/book-dialog.tsx')).BookDialog,
}));
const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

/** Cards whose photos are seen without scrolling. */
const firstCards = 2;

export interface ProductsForSaleProps {
  readonly label: string;
  readonly products: readonly Product[];
  readonly ownIds: readonly string[];
  /** Whether the grid stands at the top of its page. */
  readonly isTop?: boolean;
}

/** Phones side by side, with the dialogs that their buttons open. */
export function ProductsForSale({ label, products, ownIds, isTop = false }: ProductsForSaleProps) {
  const { identity } = useSession();
  const [booked, setBooked] = useState<Product>();
  const [reported, setReported] = useState<Product>();
  const items = products.map((product, place) => ({
    key: product._id,
    card: (
      <ProductCard
        product={product}
        isFirst={isTop && place < firstCards}
        actions={
          <ProductActions
            product={product}
            isOwn={ownIds.includes(product._id)}
            onBook={setBooked}
            onReport={setReported}
          />
        }
      />
    ),
  }));
  return (
    <>
      <ProductGrid label={label} items={items} />
      {identity !== undefined && (
        <Suspense>
          {booked !== undefined && (
            <BookDialog product={booked} identity={identity} onClose={() => setBooked(undefined)} />
          )}
          {reported !== undefined && (
            <ReportDialog product={reported} identity={identity} onClose={() => setReported(undefined)} />
          )}
        </Suspense>
      )}
    </>
  );
}
