import { type ReactNode, useId, useState } from 'react';

import { AlertIcon } from './icons.tsx';

export interface FieldText {
  /** The field's label, in the spec's words. */
  readonly label: string;
  /** Help for filling it in, shown before any error. */
  readonly hint?: string;
  /** The field's error, shown below the hint. */
  readonly error?: string;
}

/** The attributes that connect a control with its label and messages. */
export interface ControlTies {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

/** A label above a control, and below it a hint or an error. */
export function Field({
  label,
  hint,
  error,
  className = '',
  children,
}: FieldText & { className?: string; children: (ties: ControlTies) => ReactNode }) {
  const id = useId();
  const [isEdited, setEdited] = useState(false);
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  return (
    // Keys are only noticed here, and work in the control alone.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={`grid content-start gap-1.5 ${className}`}
      onKeyDown={() => setEdited(true)}
      onBlur={() => setEdited(false)}
    >
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      {children({
        id,
        // If nothing is said, browsers call an empty list or photo that is required invalid from the beginning.
        'aria-invalid': error !== undefined,
        // The error is read first.
        'aria-describedby': [errorId, hintId].filter(isPresent).join(' ') || undefined,
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-small text-quiet">
          {hint}
        </p>
      )}
      {/* Screen readers announce a new error from here while the person types; who comes to the field later hears it as its description. */}
      <div aria-live={isEdited ? 'polite' : 'off'} className="empty:absolute">
        {error !== undefined && (
          <p id={errorId} className="flex gap-1.5 text-small text-bad">
            <AlertIcon className="mt-px size-4.5" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

const isPresent = (id: string | undefined): id is string => id !== undefined;
