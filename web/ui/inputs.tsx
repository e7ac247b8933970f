/** Inputs and selects. Each accepts its native element's props, so `{...register('email')}` fits. */
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

import { Field, FieldMessages, type FieldText, controlPropsOf } from './field.tsx';
import { ChevronDownIcon } from './icons.tsx';
import { EyeIcon, EyeOffIcon } from './tool-icons.tsx';

export interface TextInputProps extends FieldText, ComponentProps<'input'> {
  /** Text shown in the field before the value, such as `$` before a price. */
  readonly before?: string;
  /** The id of a refusal that is shown elsewhere, such as below the form, and that is about this field. */
  readonly refusedBy?: string;
}

export function TextInput({ label, hint, error, refusedBy, className, before, ...input }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error} refusedBy={refusedBy} className={className}>
      {(controlProps) => (
        <span className="relative grid items-center">
          {/* A name that is longer than its field is seen from its beginning, also if that is on the right. */}
          <input
            dir="auto"
            {...input}
            {...controlProps}
            className={`control ${before === undefined ? '' : 'pl-8'}`}
          />
          {before !== undefined && (
            <span aria-hidden="true" className="pointer-events-none absolute left-3.5 text-quiet">
              {before}
            </span>
          )}
        </span>
      )}
    </Field>
  );
}

/** A password, hidden until the person chooses to show it. */
export function PasswordInput({
  label,
  hint,
  error,
  className,
  ...input
}: FieldText & Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(controlProps) => (
        <span className="relative grid items-center">
          <input
            {...input}
            {...controlProps}
            type={isShown ? 'text' : 'password'}
            className="control pr-12"
          />
          <button
            type="button"
            // With "Password" in the label, tests and assistive technology would find two fields of that name.
            aria-label={isShown ? 'Hide characters' : 'Show characters'}
            onClick={() => setShown(!isShown)}
            className="needs-script absolute right-0.5 grid size-11 place-items-center rounded-control text-quiet hover:text-ink"
          >
            {isShown ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        </span>
      )}
    </Field>
  );
}

export interface SelectProps extends FieldText, ComponentProps<'select'> {
  /** `option` elements. */
  readonly children: ReactNode;
}

export function Select({ label, hint, error, className, children, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(controlProps) => (
        <span className="relative grid items-center">
          <select {...select} {...controlProps} className="control appearance-none pr-10">
            {children}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute right-3 size-5 text-quiet" />
        </span>
      )}
    </Field>
  );
}

export function TextArea({ label, hint, error, className, ...area }: FieldText & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(controlProps) => <textarea rows={4} {...area} {...controlProps} className="control" />}
    </Field>
  );
}

export interface ChoiceProps extends ComponentProps<'input'> {
  readonly children: ReactNode;
}

/** A framed radio button, for one of a few choices. Put several into a `ChoiceGroup`. */
export function Choice({ children, className = '', ...input }: ChoiceProps) {
  return (
    <label className={`choice ${className}`}>
      <input {...input} type="radio" />
      {children}
    </label>
  );
}

export interface ChoiceGroupProps extends FieldText {
  readonly isRequired?: boolean;
  /** `Choice` elements. */
  readonly children: ReactNode;
}

/** A question with one answer of a few. */
export function ChoiceGroup({ label, hint, error, isRequired, children }: ChoiceGroupProps) {
  const id = useId();
  return (
    // A plain group can be neither required nor invalid.
    <fieldset
      role="radiogroup"
      aria-required={isRequired}
      {...controlPropsOf(id, { hint, error })}
      className="choice-group grid gap-2"
    >
      <legend className="pb-1.5 text-small font-semibold">{label}</legend>
      {children}
      <FieldMessages id={id} hint={hint} error={error} />
    </fieldset>
  );
}
