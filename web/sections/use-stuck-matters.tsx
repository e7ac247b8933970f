import { useInfiniteQuery } from '@tanstack/react-query';

import { FailedJobTable, failedJobsQuery } from '#web/jobs/failed-job-table.tsx';
import { FailedMailTable, failedMailsQuery } from '#web/mails/failed-mail-table.tsx';
import { ChargeIssueTable, chargeIssuesQuery } from '#web/payments/charge-issue-table.tsx';
import { FailedEventTable, failedEventsQuery } from '#web/payments/failed-event-table.tsx';
import { refusedReversalsQuery } from '#web/payouts/payout-queries.ts';
import { RefusedReversalTable } from '#web/payouts/refused-reversal-table.tsx';
import { useSend } from '#web/platform/runtime.tsx';

import type { StuckList } from './stuck-lists.tsx';

/** The lists that the pages Needs attention and Money have in common, in the order in which they are shown. */
export function useStuckMatters() {
  const send = useSend();
  const charges = useInfiniteQuery(chargeIssuesQuery(send));
  const reversals = useInfiniteQuery(refusedReversalsQuery(send));
  const events = useInfiniteQuery(failedEventsQuery(send));
  const jobs = useInfiniteQuery(failedJobsQuery(send));
  const mails = useInfiniteQuery(failedMailsQuery(send));
  return {
    charges: {
      title: 'Charges that wait for a decision',
      list: charges,
      table: <ChargeIssueTable list={charges} />,
    },
    reversals: {
      title: 'Transfers that did not come back',
      list: reversals,
      table: <RefusedReversalTable list={reversals} />,
    },
    events: {
      title: 'Card processor events that are stuck',
      list: events,
      table: <FailedEventTable list={events} />,
    },
    jobs: { title: 'Background jobs that are stuck', list: jobs, table: <FailedJobTable list={jobs} /> },
    mails: { title: 'Mail that is stuck', list: mails, table: <FailedMailTable list={mails} /> },
  } satisfies Record<string, StuckList>;
}
