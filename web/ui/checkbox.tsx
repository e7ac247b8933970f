import type { ComponentProps, ReactNode } from 'react';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly children: ReactNode;
}

/** One of several things that may be so together, as a box in a frame. Several stand in a `fieldset` with a `legend`. */
export function Checkbox({ children, className = '', ...input }: CheckboxProps) {
  return (
    <label className={`choice ${className}`}>
      <input {...input} type="checkbox" />
      {children}
    </label>
  );
}
