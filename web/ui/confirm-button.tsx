import { useState } from 'react';

import { messageOf } from '#web/platform/api-error.ts';
import { useToasts } from '#web/platform/toasts.tsx';

import { Button, type ButtonProps } from './button.tsx';
import { focusContentIfLost } from './focus-content.ts';

export interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'className'> {
  readonly label: string;
  /** What it is about, for those who hear the button without its row. */
  readonly name: string;
  /** What the browser asks before. */
  readonly question: string;
  /** What the person reads when it went well. */
  readonly success: string;
  /** What the person reads when somebody else was quicker. */
  readonly late?: string;
  /** @returns how many things changed: 0 where somebody else was quicker */
  readonly onConfirm: () => Promise<number>;
  /** Brings the list up to date, whether or not the call went well: somebody else may have been quicker. */
  readonly refresh: () => Promise<unknown>;
}

/** Does one thing to one row of a list, after asking. */
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
  const confirm = async (): Promise<void> => {
    if (!window.confirm(question)) return;
    setBusy(true);
    try {
      if ((await onConfirm()) > 0) toasts.success(success);
      else toasts.info(late);
    } catch (error) {
      toasts.error(messageOf(error));
    }
    await refresh();
    setBusy(false);
    focusContentIfLost();
  };
  return (
    <Button
      variant={variant}
      className={className}
      isBusy={isBusy}
      onClick={() => void confirm()}
      aria-label={`${label} ${name}`}
    >
      {label}
    </Button>
  );
}
