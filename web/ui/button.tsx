import type { ComponentProps, MouseEvent, ReactNode } from 'react';

import { SiteLink, type SiteLinkProps } from './site-link.tsx';
import { SpinnerMark } from './spinner.tsx';

/** `action` is the main action; `quiet` is secondary; `plain` looks like text; `danger` deletes. */
export type ButtonVariant = 'action' | 'quiet' | 'plain' | 'danger';

const base =
  'relative inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 py-2 text-body font-semibold text-center select-none transition-colors disabled:opacity-55 disabled:cursor-not-allowed aria-busy:cursor-progress';

const variants: Record<ButtonVariant, string> = {
  action: 'bg-action text-on-action hover:bg-action-strong',
  quiet: 'border border-edge bg-surface text-ink hover:bg-sunken',
  plain: 'text-action hover:bg-action-soft',
  danger: 'border border-bad bg-surface text-bad hover:bg-bad-soft',
};

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  /** Work is in progress: the button keeps its size, text and focus, shows a spinner, and ignores presses. */
  readonly isBusy?: boolean;
}

export function Button({
  variant = 'action',
  isBusy = false,
  type = 'button',
  onClick,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // A submit button must be declared as such; no other button may submit a form.
      type={type}
      // `disabled` would lose the focus. Enter in a field also presses this button, so no form is sent twice.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? ignore : onClick}
      className={`${base} ${variants[variant]} ${className}`}
    >
      <Label isBusy={isBusy}>{children}</Label>
    </button>
  );
}

const ignore = (event: MouseEvent): void => event.preventDefault();

export interface LinkButtonProps extends SiteLinkProps {
  readonly variant?: ButtonVariant;
}

/** A link that looks like a button, for navigation only. */
export function LinkButton({ variant = 'action', className = '', ...rest }: LinkButtonProps) {
  return <SiteLink {...rest} className={`${base} ${variants[variant]} ${className}`} />;
}

/** A round icon button; `label` is its accessible name. */
export function IconButton({
  label,
  className = '',
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; children: ReactNode }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={`inline-grid size-11 shrink-0 place-items-center rounded-pill text-ink transition-colors hover:bg-sunken aria-disabled:opacity-55 ${className}`}
    >
      {children}
    </button>
  );
}

function Label({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  if (!isBusy) return children;
  return (
    <>
      <span className="inline-flex items-center gap-2 opacity-25">{children}</span>
      <span className="absolute inset-0 grid place-items-center">
        <SpinnerMark />
      </span>
    </>
  );
}
