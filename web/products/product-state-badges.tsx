import type { ProductState } from '#contract/products-machine.ts';
import type { Product } from '#contract/products.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { MegaphoneIcon } from '#web/ui/icons.tsx';

const badges = {
  live: { tone: 'good', word: 'For sale' },
  paused: { tone: 'wait', word: 'Paused' },
  reserved: { tone: 'wait', word: 'Reserved' },
  sold: { tone: 'quiet', word: 'Sold' },
  sold_elsewhere: { tone: 'quiet', word: 'Sold elsewhere' },
  withdrawn: { tone: 'quiet', word: 'Withdrawn' },
  hidden: { tone: 'wait', word: 'Hidden' },
  removed: { tone: 'quiet', word: 'Removed' },
} as const satisfies Record<ProductState, { tone: BadgeTone; word: string }>;

/** The state of a phone as a word. */
export const ProductStateBadge = ({ state }: { state: ProductState }) => (
  <Badge tone={badges[state].tone}>{badges[state].word}</Badge>
);

/** Where a phone stands: for sale, reserved, sold; and whether it is on the home page. */
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
