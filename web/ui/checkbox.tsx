import type { ComponentProps, ReactNode } from 'react';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly children: ReactNode;
}

/** A framed checkbox, for options that do not exclude each other. Put several into a `fieldset` with a `legend`. */
export function Checkbox({ children, className = '', ...input }: CheckboxProps) {
  return (
    <label className={`choice ${className}`}>
      <input {...input} type="checkbox" />
      {children}
    </label>
  );
}
