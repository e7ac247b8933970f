import { explainDifference } from '#contract/reconciliation.ts';
import { longestExplanation } from '#contract/reconciliation-words.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { TextDialog } from '#web/ui/text-dialog.tsx';

export interface ExplainDialogProps {
  readonly differenceId: string;
  readonly name: string;
  readonly explanation: string;
  readonly onClose: () => void;
}

/** Asks why a difference is accepted. */
export function ExplainDialog({ differenceId, name, explanation, onClose }: ExplainDialogProps) {
  const call = useCall();
  const toasts = useToasts();
  return (
    <TextDialog
      title="Why the two differ"
      intro={`${name}: it needs no attention any more, and stays on the list of what was explained. If its amounts change, it comes back.`}
      label="Explanation"
      hint={`For other admins, and for yourself in a year. At most ${longestExplanation} characters.`}
      submitLabel="Save the explanation"
      schema={explainDifference.body.shape.explanation}
      name="explanation"
      draft={`explain ${differenceId}`}
      initialText={explanation}
      onSave={async (text) => {
        await call(explainDifference, { params: { _id: differenceId }, body: { explanation: text } });
        toasts.success('The difference is explained.');
      }}
      onClose={onClose}
    />
  );
}
