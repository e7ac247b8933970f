import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

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
    const first = next.current ?? count;
    if (first >= count) return;
    // Reading continues there, with the name of the first new phone.
    list.current?.querySelectorAll<HTMLElement>('h3 a')[first]?.focus({ preventScroll: true });
    next.current = undefined;
  }, [count]);
  const showMore = (): void => {
    next.current = count;
    onMore();
  };
  return (
    <div ref={list}>
      {/* React leaves its content to the server, so browsers need not load what writes it. */}
      <noscript>{import.meta.env.SSR && <FromTheStart />}</noscript>
      <ProductsForSale label={label} products={products} isTop />
      {moreError !== null && <ErrorNotice error={moreError} onRetry={showMore} />}
      {nextAddress !== undefined && <MoreLink to={nextAddress} isLoading={isLoadingMore} onMore={showMore} />}
    </div>
  );
}

/** Without scripts, the next phones replace the ones before. */
function FromTheStart() {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  if (!params.has('cursor')) return null;
  params.delete('cursor');
  const rest = params.size === 0 ? '' : `?${params.toString().replaceAll('%2C', ',')}`;
  return (
    <p className="pb-4">
      <a href={`${pathname}${rest}`} className="text-action underline">
        Back to the first phones
      </a>
    </p>
  );
}
