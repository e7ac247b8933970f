import { formatPrice } from '#contract/money.ts';
import type { Report, ReportState } from '#contract/reports.ts';
import type { TimeOrder } from '#contract/table.ts';
import allSettled from '#web/pictures/all-settled.svg';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { type TableChoices, timeSorts, useTable } from '#web/platform/table-view.ts';
import { Day } from '#web/products/day.tsx';
import { TablePhone } from '#web/products/table-phone.tsx';
import { UrlTable } from '#web/ui/url-table.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { TablePerson } from '#web/users/table-person.tsx';

import { ReportDecisions } from './report-decisions.tsx';
import { reportCalls } from './report-queries.ts';

const choices: TableChoices<ReportState, TimeOrder> = {
  shows: [
    ['open', 'Open'],
    ['upheld', 'Phone removed'],
    ['dismissed', 'Dismissed'],
  ],
  sorts: timeSorts,
  first: 'open',
};

/** Reports with reporter and seller, for the admin: open ones, or decided ones. */
export function ReportTable() {
  const table = useTable(choices, reportCalls(useSend()));
  return (
    <UrlTable
      {...table}
      caption="Reported products"
      columns={columns}
      searchLabel="Model, name or e-mail address"
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title="No open reports" picture={allSettled}>
          What people report about a listing appears here.
        </EmptyState>
      }
    />
  );
}

const columns: readonly Column<Report>[] = [
  {
    header: 'Phone',
    isName: true,
    cell: ({ _id, model, image, picture, sell }) => (
      <TablePhone
        to={paths.report(_id)}
        model={model}
        image={image}
        picture={picture}
        note={formatPrice(sell)}
        isStacked
      />
    ),
  },
  {
    header: 'Problem',
    cell: ({ problem, reportedAt }) => (
      <span className="flex max-w-prose flex-col gap-1 tablet:min-w-32 wide:min-w-52">
        <span className="whitespace-pre-line wrap-anywhere">{problem}</span>
        <span className="text-small text-quiet">
          Reported <Day time={reportedAt} />
        </span>
      </span>
    ),
  },
  {
    header: 'Seller',
    cell: ({ name, email, seller }) => <TablePerson name={name} email={email} photo={seller} isStacked />,
  },
  {
    header: 'Reported by',
    cell: ({ reportUser, reportEmail, userPhoto }) => (
      <TablePerson name={reportUser} email={reportEmail} photo={userPhoto} isStacked />
    ),
  },
  {
    header: 'Action',
    align: 'end',
    cell: (report) =>
      report.state === 'open' ? (
        <ReportDecisions report={report} />
      ) : (
        <LinkButton
          to={paths.report(report._id)}
          variant="quiet"
          aria-label={`The report of ${report.model}`}
        >
          See why
        </LinkButton>
      ),
  },
];
