import { ConfirmButton } from './confirm-button.tsx';

export interface DeleteButtonProps {
  /** What goes, for those who hear the button without its row. */
  readonly name: string;
  /** What the browser asks before, in the spec's words. */
  readonly question: string;
  readonly onDelete: () => Promise<{ deletedCount: number }>;
  /** Brings the list up to date, whether or not the call went well: somebody else may have been quicker. */
  readonly refresh: () => Promise<unknown>;
}

/** Takes one row out of a list, after asking. */
export function DeleteButton({ name, question, onDelete, refresh }: DeleteButtonProps) {
  return (
    <ConfirmButton
      label="Delete"
      variant="plain"
      className="text-quiet!"
      name={name}
      question={question}
      success="Delete successfully"
      late="It was deleted already."
      onConfirm={async () => (await onDelete()).deletedCount}
      refresh={refresh}
    />
  );
}
