/** What stands in the page where there is room for it, and slides in as a modal dialog where there is none. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';

import { useBackCloses } from './use-back-closes.ts';

export interface SheetProps {
  readonly id: string;
  /** The dialog's name. */
  readonly label: string;
  readonly className: string;
  readonly onOpen?: () => void;
  /** `isOpen` is false where it stands in the page. */
  readonly children: (isOpen: boolean) => ReactNode;
}

export function Sheet(props: SheetProps) {
  // The server renders the column; a sheet is opened by a script anyway.
  const isNarrow = useSyncExternalStore(watchWidth, isNarrowNow, () => false);
  if (isNarrow) return <ModalSheet {...props} />;
  const { id, className, children } = props;
  return (
    <div id={id} className={`sliding ${className}`}>
      {children(false)}
    </div>
  );
}

/** Opens the sheet with this id, unless it stands in the page. Answers false where the page has none. */
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
    const hear = (): void => open();
    element?.addEventListener(openEvent, hear);
    return () => element?.removeEventListener(openEvent, hear);
  }, []);
  useBackCloses(isOpen, () => dialog.current?.close());
  return (
    // Keys have Escape and the button inside; what is pressed here is the page behind.
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

const narrow = '(width < 64rem)';
const isNarrowNow = (): boolean => matchMedia(narrow).matches;

function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
