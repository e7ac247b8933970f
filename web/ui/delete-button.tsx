import { useState } from 'react';

import { messageOf } from '#web/platform/api-error.ts';
import { useToasts } from '#web/platform/toasts.tsx';

import { Button } from './button.tsx';

export interface DeleteButtonProps {
  /** What goes, for those who hear the button without its row. */
  readonly name: string;
  /** What the browser asks before, in the spec's words. */
  readonly question: string;
  readonly onDelete: () => Promise<{ deletedCount: number }>;
  /** Brings the list up to date, whether or not the call went well: somebody else may have been quicker. */
  readonly refresh: () => Promise<unknown>;
}

/** Takes one row out of a list, after asking. */
export function DeleteButton({ name, question, onDelete, refresh }: DeleteButtonProps) {
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    if (!window.confirm(question)) return;
    setBusy(true);
    try {
      const { deletedCount } = await onDelete();
      if (deletedCount > 0) toasts.success('Delete successfully');
      else toasts.info('It was deleted already.');
    } catch (error) {
      toasts.error(messageOf(error));
    }
    await refresh();
    setBusy(false);
    focusContentIfLost();
  };
  return (
    <Button variant="danger" isBusy={isBusy} onClick={() => void remove()} aria-label={`Delete ${name}`}>
      Delete
    </Button>
  );
}

/** The focus goes with the row that had it; those who use keys go on from the page's content. */
function focusContentIfLost(): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}
