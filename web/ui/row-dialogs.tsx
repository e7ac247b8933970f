import { createContext, type ReactNode, use, useState } from 'react';

import { rememberRow } from './focus-row.ts';

interface RowDialog {
  readonly render: (onClose: () => void) => ReactNode;
  /** Reloads the list or page once the dialog is closed, also after a refusal: somebody else may have changed it. */
  readonly refresh: () => Promise<unknown>;
}

const OpenContext = createContext<(dialog: RowDialog) => void>(() => {
  throw new Error('A dialog of a row needs RowDialogs above it');
});

/** Opens a dialog of the pressed button, which may be in a row. */
export const useRowDialog = (): ((dialog: RowDialog) => void) => use(OpenContext);

/**
 * Shows dialogs outside the row or page of their button, which may disappear while somebody types, because another admin
 * has decided. The dialog then stays, and the server's answer says so.
 */
export function RowDialogs({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<RowDialog & { readonly focusRow: () => void }>();
  const open = (dialog: RowDialog): void =>
    setOpened({ ...dialog, focusRow: rememberRow(document.activeElement) });
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
