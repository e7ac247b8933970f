import { FactorLossReason, removeFactorsOf } from '#contract/auth-factors.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { useRowDialog } from '#web/ui/row-dialogs.tsx';
import { TextDialog } from '#web/ui/text-dialog.tsx';

/** For an admin: removes the second factor of a person who has lost it and has proven who they are. */
export function RemoveFactorsButton({ person }: { person: { readonly _id: string; readonly name: string } }) {
  const openDialog = useRowDialog();
  const call = useCall();
  const toasts = useToasts();
  const refetchAfter = useRefetchAfter();
  const remove = async (reason: string): Promise<void> => {
    const { deletedCount } = await call(removeFactorsOf, { params: { _id: person._id }, body: { reason } });
    if (deletedCount > 0) toasts.success('Second factor removed');
    else toasts.info('There was no second factor to remove.');
  };
  return (
    <Button
      variant="quiet"
      aria-label={`Reset sign-in of ${person.name}`}
      onClick={() =>
        openDialog({
          refresh: () => refetchAfter('sign-in-reset'),
          render: (onClose) => (
            <TextDialog
              title={`Reset the sign-in of ${person.name}`}
              intro="Removes their authenticator app, recovery codes and passkeys, and signs them out everywhere. They are told by mail, and can then log in without these."
              label="How you know who they are"
              hint="Other admins read this on the person’s page."
              submitLabel="Reset sign-in"
              schema={FactorLossReason}
              name="reason"
              draft={`reset sign-in ${person._id}`}
              onSave={remove}
              onClose={onClose}
            />
          ),
        })
      }
    >
      Reset sign-in
    </Button>
  );
}
