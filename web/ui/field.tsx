import { type ReactNode, useId } from 'react';

import { AlertIcon } from './icons.tsx';

export interface FieldText {
  /** The field's name, in the spec's word. */
  readonly label: string;
  /** What helps to fill it in, before anything is wrong. */
  readonly hint?: string;
  /** What is wrong with it, in place of the hint. */
  readonly error?: string;
}

/** What ties a control to its label and message. */
export interface ControlTies {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A label above a control, and below it a hint or what is wrong. */
export function Field({
  label,
  hint,
  error,
  className = '',
  children,
}: FieldText & { className?: string; children: (ties: ControlTies) => ReactNode }) {
  const id = useId();
  const message = error ?? hint;
  const messageId = `${id}-message`;
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': message === undefined ? undefined : messageId,
      })}
      {message !== undefined && (
        <p
          id={messageId}
          className={`flex gap-1.5 text-small ${error === undefined ? 'text-quiet' : 'text-bad'}`}
        >
          {error !== undefined && <AlertIcon className="mt-px size-4.5" />}
          {message}
        </p>
      )}
    </div>
  );
}
