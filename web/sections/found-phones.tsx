import { Suspense } from 'react';

import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { UserFacingError } from '#web/platform/user-facing-error.ts';
import { ProductGridSkeleton } from '#web/products/product-grid.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { searchAddress } from '#web/search/search-address.ts';
import type { Found } from '#web/search/use-search-results.ts';
import { useSearch } from '#web/search/use-search.ts';

import { FoundList } from './found-list.tsx';
import { NothingFound } from './nothing-found.tsx';

/** Only for searches that fail. */
const InvalidSearch = lazyPart(async () => (await import('#web/search/invalid-search.tsx')).InvalidSearch);

/** The outcome of a search: phones, the nearest matches, an error, or a loading state. */
export function FoundPhones({ found }: { found: Found }) {
  return (
    <Suspense fallback={<Loading />}>
      <Answer found={found} />
    </Suspense>
  );
}

const Loading = () => <ProductGridSkeleton label="Loading the phones" count={8} />;

function Answer({ found: { query, first, refusal } }: { found: Found }) {
  const { path, fields } = useSearch();
  if (refusal?.status === 400) return <InvalidSearch refusal={refusal} />;
  if (query.data === undefined || first === undefined) {
    const error = query.error ?? (refusal === undefined ? undefined : new UserFacingError(refusal.message));
    if (error === undefined) return <Loading />;
    return <ErrorNotice error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  }
  const listed = query.data.pages.flatMap((page) => page.products);
  // A phone whose price was raised in the meantime can be on the next page as well.
  const products = [...new Map(listed.map((product) => [product._id, product])).values()];
  if (products.length === 0) return <NothingFound nearest={first.nearest} />;
  const cursor = query.data.pages.at(-1)?.nextCursor;
  return (
    <div aria-busy={query.isPlaceholderData} className="found">
      <FoundList
        label="Phones for sale"
        products={products}
        nextAddress={cursor === undefined ? undefined : searchAddress(path, { ...fields, cursor })}
        isLoadingMore={query.isFetchingNextPage}
        moreError={query.isFetchNextPageError ? query.error : null}
        onMore={() => void query.fetchNextPage()}
      />
    </div>
  );
}
