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

/** Where a phone stands: for sale, reserved, sold; and whether it is on the home page. */
export function ProductStateBadges({ product }: { product: Product }) {
  const { tone, word } = badges[product.state];
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone}>{word}</Badge>
      {product.isAdvertised === true && (
        <Badge tone="good" icon={<MegaphoneIcon className="size-4" />}>
          Advertised
        </Badge>
      )}
    </span>
  );
}
