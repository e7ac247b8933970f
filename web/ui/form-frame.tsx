import type { ReactNode } from 'react';

import { Button, type ButtonProps } from './button.tsx';
import { FormError } from './notices.tsx';

export interface FormFrameProps {
  readonly submitLabel: string;
  readonly variant?: ButtonProps['variant'];
  readonly isBusy: boolean;
  readonly failure: string | undefined;
  readonly onSubmit: () => Promise<void>;
  readonly children?: ReactNode;
}

/** The form of a dialog: its fields, the error, and the button that sends it. */
export function FormFrame({ submitLabel, variant, isBusy, failure, onSubmit, children }: FormFrameProps) {
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4 text-start"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      {failure !== undefined && <FormError>{failure}</FormError>}
      <Button type="submit" variant={variant} isBusy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}
