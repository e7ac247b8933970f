import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';

import { DataTable, type DataTableProps } from './data-table.tsx';
import { ErrorNotice } from './notices.tsx';
import { Pager } from './pager.tsx';
import { LoadingRegion, Skeleton } from './skeleton.tsx';

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'rows'> {
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Row[] }>>;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
}

/** A list from the server in each of its states: loading, failed, empty, or rows with a button for more. */
export function PagedTable<Row>({ list, empty, ...table }: PagedTableProps<Row>) {
  const { data, error, isFetching, isFetchNextPageError, isFetchingNextPage, hasNextPage } = list;
  const rowsPlace = useRef<HTMLDivElement>(null);
  const showMore = () => list.fetchNextPage();
  const retry = (): void => void list.refetch();
  if (data === undefined && error === null) return <TableSkeleton label={`Loading: ${table.caption}`} />;
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {error !== null && (
        <div className="pb-4">
          <ErrorNotice
            error={error}
            onRetry={isFetchNextPageError ? () => void showMore() : retry}
            isRetrying={isFetching}
          />
        </div>
      )}
      {data !== undefined && rows.length === 0 && empty}
      {rows.length > 0 && (
        // On a small screen, the row's header is the card's heading over the whole width.
        <div
          ref={rowsPlace}
          className="max-tablet:[&_tbody_th]:grid-cols-1 max-tablet:[&_tbody_th]:before:hidden"
        >
          <DataTable {...table} rows={rows} />
        </div>
      )}
      {hasNextPage && (
        <p className="hidden pt-4 print:block">There are more rows: press “Show more” before you print.</p>
      )}
      <Pager list={rowsPlace} hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={showMore} />
    </>
  );
}

const skeletonRows = ['first', 'second', 'third', 'fourth'] as const;

/** Rows that are still loading. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <LoadingRegion label={label} className="grid gap-4 pt-4">
      {skeletonRows.map((row) => (
        <div key={row} className="flex items-center gap-4 border-b border-line pb-4">
          <Skeleton className="h-20 w-16 shrink-0" />
          <div className="grid grow gap-2">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
          <Skeleton className="h-11 w-24" />
        </div>
      ))}
    </LoadingRegion>
  );
}
