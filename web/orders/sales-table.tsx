import type { OrderSummary } from '#contract/orders.ts';
import noSales from '#web/pictures/no-sales.svg';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { useTable } from '#web/platform/table-view.ts';
import { UrlTable } from '#web/ui/url-table.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/notices.tsx';

import { orderColumn, phoneColumn, priceColumn, stateColumn } from './order-columns.tsx';
import { orderCalls, orderChoices } from './order-table-queries.ts';
import { proceedsOf } from './money-words.ts';

/** The orders of a seller's own phones. The URL has the search, filters and order. */
export function SalesTable() {
  const table = useTable(orderChoices, orderCalls(useSend(), 'sales'));
  return (
    <UrlTable
      {...table}
      caption="My sales"
      columns={columns}
      searchLabel="Model, or the buyer’s name"
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
  priceColumn(proceedsOf),
  stateColumn,
  orderColumn,
];
