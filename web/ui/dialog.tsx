import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';

export interface DialogProps {
  readonly title: string;
  /** What the dialog is for, and what follows. Screen readers say it with the title. */
  readonly intro?: ReactNode;
  /** Called on Escape, Back and the close button; the page then stops rendering the dialog. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, open for as long as it is rendered; then the focus returns to where it was. */
export function Dialog({ title, intro, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const introId = useId();
  useCloseOnBack(true, onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    const root = document.documentElement;
    root.style.setProperty('--scroll-bar-width', `${window.innerWidth - root.clientWidth}px`);
    element?.showModal();
    // Closing before the element is removed returns the focus.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={intro === undefined ? undefined : introId}
      className="dialog"
      onCancel={(event) => {
        // The `cancel` event of a file field inside bubbles up here, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="flex items-start justify-between gap-4 pb-4">
        <h2 id={titleId} className="min-w-0 pt-1.5 text-title wrap-anywhere">
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose} className="-mt-0.5 -mr-2">
          <CloseIcon />
        </IconButton>
      </div>
      {intro !== undefined && (
        <p id={introId} className="pb-4 text-start wrap-anywhere text-quiet">
          {intro}
        </p>
      )}
      {children}
    </dialog>
  );
}
