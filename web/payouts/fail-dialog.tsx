import { failPayout, PayoutFailure } from '#contract/payouts-manual.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { TextDialog } from '#web/ui/text-dialog.tsx';

export interface FailDialogProps {
  readonly _id: string;
  /** The line's state as the page showed it when the dialog was opened. */
  readonly state: PayoutFailure['state'];
  /** The amount and the seller, as part of a sentence. */
  readonly name: string;
  /** True if it is in no file: the seller has entered no bank account. */
  readonly isTakenOutAlone: boolean;
  readonly onClose: () => void;
}

/** Asks why a payment did not arrive; the seller reads the reason. */
export function FailDialog({ _id, state, name, isTakenOutAlone, onClose }: FailDialogProps) {
  const call = useCall();
  const toasts = useToasts();
  return (
    <TextDialog
      title={`${name} did not arrive`}
      intro={`The money is the seller’s again. ${isTakenOutAlone ? 'It can be taken out again' : 'It goes into a file again once they have given another bank account. If you have deleted their account, press Take out and ask them by e-mail'}.`}
      label="Why it did not arrive"
      hint="The seller reads this."
      submitLabel="Give it back to the seller"
      schema={PayoutFailure.shape.reason}
      name="reason"
      draft={`failed payout ${_id}`}
      isOneLine
      onSave={async (reason) => {
        const { modifiedCount } = await call(failPayout, { params: { _id }, body: { reason, state } });
        if (modifiedCount > 0) toasts.success('The money is the seller’s again.');
        else toasts.info('This was decided already.');
      }}
      onClose={onClose}
    />
  );
}
