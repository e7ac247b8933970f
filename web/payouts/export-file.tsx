import { exportPayouts, getPayoutExport } from '#contract/payouts-manual.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useButtonWork } from '#web/platform/use-button-work.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';

import { saveFile } from './save-file.ts';

/** Takes out everything that is owed and can be paid, as a file for the bank. */
export function ExportOwed() {
  const call = useCall();
  const save = useSaveExport();
  const refetchAfter = useRefetchAfter();
  const toasts = useToasts();
  const exportOwed = async (): Promise<void> => {
    const { insertedId, lines } = await call(exportPayouts);
    await refetchAfter('payout-decided');
    try {
      await save(insertedId);
    } catch {
      // A second export would not have them again.
      toasts.error(
        'The payments are taken out, but their file did not arrive. Press File beside one of them.',
      );
      return;
    }
    toasts.success(lines === 1 ? '1 payment is in the file.' : `${lines} payments are in the file.`);
  };
  return <FileButton variant="action" label="Export what is owed" work={exportOwed} />;
}

/** The file of an earlier export, with its undecided lines; `name` is the name in one of them. */
export function ExportFile({ exportId, name }: { exportId: string; name: string }) {
  const save = useSaveExport();
  return <FileButton variant="quiet" label="File" name={`with ${name}`} work={() => save(exportId)} />;
}

function useSaveExport(): (exportId: string) => Promise<void> {
  const call = useCall();
  return async (_id) => {
    saveFile(`ringback-payouts-${_id.slice(-12)}.csv`, await call(getPayoutExport, { params: { _id } }));
  };
}

interface FileButtonProps {
  readonly label: string;
  /** The row's subject, for screen readers, which may read the button without its row. */
  readonly name?: string;
  readonly variant: 'action' | 'quiet';
  readonly work: () => Promise<void>;
}

function FileButton({ label, name, variant, work }: FileButtonProps) {
  const { isBusy, run } = useButtonWork();
  return (
    <Button
      variant={variant}
      isBusy={isBusy}
      onClick={() => void run(work)}
      aria-label={name === undefined ? undefined : `${label} ${name}`}
    >
      {label}
    </Button>
  );
}
