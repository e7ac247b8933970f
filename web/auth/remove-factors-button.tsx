import { removeFactorsOf } from '#contract/auth-factors.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';

/** For an admin: removes the second factor of a person who has lost it and shown who they are. */
export function RemoveFactorsButton({ person }: { person: { readonly _id: string; readonly name: string } }) {
  const call = useCall();
  const toasts = useToasts();
  const refetchAfter = useRefetchAfter();
  const remove = async (): Promise<void> => {
    const reason = window.prompt(
      `Remove the second factor of ${person.name}? Say how you know who they are.`,
    );
    if (reason === null) return;
    try {
      const { deletedCount } = await call(removeFactorsOf, { params: { _id: person._id }, body: { reason } });
      await refetchAfter('sign-in-reset');
      if (deletedCount > 0) toasts.success('Second factor removed');
      else toasts.info('There was no second factor to remove.');
    } catch (error) {
      toasts.error(messageOf(error));
    }
  };
  return (
    <Button variant="quiet" onClick={() => void remove()} aria-label={`Reset sign-in of ${person.name}`}>
      Reset sign-in
    </Button>
  );
}
