import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { failPayout, PayoutFailure } from '#contract/payouts-manual.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';

export interface FailDialogProps {
  readonly _id: string;
  /** What it is about. */
  readonly name: string;
  readonly onClose: () => void;
  readonly refresh: () => Promise<unknown>;
}

/** Says why a line did not arrive, which the seller reads. */
export function FailDialog({ _id, name, onClose, refresh }: FailDialogProps) {
  const call = useCall();
  const toasts = useToasts();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ resolver: standardSchemaResolver(PayoutFailure) });
  const { errors, isSubmitting } = form.formState;
  const give = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      const { modifiedCount } = await call(failPayout, { params: { _id }, body });
      if (modifiedCount > 0) toasts.success('The money is the seller’s again.');
      else toasts.info('This was decided already.');
      onClose();
      await refresh();
    } catch (error) {
      setFailure(showRefusal(error, form.setError, { reason: 'reason' }));
    }
  });
  return (
    <Dialog title={`${name} did not arrive`} onClose={onClose}>
      <form method="post" noValidate className="grid gap-4 text-start" onSubmit={(event) => void give(event)}>
        <p className="text-quiet">The money is the seller’s again and is taken out with the next file.</p>
        <TextInput
          label="Why it did not arrive"
          required
          hint="The seller reads this."
          error={errors.reason?.message}
          {...form.register('reason')}
        />
        {failure !== undefined && <FormError>{failure}</FormError>}
        <Button type="submit" isBusy={isSubmitting}>
          Give it back to the seller
        </Button>
      </form>
    </Dialog>
  );
}
