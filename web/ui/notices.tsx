/** Shown instead of a list: that it is empty, or an error with a way to try again. */
import type { ReactNode } from 'react';

import { isApiError, messageOf } from '#web/platform/api-error.ts';

import { Button } from './button.tsx';
import { AlertIcon } from './icons.tsx';

export interface EmptyStateProps {
  readonly title: string;
  /** What will appear here, and how. */
  readonly children?: ReactNode;
  /** The next step: a `LinkButton` or `Button`. */
  readonly action?: ReactNode;
  /** The URL of a drawing, 200 × 140, from `web/pictures`. */
  readonly picture: string;
}

export function EmptyState({ title, children, action, picture }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-line px-4 py-10 text-center wrap-anywhere">
      <img src={picture} alt="" width={200} height={140} decoding="async" className="mb-2" />
      <p className="font-display text-title font-bold">{title}</p>
      {children !== undefined && <p className="max-w-prose text-quiet">{children}</p>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}

export interface ErrorNoticeProps {
  readonly error: unknown;
  /** Tries again; left out if that makes no sense. */
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
}

/** A failed read: what happened, and a button to try again unless what was asked for does not exist. */
export function ErrorNotice({ error, onRetry, isRetrying = false }: ErrorNoticeProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-bad-soft px-4 py-3"
    >
      <p className="flex gap-2 py-1">
        <AlertIcon className="mt-0.5 size-5 text-bad" />
        {messageOf(error)}
      </p>
      {onRetry !== undefined && !isApiError(error, 404) && (
        <Button ref={moveFocusToContent} variant="quiet" onClick={onRetry} isBusy={isRetrying}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** A notice above the end of every page. */
export function PageNotice({ onDismiss, children }: { onDismiss: () => void; children: ReactNode }) {
  return (
    <div role="alert" className="page-notice">
      {children}
      <Button ref={moveFocusToContent} variant="plain" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  );
}

/** The `ref` of a button that disappears with its notice: if it has the focus, the page's content gets it. */
const moveFocusToContent = (button: HTMLElement | null) => () => {
  if (document.activeElement === button) document.getElementById('content')?.focus({ preventScroll: true });
};

/** A form's error that belongs to no single field, in red below the form. It scrolls into view, with room for a button below it. */
export function FormError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p ref={scrollHere} role="alert" id={id} className="flex scroll-mb-20 gap-2 text-bad">
      <AlertIcon className="mt-0.5 size-5" />
      {children}
    </p>
  );
}

/** Not if a field has the focus, which is what the person looks at. */
const scrollHere = (error: HTMLElement | null): void => {
  if (document.activeElement?.matches('input, textarea, select') !== true)
    error?.scrollIntoView({ block: 'nearest' });
};
