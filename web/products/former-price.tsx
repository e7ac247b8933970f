import { formatPrice } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';

/** A phone's price before it was lowered, for as long as that may be shown. */
export function FormerPrice({ product: { was } }: { product: Pick<Product, 'was'> }) {
  return was === undefined ? null : (
    <p className="former-price">
      was <s>{formatPrice(was)}</s>
    </p>
  );
}
