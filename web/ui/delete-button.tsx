import { isApiError } from '#web/platform/api-error.ts';

import { ConfirmButton } from './confirm-button.tsx';

export interface DeleteButtonProps {
  /** What will be deleted, for screen readers, which may read the button without its row. */
  readonly name: string;
  /** The question of the confirmation, in the spec's words. */
  readonly question: string;
  readonly onDelete: () => Promise<{ deletedCount: number }>;
  /** Reloads the list, whether or not the call succeeded: somebody else may have changed it. */
  readonly refresh: () => Promise<unknown>;
}

/** Deletes one row of a list, after a confirmation. */
export function DeleteButton({ name, question, onDelete, refresh }: DeleteButtonProps) {
  return (
    <ConfirmButton
      label="Delete"
      variant="plain"
      className="delete-button text-quiet!"
      name={name}
      question={question}
      success="Delete successfully"
      late="It was deleted already."
      onConfirm={() => countDeleted(onDelete)}
      refresh={refresh}
    />
  );
}

/** The row was on the list: if the server does not know it any more, somebody else has deleted it. */
async function countDeleted(onDelete: DeleteButtonProps['onDelete']): Promise<number> {
  try {
    return (await onDelete()).deletedCount;
  } catch (error) {
    if (isApiError(error, 404)) return 0;
    throw error;
  }
}
