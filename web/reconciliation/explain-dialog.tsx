import { useRef } from 'react';

import { explainDifference, type LedgerDifference, SeenDifference } from '#contract/reconciliation.ts';
import { longestExplanation } from '#contract/reconciliation-words.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { TextDialog } from '#web/ui/text-dialog.tsx';

export interface ExplainDialogProps {
  readonly difference: LedgerDifference;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks why a difference is accepted. */
export function ExplainDialog({ difference, name, onClose }: ExplainDialogProps) {
  const { _id, explanation, processorCents, ledgerCents } = difference;
  const call = useCall();
  const toasts = useToasts();
  const seen = useRef<SeenDifference>({ explanation, processorCents, ledgerCents });
  const save = async (text: string): Promise<void> => {
    const body = { explanation: text, seen: seen.current };
    try {
      const { modifiedCount } = await call(explainDifference, { params: { _id }, body });
      toasts.success(
        modifiedCount === 0 ? 'There is no difference any more.' : 'The difference is explained.',
      );
    } catch (error) {
      // The refusal says what has changed: the next press explains that.
      if (isApiError(error, 409)) seen.current = readSeen(error.body) ?? seen.current;
      throw error;
    }
  };
  return (
    <TextDialog
      title="Why the two differ"
      intro={`${name}: it needs no attention any more, and stays on the list of what was explained. If its amounts change, it comes back.`}
      label="Explanation"
      hint={`For other admins, and for yourself in a year. At most ${longestExplanation} characters.`}
      submitLabel="Save the explanation"
      schema={explainDifference.body.shape.explanation}
      name="explanation"
      draft={`explain ${_id}`}
      initialText={explanation ?? ''}
      onSave={save}
      onClose={onClose}
    />
  );
}

/** A refusal has no explanation if there is none. */
const readSeen = (refusal: object): SeenDifference | undefined =>
  SeenDifference.safeParse({ explanation: null, ...refusal }).data;
