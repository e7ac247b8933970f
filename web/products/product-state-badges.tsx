import type { ProductState } from '#contract/products-machine.ts';
import type { Product } from '#contract/products.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { MegaphoneIcon } from '#web/ui/drawer-icons.tsx';

import { productStateWords } from './product-state-words.ts';

const tones = {
  live: 'good',
  paused: 'wait',
  reserved: 'wait',
  sold: 'quiet',
  sold_elsewhere: 'quiet',
  withdrawn: 'quiet',
  hidden: 'wait',
  removed: 'quiet',
} as const satisfies Record<ProductState, BadgeTone>;

/** The state of a phone as a word. */
export const ProductStateBadge = ({ state }: { state: ProductState }) => (
  <Badge tone={tones[state]}>{productStateWords[state]}</Badge>
);

/** A phone's state: for sale, reserved, sold; and whether it is on the home page. */
export function ProductStateBadges({ product }: { product: Product }) {
  return (
    <span className="flex flex-wrap gap-1">
      <ProductStateBadge state={product.state} />
      {product.isAdvertised === true && (
        <Badge tone="good" icon={<MegaphoneIcon className="size-4" />}>
          Advertised
        </Badge>
      )}
    </span>
  );
}
