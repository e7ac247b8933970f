import { formatAmount } from '#contract/format-amount.ts';
import {
  acceptChargeback,
  type Chargeback,
  chargebackReasons,
  listChargebacks,
} from '#contract/payments-chargebacks.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { callPage } from '#web/platform/api.ts';
import { watchedQuery } from '#web/platform/paged-query.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmButton } from '#web/ui/confirm-button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { PagedTable, type PagedTableProps } from '#web/ui/paged-table.tsx';
import { useRowDialog } from '#web/ui/row-dialogs.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { buyerColumn, chargeColumn, OpenOrder } from './charge-columns.tsx';
import { ChargebackAnswerDialog } from './chargeback-answer-dialog.tsx';

export const chargebacksQuery = (send: Send) =>
  watchedQuery(accountKeys.chargebacks, (cursor, signal) =>
    callPage(send, listChargebacks, { query: { cursor }, signal }),
  );

/** Open chargebacks and inquiries, for the admin. */
export function ChargebackTable({ list }: Pick<PagedTableProps<Chargeback>, 'list'>) {
  return (
    <PagedTable
      caption="Chargebacks that are not decided"
      list={list}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={null}
    />
  );
}

const columns: readonly Column<Chargeback>[] = [
  chargeColumn,
  {
    header: 'What the bank says',
    cell: ({ state, reason }) => (
      <span className="flex max-w-prose flex-col items-start gap-1">
        {chargebackReasons.get(reason) ?? reason}
        <span className="text-small text-quiet">
          {state === 'inquiry' ? 'So far it only asks.' : 'It has taken the money and will decide.'}
        </span>
      </span>
    ),
  },
  {
    header: 'Answer by',
    cell: ({ isAnswered, dueAt }) => {
      if (isAnswered) return <Badge tone="wait">Answered</Badge>;
      return dueAt === null ? 'No answer possible' : <Moment time={dueAt} />;
    },
  },
  buyerColumn,
  { header: 'Action', align: 'end', cell: (chargeback) => <Decisions chargeback={chargeback} /> },
];

function Decisions({ chargeback }: { chargeback: Chargeback }) {
  const { _id, state, isAnswered, dueAt, transactionId, orderId } = chargeback;
  const call = useCall();
  const openDialog = useRowDialog();
  const refetchAfter = useRefetchAfter();
  const refresh = () => refetchAfter('chargeback-decided');
  const name = `${formatAmount(chargeback)}, ${transactionId}`;
  const mayAnswer = !isAnswered && dueAt !== null;
  const mayAccept = !isAnswered && state === 'open';
  // An empty cell is left out of the card.
  if (orderId === null && !mayAnswer && !mayAccept) return null;
  return (
    <span className="flex flex-wrap gap-2 tablet:justify-end">
      <OpenOrder orderId={orderId} name={name} />
      {mayAnswer && (
        <Button
          variant="quiet"
          aria-label={`Answer ${name}`}
          onClick={() =>
            openDialog({
              refresh,
              render: (onClose) => (
                <ChargebackAnswerDialog
                  chargeback={chargeback}
                  amount={formatAmount(chargeback)}
                  onClose={onClose}
                />
              ),
            })
          }
        >
          Answer
        </Button>
      )}
      {mayAccept && (
        <ConfirmButton
          label="Accept"
          name={name}
          question={`Accept that the bank takes ${formatAmount(chargeback)} back? This cannot be undone.`}
          success="The chargeback is accepted."
          onConfirm={async () => (await call(acceptChargeback, { params: { _id } })).modifiedCount}
          refresh={refresh}
        />
      )}
    </span>
  );
}
