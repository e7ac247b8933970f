import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import {
  dismissReport,
  maxDismissalLength,
  type Report,
  ReportDismissal,
  upholdReport,
} from '#contract/reports.ts';
import allSettled from '#web/pictures/all-settled.svg';
import { paths } from '#web/platform/paths.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Day } from '#web/products/day.tsx';
import { TablePhone } from '#web/products/table-phone.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { DeleteButton } from '#web/ui/delete-button.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';
import { TextDialog } from '#web/ui/text-dialog.tsx';
import { TablePerson } from '#web/users/table-person.tsx';
import { formatPrice } from '#contract/money.ts';

import { reportsQuery } from './report-table-query.ts';

/** Open reports with both sides, for the admin. */
export function ReportTable() {
  return (
    <PagedTable
      caption="Reported products"
      list={useInfiniteQuery(reportsQuery(useSend()))}
      columns={columns}
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
    cell: ({ productId, model, image, picture, sell }) => (
      <TablePhone
        to={paths.product(productId)}
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
  { header: 'Action', align: 'end', cell: (report) => <Decisions report={report} /> },
];

function Decisions({ report }: { report: Report }) {
  const call = useCall();
  const toasts = useToasts();
  const refetchAfter = useRefetchAfter();
  const [isDismissing, setDismissing] = useState(false);
  const params = { _id: report._id };
  return (
    <span className="flex flex-wrap gap-2 tablet:justify-end">
      <Button
        variant="quiet"
        aria-label={`Dismiss the report of ${report.model}`}
        onClick={() => setDismissing(true)}
      >
        Dismiss
      </Button>
      <DeleteButton
        name={`the reported ${report.model}`}
        question="This Product Will Permanently Delete"
        onDelete={() => call(upholdReport, { query: { id: report._id } })}
        refresh={() => refetchAfter('report-upheld')}
      />
      {isDismissing && (
        <TextDialog
          title={`The ${report.model} stays`}
          intro={`${report.reportUser} reported it: ${report.problem}`}
          label="Reason"
          hint={`${report.reportUser} reads it. At most ${maxDismissalLength} characters.`}
          submitLabel="Dismiss the report"
          schema={ReportDismissal.shape.reason}
          name="reason"
          onSave={async (reason) => {
            const { modifiedCount } = await call(dismissReport, { params, body: { reason } });
            if (modifiedCount > 0) toasts.success('The report is closed.');
            else toasts.info('This was decided already.');
            void refetchAfter('report-dismissed');
          }}
          onClose={() => setDismissing(false)}
        />
      )}
    </span>
  );
}
