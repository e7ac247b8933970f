import { useState } from 'react';

import { endSessionsOf, SignOutReason } from '#contract/auth-factors.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextDialog } from '#web/ui/text-dialog.tsx';

/** For an admin: signs a person out everywhere, with a reason that is recorded. */
export function EndSessionsButton({ person }: { person: { readonly _id: string; readonly name: string } }) {
  const [isOpen, setOpen] = useState(false);
  const call = useCall();
  const toasts = useToasts();
  const refetchAfter = useRefetchAfter();
  const end = async (reason: string): Promise<void> => {
    const { deletedCount } = await call(endSessionsOf, { params: { _id: person._id }, body: { reason } });
    if (deletedCount > 0) toasts.success(`${person.name} is signed out everywhere`);
    else toasts.info('They were not signed in anywhere.');
    await refetchAfter('sign-in-reset');
  };
  return (
    <>
      <Button
        variant="quiet"
        onClick={() => setOpen(true)}
        aria-label={`Sign out everywhere, ${person.name}`}
      >
        Sign out everywhere
      </Button>
      {isOpen && (
        <TextDialog
          title={`Sign ${person.name} out everywhere`}
          intro="Every session of theirs ends at once. They are told by mail, and can log in again; to keep them out, suspend them."
          label="Why"
          hint="Other admins read this on the person’s page."
          submitLabel="Sign them out"
          schema={SignOutReason}
          name="reason"
          draft={`sign out ${person._id}`}
          onSave={end}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
