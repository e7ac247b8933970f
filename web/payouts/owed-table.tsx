import { useInfiniteQuery } from '@tanstack/react-query';

import type { SellerBalance } from '#contract/payouts-manual.ts';
import allSettled from '#web/pictures/all-settled.svg';
import { useSend } from '#web/platform/runtime.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';

import { Money } from './money.tsx';
import { balancesQuery } from './payout-queries.ts';
import { SellerName } from './seller-name.tsx';

/** Sellers who are owed something that is not under way. */
export function OwedTable() {
  return (
    <PagedTable
      caption="Sellers who are owed something"
      list={useInfiniteQuery(balancesQuery(useSend(), 'owed'))}
      columns={[...columns, isReadyColumn]}
      rowKey={({ seller }) => seller._id}
      empty={
        <EmptyState title="Nobody waits for money" picture={allSettled}>
          A seller appears here when an order is completed, until their money is on its way.
        </EmptyState>
      }
    />
  );
}

/** Sellers below zero: a sale that was paid out to them went back to its buyer. */
export function OwingTable() {
  return (
    <PagedTable
      caption="Sellers who owe something"
      list={useInfiniteQuery(balancesQuery(useSend(), 'owing'))}
      columns={columns}
      rowKey={({ seller }) => seller._id}
      empty={
        <EmptyState title="Nobody owes anything" picture={allSettled}>
          A seller appears here when a sale that was paid out to them goes back to its buyer.
        </EmptyState>
      }
    />
  );
}

const columns: readonly Column<SellerBalance>[] = [
  { header: 'Seller', isName: true, cell: ({ seller }) => <SellerName seller={seller} /> },
  { header: 'Amount', align: 'end', cell: ({ cents }) => <Money cents={cents} /> },
];

const isReadyColumn: Column<SellerBalance> = {
  header: 'Can be paid',
  cell: ({ isReady }) =>
    isReady ? <Badge tone="good">Yes</Badge> : <Badge tone="wait">Has not said where to</Badge>,
};
