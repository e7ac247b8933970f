import {
  dismissReport,
  maxDismissalLength,
  type Report,
  ReportDismissal,
  upholdReport,
} from '#contract/reports.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { DeleteButton } from '#web/ui/delete-button.tsx';
import { useRowDialog } from '#web/ui/row-dialogs.tsx';
import { TextDialog } from '#web/ui/text-dialog.tsx';

/** The two decisions about an open report: to dismiss it with a reason, or to remove its phone. */
export function ReportDecisions({ report }: { report: Report }) {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  const openDialog = useRowDialog();
  return (
    <span className="flex flex-wrap gap-2 tablet:justify-end">
      <Button
        variant="quiet"
        aria-label={`Dismiss the report of ${report.model}`}
        onClick={() =>
          openDialog({
            refresh: () => refetchAfter('report-dismissed'),
            render: (onClose) => <DismissDialog report={report} onClose={onClose} />,
          })
        }
      >
        Dismiss
      </Button>
      <DeleteButton
        name={`the reported ${report.model}`}
        question="This Product Will Permanently Delete"
        onDelete={() => call(upholdReport, { query: { id: report._id } })}
        refresh={() => refetchAfter('report-upheld')}
      />
    </span>
  );
}

/** Asks for the reason, which the reporter reads. */
function DismissDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const call = useCall();
  const toasts = useToasts();
  return (
    <TextDialog
      title={`Dismiss the report of ${report.model}`}
      intro={
        <>
          <bdi>{report.reportUser}</bdi> reported it: <bdi>{report.problem}</bdi>
        </>
      }
      label="Reason"
      hint={`${report.reportUser} reads it. At most ${maxDismissalLength} characters.`}
      submitLabel="Dismiss the report"
      schema={ReportDismissal.shape.reason}
      name="reason"
      draft={`dismiss ${report._id}`}
      onSave={async (reason) => {
        const params = { _id: report._id };
        const { modifiedCount } = await call(dismissReport, { params, body: { reason } });
        if (modifiedCount > 0) toasts.success('The report is closed.');
        else toasts.info('This was decided already.');
      }}
      onClose={onClose}
    />
  );
}
