import {
  answerChargeback,
  type Chargeback,
  ChargebackAnswer,
  maxEvidenceLength,
} from '#contract/payments-chargebacks.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { TextDialog } from '#web/ui/text-dialog.tsx';

export interface ChargebackAnswerDialogProps {
  readonly chargeback: Chargeback;
  /** With its currency. */
  readonly amount: string;
  readonly onClose: () => void;
}

/** Sends our answer to the bank. */
export function ChargebackAnswerDialog(props: ChargebackAnswerDialogProps) {
  const { chargeback, amount, onClose } = props;
  const call = useCall();
  const toasts = useToasts();
  return (
    <TextDialog
      title={`Answer the bank about ${amount}`}
      intro="The bank reads one answer and then decides. Files, such as a proof of delivery, are sent on the card processor’s own page instead."
      label="What happened"
      hint={`Who got which phone, when and where, and how you know. At most ${maxEvidenceLength.toLocaleString('en-US')} characters.`}
      submitLabel="Send the answer"
      schema={ChargebackAnswer.shape.evidence}
      name="evidence"
      draft={`chargeback ${chargeback._id}`}
      onSave={async (evidence) => {
        await call(answerChargeback, { params: { _id: chargeback._id }, body: { evidence } });
        toasts.success('The bank has your answer.');
      }}
      onClose={onClose}
    />
  );
}
