import { formatCents } from '#contract/money.ts';
import { type LedgerDifference, processDifference, recordDifference } from '#contract/reconciliation.ts';
import { differenceReasons, movementName } from '#contract/reconciliation-words.ts';
import { paths } from '#web/platform/paths.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { serverNow } from '#web/platform/server-clock.ts';
import { Money } from '#web/payouts/money.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmButton } from '#web/ui/confirm-button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { PagedTable, type PagedTableProps } from '#web/ui/paged-table.tsx';
import { useRowDialog } from '#web/ui/row-dialogs.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

import { ageOf } from './age-of.ts';
import { ExplainDialog } from './explain-dialog.tsx';
import type { Show } from './reconciliation-queries.ts';

const captions = {
  open: 'Differences between the ledger and the card processor',
  overdue: 'Differences that are older than they should be',
  explained: 'Differences that an admin has explained',
  closed: 'Differences that are settled',
} as const satisfies Record<Show, string>;

const emptyWords = {
  open: 'No difference is open.',
  overdue: 'No difference is too old.',
  explained: 'Nothing had to be explained.',
  closed: 'Nothing has differed yet.',
} as const satisfies Record<Show, string>;

/** The differences between the ledger and the card processor, with what to do about each, for the admin. */
export function DifferenceTable({
  show,
  list,
}: { show: Show } & Pick<PagedTableProps<LedgerDifference>, 'list'>) {
  return (
    <PagedTable
      caption={captions[show]}
      list={list}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={<p className="text-quiet">{emptyWords[show]}</p>}
    />
  );
}

const columns: readonly Column<LedgerDifference>[] = [
  {
    header: 'Movement',
    isName: true,
    cell: ({ key, orderId }) => (
      <span className="flex min-w-0 flex-col gap-1">
        {movementName(key)}
        <span className="text-small font-normal break-all text-quiet">{key.slice(key.indexOf(':') + 1)}</span>
        {orderId !== null && (
          <SiteLink to={paths.order(orderId)} className="text-small">
            Its order
          </SiteLink>
        )}
      </span>
    ),
  },
  {
    header: 'Processor',
    align: 'end',
    cell: ({ processorCents }) => <Money cents={processorCents} />,
  },
  {
    header: 'Ledger',
    align: 'end',
    cell: ({ ledgerCents }) => <Money cents={ledgerCents} />,
  },
  {
    header: 'Age',
    cell: ({ happenedAt, isOverdue }) => (
      <span className="flex flex-col items-start gap-1">
        {ageOf(new Date(happenedAt), new Date(serverNow()))}
        <span className="text-small text-quiet">
          <Moment time={happenedAt} />
        </span>
        {isOverdue && <Badge tone="bad">Too old</Badge>}
      </span>
    ),
  },
  {
    header: 'Why',
    cell: ({ reason, explanation, explainedBy }) => (
      <span className="flex max-w-prose flex-col gap-1">
        {differenceReasons[reason].words}
        {explanation !== null && (
          <span className="text-small wrap-anywhere text-quiet">
            {explanation} ({explainedBy ?? 'an admin'})
          </span>
        )}
      </span>
    ),
  },
  { header: 'Action', align: 'end', cell: (difference) => <Decisions difference={difference} /> },
];

function recordedAs({ reason, processorCents }: LedgerDifference): string {
  if (reason === 'paid-in') return 'money that came from the bank';
  return processorCents < 0 ? 'a cost of the card processor' : 'a gain from the card processor';
}

/** The queries to read again after an action. */
function useRefresh() {
  const refetchAfter = useRefetchAfter();
  return () => refetchAfter('difference-decided');
}

const nameOf = ({ key }: LedgerDifference): string =>
  `${movementName(key)} ${key.slice(key.indexOf(':') + 1)}`;

interface DecisionProps {
  readonly difference: LedgerDifference;
}

function Decisions({ difference }: DecisionProps) {
  const { actions } = difference;
  // An empty cell is left out of the card.
  if (actions.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-2 tablet:justify-end">
      {actions.includes('process') && <ProcessButton difference={difference} />}
      {actions.includes('record') && <RecordButton difference={difference} />}
      {actions.includes('explain') && <ExplainButton difference={difference} />}
    </span>
  );
}

function ProcessButton({ difference }: DecisionProps) {
  const call = useCall();
  const name = nameOf(difference);
  const params = { _id: difference._id };
  return (
    <ConfirmButton
      label="Process again"
      name={name}
      question={`Ask the card processor about “${name}” again and bring the ledger in line?`}
      success="The two agree now."
      late="They still differ. The processor says the same as before."
      onConfirm={async () => (await call(processDifference, { params })).modifiedCount}
      refresh={useRefresh()}
    />
  );
}

function RecordButton({ difference }: DecisionProps) {
  const call = useCall();
  const params = { _id: difference._id };
  const amount = formatCents(Math.abs(difference.processorCents));
  return (
    <ConfirmButton
      label="Record it"
      name={nameOf(difference)}
      question={`Record ${amount} as ${recordedAs(difference)}?`}
      success="It is in the ledger."
      onConfirm={async () => (await call(recordDifference, { params })).modifiedCount}
      refresh={useRefresh()}
    />
  );
}

function ExplainButton({ difference }: DecisionProps) {
  const openDialog = useRowDialog();
  const refresh = useRefresh();
  const name = nameOf(difference);
  return (
    <Button
      variant="quiet"
      aria-label={`Explain ${name}`}
      onClick={() =>
        openDialog({
          refresh,
          render: (onClose) => <ExplainDialog difference={difference} name={name} onClose={onClose} />,
        })
      }
    >
      Explain
    </Button>
  );
}
