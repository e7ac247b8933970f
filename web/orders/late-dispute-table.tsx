import { formatCents } from '#contract/money.ts';
import type { DisputeSummary } from '#contract/orders.ts';
import { paths } from '#web/platform/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { PagedTable, type PagedTableProps } from '#web/ui/paged-table.tsx';

/** Disputes in which an admin's decision is overdue. */
export function LateDisputeTable({ list }: Pick<PagedTableProps<DisputeSummary>, 'list'>) {
  return (
    <PagedTable
      caption="Decisions that are late"
      list={list}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={null}
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
