import { useState } from 'react';

import { failPayout, PayoutFailure } from '#contract/payouts-manual.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { TextDialog } from '#web/ui/text-dialog.tsx';

export interface FailDialogProps {
  readonly _id: string;
  /** The line's state as the page shows it; that of the moment at which the dialog opens counts. */
  readonly state: PayoutFailure['state'];
  /** The amount and the seller, as part of a sentence. */
  readonly name: string;
  /** True if it is in no file: the seller has entered no bank account. */
  readonly isTakenOutAlone: boolean;
  readonly onClose: () => void;
  readonly refresh: () => Promise<unknown>;
}

/** Asks why a payment did not arrive; the seller reads the reason. */
export function FailDialog({ _id, state, name, isTakenOutAlone, onClose, refresh }: FailDialogProps) {
  const call = useCall();
  const toasts = useToasts();
  // The list may be refetched meanwhile: what another admin has just paid is not what this one saw.
  const [seen] = useState(state);
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
        const { modifiedCount } = await call(failPayout, { params: { _id }, body: { reason, state: seen } });
        if (modifiedCount > 0) toasts.success('The money is the seller’s again.');
        else toasts.info('This was decided already.');
      }}
      onClose={() => {
        onClose();
        // Also after a refusal: somebody else may have decided it.
        void refresh();
      }}
    />
  );
}
