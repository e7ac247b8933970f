import { useInfiniteQuery } from '@tanstack/react-query';

import { FailedJobTable, failedJobsQuery } from '#web/jobs/failed-job-table.tsx';
import { FailedMailTable, failedMailsQuery } from '#web/mails/failed-mail-table.tsx';
import { LateDisputeTable } from '#web/orders/late-dispute-table.tsx';
import { lateDisputesQuery } from '#web/orders/order-queries.ts';
import { ChargeIssueTable, chargeIssuesQuery } from '#web/payments/charge-issue-table.tsx';
import { ChargebackTable, chargebacksQuery } from '#web/payments/chargeback-table.tsx';
import { FailedEventTable, failedEventsQuery } from '#web/payments/failed-event-table.tsx';
import allSettled from '#web/pictures/all-settled.svg';
import { refusedReversalsQuery } from '#web/payouts/payout-queries.ts';
import { RefusedReversalTable } from '#web/payouts/refused-reversal-table.tsx';
import { useSend } from '#web/platform/runtime.tsx';
import { DifferenceTable } from '#web/reconciliation/difference-table.tsx';
import { differencesQuery } from '#web/reconciliation/reconciliation-queries.ts';
import { EmptyState } from '#web/ui/notices.tsx';

import { StuckLists } from './stuck-lists.tsx';

/** Matters that need a person, because Ringback could not finish them by itself. */
export function AttentionLists() {
  const send = useSend();
  const decisions = useInfiniteQuery(lateDisputesQuery(send));
  const charges = useInfiniteQuery(chargeIssuesQuery(send));
  const chargebacks = useInfiniteQuery(chargebacksQuery(send));
  const reversals = useInfiniteQuery(refusedReversalsQuery(send));
  const differences = useInfiniteQuery(differencesQuery(send, 'overdue'));
  const events = useInfiniteQuery(failedEventsQuery(send));
  const jobs = useInfiniteQuery(failedJobsQuery(send));
  const mails = useInfiniteQuery(failedMailsQuery(send));
  return (
    <div className="grid gap-6">
      <StuckLists
        nothing={
          <EmptyState title="Nothing needs your attention" picture={allSettled}>
            What Ringback cannot finish by itself appears here: late decisions, charges, chargebacks, jobs,
            mail.
          </EmptyState>
        }
        lists={[
          { title: 'Late decisions', list: decisions, table: <LateDisputeTable list={decisions} /> },
          {
            title: 'Charges that wait for a decision',
            list: charges,
            table: <ChargeIssueTable list={charges} />,
          },
          { title: 'Chargebacks', list: chargebacks, table: <ChargebackTable list={chargebacks} /> },
          {
            title: 'Transfers that did not come back',
            list: reversals,
            table: <RefusedReversalTable list={reversals} />,
          },
          {
            title: 'Ledger and card processor',
            list: differences,
            table: <DifferenceTable show="overdue" list={differences} />,
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
    </div>
  );
}
