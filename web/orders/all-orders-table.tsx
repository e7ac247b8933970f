import { useInfiniteQuery } from '@tanstack/react-query';

import { formatCents } from '#contract/money.ts';
import type { OrderSummary } from '#contract/orders.ts';
import noOrders from '#web/pictures/no-orders.svg';
import { useSend } from '#web/platform/runtime.tsx';
import { useTable } from '#web/platform/table-view.ts';
import { UrlTable } from '#web/ui/url-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';

import { orderColumn, phoneColumn, priceColumn, stateColumn } from './order-columns.tsx';
import { ordersOfPersonQuery } from './order-queries.ts';
import { orderCalls, orderChoices } from './order-table-queries.ts';

/** Everybody's orders, for admins. The URL has the search, filters and order. */
export function AllOrdersTable() {
  const table = useTable(orderChoices, orderCalls(useSend(), 'orders'));
  return (
    <UrlTable
      {...table}
      caption="All orders"
      columns={columns}
      searchLabel="Order number, e-mail or telephone"
      searchHint="Enter the whole order number, e-mail address or telephone number of one side."
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title="No orders yet" picture={noOrders}>
          Each phone that was paid for appears here.
        </EmptyState>
      }
    />
  );
}

/** The orders that a person bought or sold, newest first, as part of another page. */
export function OrdersOfPerson({ name, email }: { name: string; email: string }) {
  return (
    <PagedTable
      caption={`Orders of ${name}`}
      list={useInfiniteQuery(ordersOfPersonQuery(useSend(), email))}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={<EmptyState title="No orders" picture={noOrders} />}
    />
  );
}

const columns: readonly Column<OrderSummary>[] = [
  // Each name has its own direction: two Arabic ones would otherwise change places.
  phoneColumn(({ seller, buyer }) => (
    <>
      <bdi>{seller}</bdi> to <bdi>{buyer}</bdi>
    </>
  )),
  priceColumn(({ refundedCents }) =>
    refundedCents === 0 ? undefined : `Refund: ${formatCents(refundedCents)}`,
  ),
  stateColumn,
  orderColumn,
];
