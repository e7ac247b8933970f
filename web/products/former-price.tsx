import { formatPrice } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';

/** What a phone cost before its price was lowered, for as long as that may be said. */
export function FormerPrice({ product: { was } }: { product: Pick<Product, 'was'> }) {
  return was === undefined ? null : (
    <p className="former-price">
      was <s>{formatPrice(was)}</s>
    </p>
  );
}
