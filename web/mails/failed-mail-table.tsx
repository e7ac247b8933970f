import { type FailedMail, listFailedMails, removeFailedMail, sendFailedMail } from '#contract/mails.ts';
import { labelOf } from '#contract/notification-kinds.ts';
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
import { EmailText } from '#web/users/email-text.tsx';

export const failedMailsQuery = (send: Send) =>
  watchedQuery(accountKeys.failedMails, (cursor, signal) =>
    callPage(send, listFailedMails, { query: { cursor }, signal }),
  );

/** Mail that could not be delivered, for the admin. */
export function FailedMailTable({ list }: Pick<PagedTableProps<FailedMail>, 'list'>) {
  return (
    <PagedTable
      caption="Mail that could not be sent"
      list={list}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={null}
    />
  );
}

const columns: readonly Column<FailedMail>[] = [
  {
    header: 'To',
    isName: true,
    cell: ({ to, kind }) => <TwoLines first={<EmailText email={to} />} second={labelOf(kind)} />,
  },
  {
    header: 'Given up',
    cell: ({ failedAt }) => <Moment time={failedAt} />,
  },
  {
    header: 'Last error',
    cell: ({ lastError }) => <span className="max-w-prose wrap-anywhere">{lastError}</span>,
  },
  { header: 'Action', align: 'end', cell: (mail) => <Decisions mail={mail} /> },
];

function Decisions({ mail: { _id, to, kind } }: { mail: FailedMail }) {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  const refresh = () => refetchAfter('mail-decided');
  const name = `${labelOf(kind)}, ${to}`;
  const params = { _id };
  return (
    <span className="flex flex-wrap gap-2 tablet:justify-end">
      <ConfirmButton
        label="Send again"
        name={name}
        question={`Send “${labelOf(kind)}” to ${to} again?`}
        success="The mail is on its way."
        onConfirm={async () => (await call(sendFailedMail, { params })).modifiedCount}
        refresh={refresh}
      />
      <ConfirmButton
        label="Dismiss"
        name={name}
        question={`Take “${labelOf(kind)}” to ${to} off this list? It will not be sent.`}
        success="The mail is off the list."
        onConfirm={async () => (await call(removeFailedMail, { params })).deletedCount}
        refresh={refresh}
      />
    </span>
  );
}
