import { useState } from 'react';

import { messageOf } from '#web/platform/api-error.ts';
import { useToasts } from '#web/platform/toasts.tsx';

import { Button, type ButtonProps } from './button.tsx';
import { rememberRow } from './focus-row.ts';

export interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'className'> {
  readonly label: string;
  /** The row's subject, for screen readers, which may read the button without its row. */
  readonly name: string;
  /** The question of the confirmation. */
  readonly question: string;
  /** The message after a success. */
  readonly success: string;
  /** The message if somebody else did it before. */
  readonly late?: string;
  /** @returns how many things changed: 0 if somebody else did it before */
  readonly onConfirm: () => Promise<number>;
  /** Reloads the list, whether or not the call succeeded: somebody else may have changed it. */
  readonly refresh: () => Promise<unknown>;
}

/** Runs one action on one row of a list, after a confirmation. */
export function ConfirmButton({
  label,
  name,
  question,
  success,
  late = 'This was decided already.',
  onConfirm,
  refresh,
  variant = 'quiet',
  className,
}: ConfirmButtonProps) {
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const confirm = async (button: Element): Promise<void> => {
    if (!window.confirm(question)) return;
    const focusRow = rememberRow(button);
    setBusy(true);
    try {
      if ((await onConfirm()) > 0) toasts.success(success);
      else toasts.info(late);
    } catch (error) {
      toasts.error(messageOf(error));
    }
    await refresh();
    setBusy(false);
    focusRow();
  };
  return (
    <Button
      variant={variant}
      className={className}
      isBusy={isBusy}
      onClick={({ currentTarget }) => void confirm(currentTarget)}
      aria-label={`${label} ${name}`}
    >
      {label}
    </Button>
  );
}
