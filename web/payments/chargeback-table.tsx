import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import {
  acceptChargeback,
  type Chargeback,
  chargebackReasons,
  listChargebacks,
} from '#contract/payments-chargebacks.ts';
import { callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import { useCall } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmButton } from '#web/ui/confirm-button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { PagedTable, type PagedTableProps } from '#web/ui/paged-table.tsx';
import { ChargebackAnswerDialog } from './chargeback-answer-dialog.tsx';

const queryKey = ['chargebacks'];

export const chargebacksQuery = (send: Send) =>
  pagedQuery(queryKey, (cursor, signal) => callPage(send, listChargebacks, { query: { cursor }, signal }));

/** Chargebacks and inquiries that are not decided, for the admin. */
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

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const amountOf = ({ amount, currency }: Chargeback): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);

const columns: readonly Column<Chargeback>[] = [
  {
    header: 'Charge',
    isName: true,
    cell: (chargeback) => (
      <span className="flex min-w-0 flex-col gap-1">
        <span className="font-semibold tabular-nums">{amountOf(chargeback)}</span>
        <span className="text-small font-normal break-all text-quiet">{chargeback.transactionId}</span>
      </span>
    ),
  },
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
      return dueAt === null ? (
        'No answer possible'
      ) : (
        <time dateTime={dueAt}>{moments.format(new Date(dueAt))}</time>
      );
    },
  },
  {
    header: 'Buyer',
    cell: ({ buyer }) =>
      buyer === null ? (
        'Unknown'
      ) : (
        <span className="flex min-w-0 flex-col wrap-anywhere">
          {buyer.name}
          <span className="text-small text-quiet">{buyer.email}</span>
        </span>
      ),
  },
  { header: 'Action', align: 'end', cell: (chargeback) => <Decisions chargeback={chargeback} /> },
];

function Decisions({ chargeback }: { chargeback: Chargeback }) {
  const { _id, state, isAnswered, dueAt, transactionId } = chargeback;
  const call = useCall();
  const queryClient = useQueryClient();
  const [isAnswering, setAnswering] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  const name = `${amountOf(chargeback)}, ${transactionId}`;
  if (isAnswered) return null;
  return (
    <span className="flex flex-wrap gap-2 tablet:justify-end">
      {dueAt !== null && (
        <Button variant="quiet" aria-label={`Answer ${name}`} onClick={() => setAnswering(true)}>
          Answer
        </Button>
      )}
      {state === 'open' && (
        <ConfirmButton
          label="Accept"
          name={name}
          question={`Accept that the bank takes ${amountOf(chargeback)} back? This cannot be undone.`}
          success="The chargeback is accepted."
          onConfirm={async () => (await call(acceptChargeback, { params: { _id } })).modifiedCount}
          refresh={refresh}
        />
      )}
      {isAnswering && (
        <ChargebackAnswerDialog
          chargeback={chargeback}
          amount={amountOf(chargeback)}
          onClose={() => setAnswering(false)}
          refresh={refresh}
        />
      )}
    </span>
  );
}
