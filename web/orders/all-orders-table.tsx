import { useInfiniteQuery } from '@tanstack/react-query';

import type { OrderSummary } from '#contract/orders.ts';
import noOrders from '#web/pictures/no-orders.svg';
import nothingFound from '#web/pictures/nothing-found.svg';
import { useSend } from '#web/platform/runtime.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';

import { orderColumn, phoneColumn, priceColumn, stateColumn } from './order-columns.tsx';
import { allOrdersQuery } from './order-queries.ts';
import { formatCents } from './order-words.ts';

/** Everybody's orders for admins, newest first: all, or those that a search finds. */
export function AllOrdersTable({ search }: { search: string }) {
  return (
    <PagedTable
      caption="All orders"
      list={useInfiniteQuery(allOrdersQuery(useSend(), search))}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={
        search === '' ? (
          <EmptyState title="No orders yet" picture={noOrders}>
            Each phone that was paid for appears here.
          </EmptyState>
        ) : (
          <EmptyState title="No order fits" picture={nothingFound}>
            Enter the whole order number, e-mail address or telephone number of one side.
          </EmptyState>
        )
      }
    />
  );
}

const columns: readonly Column<OrderSummary>[] = [
  phoneColumn(({ seller, buyer }) => `${seller} to ${buyer}`),
  priceColumn(({ refundedCents }) =>
    refundedCents === 0 ? undefined : `${formatCents(refundedCents)} given back`,
  ),
  stateColumn,
  orderColumn,
];
