import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import {
  answerChargeback,
  type Chargeback,
  ChargebackAnswer,
  maxEvidenceLength,
} from '#contract/payments-chargebacks.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';

export interface ChargebackAnswerDialogProps {
  readonly chargeback: Chargeback;
  /** With its currency. */
  readonly amount: string;
  readonly onClose: () => void;
  readonly refresh: () => Promise<unknown>;
}

/** Tells the bank what happened. */
export function ChargebackAnswerDialog({
  chargeback,
  amount,
  onClose,
  refresh,
}: ChargebackAnswerDialogProps) {
  const call = useCall();
  const toasts = useToasts();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ resolver: standardSchemaResolver(ChargebackAnswer) });
  const { errors, isSubmitting } = form.formState;
  const answer = form.handleSubmit(async ({ evidence }) => {
    setFailure(undefined);
    try {
      await call(answerChargeback, { params: { _id: chargeback._id }, body: { evidence } });
      toasts.success('The bank has your answer.');
      onClose();
      await refresh();
    } catch (error) {
      setFailure(showRefusal(error, form.setError, { evidence: 'evidence' }));
    }
  });
  return (
    <Dialog title={`Answer the bank about ${amount}`} onClose={onClose}>
      <form
        method="post"
        noValidate
        className="grid gap-4 text-start"
        onSubmit={(event) => void answer(event)}
      >
        <p className="text-quiet">
          The bank reads one answer and then decides. Files, such as a proof of delivery, are sent on the card
          processor’s own page instead.
        </p>
        <TextArea
          label="What happened"
          required
          hint={`Who got which phone, when and where, and how you know. At most ${maxEvidenceLength} characters.`}
          error={errors.evidence?.message}
          {...form.register('evidence')}
        />
        {failure !== undefined && <FormError>{failure}</FormError>}
        <Button type="submit" isBusy={isSubmitting}>
          Send the answer
        </Button>
      </form>
    </Dialog>
  );
}
