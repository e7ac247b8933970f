import { useRef } from 'react';

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
  readonly onMore: () => Promise<unknown>;
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
  const showMore = async (): Promise<void> => {
    await onMore();
    // Reading continues at the first of the new ones.
    list.current?.querySelectorAll('li')[products.length]?.focus({ preventScroll: true });
  };
  return (
    <div ref={list}>
      <ProductsForSale label={label} products={products} isTop />
      {moreError !== null && <ErrorNotice error={moreError} onRetry={() => void showMore()} />}
      {nextAddress !== undefined && (
        <MoreLink to={nextAddress} isLoading={isLoadingMore} onMore={() => void showMore()} />
      )}
    </div>
  );
}
