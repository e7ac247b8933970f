import type { ReactNode } from 'react';

import { removeUser, type User } from '#contract/users.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { DeleteButton } from '#web/ui/delete-button.tsx';

/** Deletes a person, after asking in the spec's words. */
export function DeleteUser({ user }: { user: User }): ReactNode {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  return (
    <DeleteButton
      name={user.name}
      question="Are you Confirm Delete This User"
      onDelete={() => call(removeUser, { params: { _id: user._id } })}
      refresh={() => refetchAfter('user-removed')}
    />
  );
}
