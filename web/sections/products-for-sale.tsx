import type { Product } from '#contract/products.ts';
import { useOwnProductIds } from '#web/products/own-product-ids.ts';
import { ProductCard } from '#web/products/product-card.tsx';
import { ProductGrid } from '#web/products/product-grid.tsx';

import { OwnProductsError } from './own-products-error.tsx';
import { ProductActions } from './product-actions.tsx';
import { useProductDialogs } from './product-dialogs.tsx';

/** How many photos every screen shows without scrolling: the first row of a phone. */
const firstCards = 2;

/** The first row of a wide screen. */
const firstRow = 4;

export interface ProductsForSaleProps {
  readonly label: string;
  readonly products: readonly Product[];
  /** Whether the grid is at the top of its page. */
  readonly isTop?: boolean;
}

/** Phones side by side, with the dialogs that their buttons open. */
export function ProductsForSale({ label, products, isTop = false }: ProductsForSaleProps) {
  const { onOpen, dialogs } = useProductDialogs(products);
  const own = useOwnProductIds(products.map(({ _id }) => _id));
  const items = products.map((product, place) => ({
    key: product._id,
    card: (
      <ProductCard
        product={product}
        isFirst={isTop && place < firstCards}
        isInFirstRow={isTop && place < firstRow}
        actions={
          <ProductActions product={product} isOwn={own.ownIds.includes(product._id)} onOpen={onOpen} />
        }
      />
    ),
  }));
  return (
    <>
      <OwnProductsError own={own} />
      <ProductGrid label={label} items={items} />
      {dialogs}
    </>
  );
}
