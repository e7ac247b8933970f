import { useInfiniteQuery } from '@tanstack/react-query';

import type { OrderSummary } from '#contract/orders.ts';
import noSales from '#web/pictures/no-sales.svg';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';

import { orderColumn, phoneColumn, priceColumn, stateColumn } from './order-columns.tsx';
import { salesQuery } from './order-queries.ts';
import { formatCents } from './order-words.ts';

/** The orders of a seller's phones, newest first. */
export function SalesTable({ sellerEmail }: { sellerEmail: string }) {
  return (
    <PagedTable
      caption="My sales"
      list={useInfiniteQuery(salesQuery(useSend(), sellerEmail))}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState
          title="Nothing sold yet"
          picture={noSales}
          action={<LinkButton to={paths.myProducts}>Go to My Products</LinkButton>}
        >
          A phone that somebody has paid for appears here, with what to do next.
        </EmptyState>
      }
    />
  );
}

const columns: readonly Column<OrderSummary>[] = [
  phoneColumn(({ buyer }) => `To ${buyer}`),
  priceColumn(({ state, sellerCents }) =>
    state === 'cancelled' || state === 'refunded' ? undefined : `You get ${formatCents(sellerCents)}`,
  ),
  stateColumn,
  orderColumn,
];
