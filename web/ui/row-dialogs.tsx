import { createContext, type ReactNode, use, useState } from 'react';

import { rowOf } from './focus-row.ts';

interface RowDialog {
  readonly render: (onClose: () => void) => ReactNode;
  /** Reloads the row's list once the dialog is closed, also after a refusal: somebody else may have changed it. */
  readonly refresh: () => Promise<unknown>;
}

const OpenContext = createContext<(dialog: RowDialog) => void>(() => {
  throw new Error('A dialog of a row needs RowDialogs above it');
});

/** Opens a dialog about the row of the pressed button. */
export const useRowDialog = (): ((dialog: RowDialog) => void) => use(OpenContext);

/**
 * Shows the dialogs of rows outside their lists: a row may leave its list while somebody types, because another admin
 * has decided about it. The dialog then stays, and the server's answer says so.
 */
export function RowDialogs({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<RowDialog & { readonly focusRow: () => void }>();
  const open = (dialog: RowDialog): void => setOpened({ ...dialog, focusRow: rowOf(document.activeElement) });
  const close = async ({ refresh, focusRow }: NonNullable<typeof opened>): Promise<void> => {
    setOpened(undefined);
    await refresh();
    focusRow();
  };
  return (
    <OpenContext value={open}>
      {children}
      {opened?.render(() => void close(opened))}
    </OpenContext>
  );
}
