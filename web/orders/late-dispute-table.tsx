import { useInfiniteQuery } from '@tanstack/react-query';

import type { DisputeSummary } from '#contract/orders.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';

import { disputesQuery } from './order-queries.ts';
import { formatCents } from './order-words.ts';

/** Disputes of which an admin's decision is late. */
export function LateDisputeTable() {
  return (
    <PagedTable
      caption="Decisions that are late"
      list={useInfiniteQuery(disputesQuery(useSend(), 'late'))}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title="No decision is late" icon={<CheckIcon className="size-7" />}>
          Disputes that wait longer for an admin than they should appear here.
        </EmptyState>
      }
    />
  );
}

const columns: readonly Column<DisputeSummary>[] = [
  { header: 'Phone', isName: true, cell: ({ model }) => model },
  { header: 'Price', cell: ({ amountCents }) => formatCents(amountCents) },
  { header: 'Between', cell: ({ buyer, seller }) => `${buyer} and ${seller}` },
  { header: 'Was due', cell: ({ next }) => next.until !== null && <Moment time={next.until} /> },
  {
    header: 'Dispute',
    align: 'end',
    cell: ({ _id, model }) => (
      <LinkButton to={paths.dispute(_id)} aria-label={`Decide about ${model}`}>
        Decide
      </LinkButton>
    ),
  },
];
