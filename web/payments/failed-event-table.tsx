import {
  connectEventTypes,
  type FailedProcessorEvent,
  listFailedProcessorEvents,
  processorEventTypes,
  retryProcessorEvent,
} from '#contract/payments-inbox.ts';
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

export const failedEventsQuery = (send: Send) =>
  watchedQuery(accountKeys.failedProcessorEvents, (cursor, signal) =>
    callPage(send, listFailedProcessorEvents, { query: { cursor }, signal }),
  );

/** Card processor events that could not be processed, for the admin. */
export function FailedEventTable({ list }: Pick<PagedTableProps<FailedProcessorEvent>, 'list'>) {
  return (
    <PagedTable
      caption="Card processor events that could not be processed"
      list={list}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={null}
    />
  );
}

const words = new Map<string, string>(Object.entries({ ...processorEventTypes, ...connectEventTypes }));

const nameOf = ({ type }: FailedProcessorEvent): string => words.get(type) ?? type;

const columns: readonly Column<FailedProcessorEvent>[] = [
  {
    header: 'Event',
    isName: true,
    cell: (event) => <TwoLines first={nameOf(event)} second={event.objectId ?? event.eventId} />,
  },
  {
    header: 'Happened',
    cell: ({ time }) => <Moment time={time} />,
  },
  {
    header: 'Last error',
    cell: ({ lastError, attempts }) => (
      <span className="max-w-prose wrap-anywhere">
        {lastError} (tried {attempts} times)
      </span>
    ),
  },
  { header: 'Action', align: 'end', cell: (event) => <Retry event={event} /> },
];

function Retry({ event }: { event: FailedProcessorEvent }) {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  return (
    <ConfirmButton
      label="Try again"
      name={`${nameOf(event)}, ${event.objectId ?? event.eventId}`}
      question={`Process “${nameOf(event)}” again?`}
      success="It is being processed again."
      onConfirm={async () => (await call(retryProcessorEvent, { params: { _id: event._id } })).modifiedCount}
      refresh={() => refetchAfter('processor-event-retried')}
    />
  );
}
