import { formatCents } from '#contract/money.ts';
import { type RefusedReversal, retryReversal, reversalCauseWords } from '#contract/payouts-reversals.ts';
import { paths } from '#web/platform/paths.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { ConfirmButton } from '#web/ui/confirm-button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { PagedTable, type PagedTableProps } from '#web/ui/paged-table.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { TwoLines } from '#web/ui/two-lines.tsx';
import { EmailText } from '#web/users/email-text.tsx';

import { Money } from './money.tsx';

/** Transfers to sellers that the processor refused to reverse, for the admin. */
export function RefusedReversalTable({ list }: Pick<PagedTableProps<RefusedReversal>, 'list'>) {
  return (
    <PagedTable
      caption="Transfers that the card processor did not take back"
      list={list}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={null}
    />
  );
}

const columns: readonly Column<RefusedReversal>[] = [
  {
    header: 'Seller',
    isName: true,
    cell: ({ seller }) => <TwoLines first={seller.name} second={<EmailText email={seller.email} />} />,
  },
  { header: 'Amount', align: 'end', cell: ({ amountCents }) => <Money cents={amountCents} /> },
  { header: 'Refused', cell: ({ refusedAt }) => <Moment time={refusedAt} /> },
  {
    header: 'Why it is here',
    cell: ({ cause, reason, orderId, transferId }) => (
      <span className="flex max-w-prose min-w-0 flex-col items-start gap-1">
        {reversalCauseWords[cause]}
        {reason !== null && <span className="text-small wrap-anywhere text-quiet">{reason}</span>}
        {transferId !== null && <span className="text-small break-all text-quiet">{transferId}</span>}
        {orderId !== null && (
          <SiteLink to={paths.order(orderId)} className="text-small">
            Its order
          </SiteLink>
        )}
      </span>
    ),
  },
  { header: 'Action', align: 'end', cell: (reversal) => <Retry reversal={reversal} /> },
];

function Retry({ reversal: { _id, amountCents, seller } }: { reversal: RefusedReversal }) {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  const name = `${formatCents(amountCents)} of ${seller.name}`;
  return (
    <ConfirmButton
      label="Try again"
      name={name}
      question={`Ask the card processor again to take back ${name}?`}
      success="The card processor is being asked again."
      late="Nothing is missing any more, or it is being asked already."
      onConfirm={async () => (await call(retryReversal, { params: { _id } })).modifiedCount}
      refresh={() => refetchAfter('reversal-retried')}
    />
  );
}
