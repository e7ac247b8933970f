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
export interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps extends FieldText {
  /** The id of a refusal that is shown elsewhere, such as below the form, and that is about this field. */
  readonly refusedBy?: string;
  readonly className?: string;
  readonly children: (controlProps: ControlProps) => ReactNode;
}

/** A label above a control, and below it a hint or an error. */
export function Field({ label, hint, error, refusedBy, className = '', children }: FieldProps) {
  const id = useId();
  const [isEdited, setEdited] = useState(false);
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
      {children(controlPropsOf(id, { hint, error, refusedBy }))}
      <FieldMessages id={id} hint={hint} error={error} isEdited={isEdited} />
    </div>
  );
}

/** Connects a control, or a group of them, with its {@link FieldMessages}. */
export const controlPropsOf = (
  id: string,
  { hint, error, refusedBy }: Pick<FieldProps, 'hint' | 'error' | 'refusedBy'>,
): ControlProps => ({
  id,
  // If nothing is said, browsers call an empty list or photo that is required invalid from the beginning.
  'aria-invalid': error !== undefined || refusedBy !== undefined,
  // The error is read first.
  'aria-describedby':
    [
      error === undefined ? undefined : `${id}-error`,
      refusedBy,
      hint === undefined ? undefined : `${id}-hint`,
    ]
      .filter((each) => each !== undefined)
      .join(' ') || undefined,
});

interface FieldMessagesProps extends Pick<FieldText, 'hint' | 'error'> {
  readonly id: string;
  /** Whether somebody is typing there. */
  readonly isEdited?: boolean;
}

/** The hint and the error below a control. */
export function FieldMessages({ id, hint, error, isEdited = false }: FieldMessagesProps) {
  return (
    <>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-small text-quiet">
          {hint}
        </p>
      )}
      {/* Screen readers announce a new error from here while the person types; who comes to the field later hears it as its description. */}
      <div aria-live={isEdited ? 'polite' : 'off'} className="empty:absolute">
        {error !== undefined && (
          <p id={`${id}-error`} className="flex gap-1.5 text-small text-bad">
            <AlertIcon className="mt-px size-4.5" />
            {error}
          </p>
        )}
      </div>
    </>
  );
}
