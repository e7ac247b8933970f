import { formatAmount } from '#contract/format-amount.ts';
import {
  type ChargeIssue,
  chargeProblems,
  listChargeIssues,
  refundChargeIssue,
  refundFailures,
} from '#contract/payments.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { callPage } from '#web/platform/api.ts';
import { watchedQuery } from '#web/platform/paged-query.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { Day } from '#web/products/day.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmButton } from '#web/ui/confirm-button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { PagedTable, type PagedTableProps } from '#web/ui/paged-table.tsx';
import { useRowDialog } from '#web/ui/row-dialogs.tsx';

import { buyerColumn, chargeColumn, OpenOrder } from './charge-columns.tsx';
import { SettleIssueDialog } from './settle-issue-dialog.tsx';

export const chargeIssuesQuery = (send: Send) =>
  watchedQuery(accountKeys.chargeIssues, (cursor, signal) =>
    callPage(send, listChargeIssues, { query: { cursor }, signal }),
  );

/** Charges that match no booking and refunds that failed too often, for the admin. */
export function ChargeIssueTable({ list }: Pick<PagedTableProps<ChargeIssue>, 'list'>) {
  return (
    <PagedTable
      caption="Charges that need a decision"
      list={list}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={null}
    />
  );
}

const columns: readonly Column<ChargeIssue>[] = [
  chargeColumn,
  { header: 'Charged', cell: ({ chargedAt }) => <Day time={chargedAt} /> },
  {
    header: 'Why it is here',
    cell: ({ problem, failure, state, hasOpenChargeback }) => (
      <span className="flex max-w-prose flex-col items-start gap-1">
        {chargeProblems[problem]}
        {failure !== null && state !== 'refunding' && (
          <span className="text-small wrap-anywhere text-quiet">
            {refundFailures.get(failure) ?? failure}
          </span>
        )}
        {state === 'refunding' && (
          <Badge tone="wait">{hasOpenChargeback ? 'Refund decided' : 'Refund under way'}</Badge>
        )}
        {hasOpenChargeback && (
          <span className="text-small">
            The buyer’s bank holds this payment back and may give it back itself. Until it has decided, no
            refund is sent; one that the card processor has already goes on. Do not pay it by bank either.
          </span>
        )}
      </span>
    ),
  },
  buyerColumn,
  { header: 'Action', align: 'end', cell: (issue) => <Decisions issue={issue} /> },
];

function Decisions({ issue }: { issue: ChargeIssue }) {
  const call = useCall();
  const openDialog = useRowDialog();
  const refetchAfter = useRefetchAfter();
  const refresh = () => refetchAfter('charge-decided');
  const name = `${formatAmount(issue)}, ${issue.transactionId}`;
  const params = { _id: issue._id };
  // An empty cell is left out of the card.
  if (issue.orderId === null && issue.state !== 'open') return null;
  return (
    <span className="flex flex-wrap gap-2 tablet:justify-end">
      <OpenOrder orderId={issue.orderId} name={name} />
      {issue.state === 'open' && (
        <>
          <ConfirmButton
            label="Refund it"
            name={name}
            question={`Give ${formatAmount(issue)} back to the card that paid?`}
            success={issue.hasOpenChargeback ? 'The refund waits for the bank.' : 'The refund is under way.'}
            onConfirm={async () => (await call(refundChargeIssue, { params })).modifiedCount}
            refresh={refresh}
          />
          <Button
            variant="quiet"
            aria-label={`Mark as settled elsewhere ${name}`}
            onClick={() =>
              openDialog({
                refresh,
                render: (onClose) => (
                  <SettleIssueDialog issueId={issue._id} amount={formatAmount(issue)} onClose={onClose} />
                ),
              })
            }
          >
            Mark as settled elsewhere
          </Button>
        </>
      )}
    </span>
  );
}
