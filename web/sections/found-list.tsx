import { useEffect, useRef } from 'react';

import type { Product } from '#contract/products.ts';
import { MoreLink } from '#web/products/more-link.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';

import { ProductsForSale } from './products-for-sale.tsx';

export interface FoundListProps {
  readonly label: string;
  readonly products: readonly Product[];
  /** The URL of the next ones; undefined if there are no more. */
  readonly nextAddress: string | undefined;
  readonly isLoadingMore: boolean;
  /** Why the next ones could not be loaded. */
  readonly moreError: Error | null;
  readonly onMore: () => void;
}

/** The phones of a list, and the link to the next ones. */
export function FoundList({
  label,
  products,
  nextAddress,
  isLoadingMore,
  moreError,
  onMore,
}: FoundListProps) {
  const list = useRef<HTMLDivElement>(null);
  /** The place of the first of the phones that were asked for. */
  const next = useRef<number>(undefined);
  const count = products.length;
  useEffect(() => {
    if (next.current === undefined || count <= next.current) return;
    // Reading continues there, with the name of the first new phone.
    const item = list.current?.querySelectorAll('li')[next.current];
    item?.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true });
    next.current = undefined;
  }, [count]);
  const showMore = (): void => {
    next.current = count;
    onMore();
  };
  return (
    <div ref={list}>
      <ProductsForSale label={label} products={products} isTop />
      {moreError !== null && <ErrorNotice error={moreError} onRetry={showMore} />}
      {nextAddress !== undefined && <MoreLink to={nextAddress} isLoading={isLoadingMore} onMore={showMore} />}
    </div>
  );
}
