import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import nothingFound from '#web/pictures/nothing-found.svg';
import { isFirstTry } from '#web/platform/first-try.ts';
import type { ListPage } from '#web/platform/paged-query.ts';
import { isNarrowed, type TableCounts } from '#web/platform/table-view.ts';

import { LinkButton } from './button.tsx';
import { EmptyState } from './notices.tsx';
import { PagedTable, type PagedTableProps, TableSkeleton } from './paged-table.tsx';
import { PageLinks, TableControls, type TableControlsProps } from './table-controls.tsx';

export interface UrlTableProps<Row>
  extends Omit<PagedTableProps<Row>, 'list' | 'empty'>, Omit<TableControlsProps, 'counts'> {
  readonly counts: TableCounts;
  /** One page: the next one has a URL of its own. */
  readonly list: UseInfiniteQueryResult<InfiniteData<ListPage<Row>>>;
  /** Shown instead of a table that has no rows at all. */
  readonly empty: ReactNode;
  /** What to try if a search or a filter finds nothing. */
  readonly searchHint?: string;
}

/** A table whose search, filter, order and page are in the URL, so that Back returns to the same rows. */
export function UrlTable<Row>({
  view,
  choices,
  counts,
  searchLabel,
  searchHint = 'Try a shorter search, or show all.',
  empty,
  ...table
}: UrlTableProps<Row>) {
  const isPart = isNarrowed(view);
  const nothing = view.after === undefined ? <NoMatch hint={searchHint} /> : <NoMoreRows />;
  // Filters without rows are left out, so their numbers would move the table if they came later.
  if (isFirstTry(counts)) return <TableSkeleton label={`Loading: ${table.caption}`} />;
  const { data, isPlaceholderData } = counts;
  // The table is empty even without a search.
  const hasNothing = !isPart && !isPlaceholderData && data?.every(({ count }) => count === 0) === true;
  return (
    <>
      {!hasNothing && (
        <TableControls view={view} choices={choices} searchLabel={searchLabel} counts={counts} />
      )}
      <PagedTable {...table} empty={isPart ? nothing : empty} />
      <PageLinks view={view} next={table.list.data?.pages[0]?.nextCursor} />
    </>
  );
}

/** Shown if all rows of a later page have been removed. The link to the first page is below it. */
export const NoMoreRows = () => (
  <EmptyState title="This page is empty now" picture={nothingFound}>
    What was on it has been changed or removed. The first page shows what is left.
  </EmptyState>
);

/** Shown if a search or a filter excludes all rows. */
export function NoMatch({ hint }: { hint: string }) {
  const { pathname } = useLocation();
  return (
    <EmptyState
      title="Nothing found"
      picture={nothingFound}
      action={
        <LinkButton variant="quiet" to={pathname}>
          Show all
        </LinkButton>
      }
    >
      {hint}
    </EmptyState>
  );
}
