import { type FailedJob, jobNames, listFailedJobs, retryFailedJob } from '#contract/jobs.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { callPage } from '#web/platform/api.ts';
import { watchedQuery } from '#web/platform/paged-query.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { ConfirmButton } from '#web/ui/confirm-button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { PagedTable, type PagedTableProps } from '#web/ui/paged-table.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { TwoLines } from '#web/ui/two-lines.tsx';

export const failedJobsQuery = (send: Send) =>
  watchedQuery(accountKeys.failedJobs, (cursor, signal) =>
    callPage(send, listFailedJobs, { query: { cursor }, signal }),
  );

/** Background jobs that have failed in every attempt, for the admin. */
export function FailedJobTable({ list }: Pick<PagedTableProps<FailedJob>, 'list'>) {
  return (
    <PagedTable
      caption="Background jobs that have failed"
      list={list}
      columns={columns}
      rowKey={({ queue, _id }) => `${queue} ${_id}`}
      empty={null}
    />
  );
}

const words = new Map<string, string>(Object.entries(jobNames));

const nameOf = ({ queue }: FailedJob): string => words.get(queue) ?? queue;

const aboutOf = ({ subjectId, _id }: FailedJob): string => subjectId ?? _id;

const columns: readonly Column<FailedJob>[] = [
  {
    header: 'Job',
    isName: true,
    cell: (job) => <TwoLines first={nameOf(job)} second={aboutOf(job)} />,
  },
  {
    header: 'Given up',
    cell: ({ failedAt }) => <Moment time={failedAt} />,
  },
  {
    header: 'Last error',
    cell: ({ lastError, attempts }) => (
      <span className="max-w-prose wrap-anywhere">
        {lastError} (tried {attempts === 1 ? 'once' : `${attempts} times`})
      </span>
    ),
  },
  { header: 'Action', align: 'end', cell: (job) => <Retry job={job} /> },
];

function Retry({ job }: { job: FailedJob }) {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  const params = { queue: job.queue, _id: job._id };
  return (
    <ConfirmButton
      className="whitespace-nowrap"
      label="Try again"
      name={`${nameOf(job)}, ${aboutOf(job)}`}
      question={`Run “${nameOf(job)}” again?`}
      success="It is being run again."
      onConfirm={async () => (await call(retryFailedJob, { params })).modifiedCount}
      refresh={() => refetchAfter('job-retried')}
    />
  );
}
