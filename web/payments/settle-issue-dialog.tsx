import { longestReference, SettlementReference, settleChargeIssue } from '#contract/payments.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { TextDialog } from '#web/ui/text-dialog.tsx';

export interface SettleIssueDialogProps {
  readonly issueId: string;
  /** With its currency. */
  readonly amount: string;
  readonly onClose: () => void;
}

/** Removes a charge from the list if it was refunded by other means than the card processor. */
export function SettleIssueDialog({ issueId, amount, onClose }: SettleIssueDialogProps) {
  const call = useCall();
  const toasts = useToasts();
  return (
    <TextDialog
      title={`${amount} was settled elsewhere`}
      intro="For instance by a bank transfer. We tell the buyer, and do not pay it back again."
      label="Reference (optional)"
      hint={`The buyer reads it and can find the payment by it. At most ${longestReference} characters.`}
      submitLabel="Mark as settled"
      schema={SettlementReference}
      name="reference"
      draft={`settle ${issueId}`}
      isOptional
      isOneLine
      onSave={async (reference) => {
        const params = { _id: issueId };
        const { modifiedCount } = await call(settleChargeIssue, { params, body: { reference } });
        if (modifiedCount > 0) toasts.success('The charge is settled.');
        else toasts.info('This was decided already.');
      }}
      onClose={onClose}
    />
  );
}
