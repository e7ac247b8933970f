import { useInfiniteQuery } from '@tanstack/react-query';

import { FailedJobTable, failedJobsQuery } from '#web/jobs/failed-job-table.tsx';
import { MoneyOverview } from '#web/ledger/money-overview.tsx';
import { FailedMailTable, failedMailsQuery } from '#web/mails/failed-mail-table.tsx';
import { ChargeIssueTable, chargeIssuesQuery } from '#web/payments/charge-issue-table.tsx';
import { FailedEventTable, failedEventsQuery } from '#web/payments/failed-event-table.tsx';
import { refusedReversalsQuery } from '#web/payouts/payout-queries.ts';
import { RefusedReversalTable } from '#web/payouts/refused-reversal-table.tsx';
import { useSend } from '#web/platform/runtime.tsx';
import { Comparison } from '#web/reconciliation/comparison.tsx';
import { DifferenceTable } from '#web/reconciliation/difference-table.tsx';
import { differencesQuery } from '#web/reconciliation/reconciliation-queries.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Panel } from '#web/ui/panel.tsx';

import { StuckLists } from './stuck-lists.tsx';

/** Where the money is, the differences from the card processor's records, and what is stuck. */
export function MoneyPanels() {
  const send = useSend();
  const open = useInfiniteQuery(differencesQuery(send, 'open'));
  const explained = useInfiniteQuery(differencesQuery(send, 'explained'));
  const hasExplained = explained.data?.pages.some(({ items }) => items.length > 0) ?? true;
  return (
    <div className="grid gap-6">
      <MoneyOverview />
      <Panel title="Ledger and card processor">
        <Comparison />
        <DifferenceTable show="open" list={open} />
        {hasExplained && (
          <Disclosure summary="Explained differences">
            <DifferenceTable show="explained" list={explained} />
          </Disclosure>
        )}
      </Panel>
      <Stuck />
    </div>
  );
}

function Stuck() {
  const send = useSend();
  const charges = useInfiniteQuery(chargeIssuesQuery(send));
  const reversals = useInfiniteQuery(refusedReversalsQuery(send));
  const events = useInfiniteQuery(failedEventsQuery(send));
  const jobs = useInfiniteQuery(failedJobsQuery(send));
  const mails = useInfiniteQuery(failedMailsQuery(send));
  return (
    <StuckLists
      nothing={<p className="text-quiet">Nothing is stuck: no charge, transfer, event, job or mail.</p>}
      lists={[
        {
          title: 'Charges that wait for a decision',
          list: charges,
          table: <ChargeIssueTable list={charges} />,
        },
        {
          title: 'Transfers that did not come back',
          list: reversals,
          table: <RefusedReversalTable list={reversals} />,
        },
        {
          title: 'Card processor events that are stuck',
          list: events,
          table: <FailedEventTable list={events} />,
        },
        { title: 'Background jobs that are stuck', list: jobs, table: <FailedJobTable list={jobs} /> },
        { title: 'Mail that is stuck', list: mails, table: <FailedMailTable list={mails} /> },
      ]}
    />
  );
}
