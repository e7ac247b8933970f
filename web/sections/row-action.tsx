import { useState } from 'react';

import { messageOf } from '#web/platform/api-error.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { rememberRow } from '#web/ui/focus-row.ts';

/** Runs an action on a row's phone, shows the outcome, and reloads the lists. */
export function useRowAction() {
  const refetchAfter = useRefetchAfter();
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const run = async (act: () => Promise<unknown>, success: string): Promise<void> => {
    setBusy(true);
    const focusRow = rememberRow(document.activeElement);
    try {
      await act();
      toasts.success(success);
    } catch (error) {
      toasts.error(messageOf(error));
    }
    await refetchAfter('product-moved');
    setBusy(false);
    focusRow();
  };
  return { run, isBusy };
}

interface ActionButtonProps {
  readonly label: string;
  /** The row's subject, for screen readers, which may read the button without its row. */
  readonly name: string;
  readonly success: string;
  readonly onPress: () => Promise<unknown>;
}

/** A button for a row's next step, if that needs no confirmation. */
export function ActionButton({ label, name, success, onPress }: ActionButtonProps) {
  const { run, isBusy } = useRowAction();
  return (
    <Button
      variant="quiet"
      className="whitespace-nowrap"
      isBusy={isBusy}
      onClick={() => void run(onPress, success)}
      aria-label={`${label} ${name}`}
    >
      {label}
    </Button>
  );
}
