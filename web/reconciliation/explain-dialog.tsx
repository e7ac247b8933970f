import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { explainDifference } from '#contract/reconciliation.ts';
import { longestExplanation } from '#contract/reconciliation-words.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';

export interface ExplainDialogProps {
  readonly differenceId: string;
  readonly name: string;
  readonly explanation: string;
  readonly onClose: () => void;
  readonly refresh: () => Promise<unknown>;
}

/** Says why a difference stays. */
export function ExplainDialog({ differenceId, name, explanation, onClose, refresh }: ExplainDialogProps) {
  const call = useCall();
  const toasts = useToasts();
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    resolver: standardSchemaResolver(explainDifference.body),
    defaultValues: { explanation },
  });
  const { errors, isSubmitting } = form.formState;
  const explain = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await call(explainDifference, { params: { _id: differenceId }, body });
      toasts.success('The difference is explained.');
      onClose();
      await refresh();
    } catch (error) {
      setFailure(showRefusal(error, form.setError, { explanation: 'explanation' }));
    }
  });
  return (
    <Dialog title="Why the two differ" onClose={onClose}>
      <form
        method="post"
        noValidate
        className="grid gap-4 text-start"
        onSubmit={(event) => void explain(event)}
      >
        <p className="wrap-anywhere text-quiet">
          {name}: it needs no attention any more, and stays on the list of what was explained. If its amounts
          change, it comes back.
        </p>
        <TextArea
          label="Explanation"
          required
          hint={`For other admins, and for yourself in a year. At most ${longestExplanation} characters.`}
          error={errors.explanation?.message}
          {...form.register('explanation')}
        />
        {failure !== undefined && <FormError>{failure}</FormError>}
        <Button type="submit" isBusy={isSubmitting}>
          Save the explanation
        </Button>
      </form>
    </Dialog>
  );
}
