import type { ProductState } from '#contract/products.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

const badges = {
  live: { tone: 'good', word: 'For sale' },
  reserved: { tone: 'wait', word: 'Reserved' },
  sold: { tone: 'quiet', word: 'Sold' },
  removed: { tone: 'quiet', word: 'Removed' },
} as const satisfies Record<ProductState, { tone: BadgeTone; word: string }>;

const byState: ReadonlyMap<string, (typeof badges)[ProductState]> = new Map(Object.entries(badges));

/** Where a phone stands: for sale, reserved, sold. */
export function ProductStateBadge({ state }: { state: string }) {
  const { tone, word } = byState.get(state) ?? badges.removed;
  return <Badge tone={tone}>{word}</Badge>;
}
