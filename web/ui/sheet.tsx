/** Content that is part of the page on wide screens, and a modal dialog that slides in on narrow ones. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';

import { useCloseOnBack } from './use-close-on-back.ts';
import { isNarrow, watchWidth } from './window-width.ts';

export interface SheetProps {
  readonly id: string;
  /** The dialog's accessible name. */
  readonly label: string;
  readonly className: string;
  readonly onOpen?: () => void;
  /** `isOpen` is false while it is part of the page. */
  readonly children: (isOpen: boolean) => ReactNode;
}

export function Sheet(props: SheetProps) {
  // The server renders the column; a sheet needs a script to open anyway.
  const isModal = useSyncExternalStore(watchWidth, isNarrow, () => false);
  if (isModal) return <ModalSheet {...props} />;
  const { id, className, children } = props;
  return (
    <div id={id} className={`sliding ${className}`}>
      {children(false)}
    </div>
  );
}

/** Opens the sheet with this id, unless it is part of the page. @returns false if the page has no such sheet */
export function openSheet(id: string): boolean {
  const sheet = document.getElementById(id);
  sheet?.dispatchEvent(new Event(openEvent));
  return sheet !== null;
}

export function closeSheet(id: string): void {
  const sheet = document.getElementById(id);
  if (sheet instanceof HTMLDialogElement) sheet.close();
}

const openEvent = 'sheet-open';

function ModalSheet({ id, label, className, onOpen, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = useEffectEvent(() => {
    if (dialog.current?.open !== false) return;
    dialog.current.showModal();
    setOpen(true);
    onOpen?.();
  });
  useEffect(() => {
    const element = dialog.current;
    const onOpenEvent = (): void => open();
    element?.addEventListener(openEvent, onOpenEvent);
    return () => element?.removeEventListener(openEvent, onOpenEvent);
  }, []);
  useCloseOnBack(isOpen, () => dialog.current?.close());
  return (
    // A click here is one on the page behind the sheet. For the keyboard there are Escape and the button inside.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      id={id}
      aria-label={label}
      className={`sliding ${className}`}
      onClose={() => setOpen(false)}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
    >
      {children(isOpen)}
    </dialog>
  );
}
