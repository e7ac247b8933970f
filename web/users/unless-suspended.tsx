import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import noPhones from '#web/pictures/no-phones.svg';
import { useSend, useSession } from '#web/platform/runtime.tsx';
import { EmptyState } from '#web/ui/notices.tsx';

import { ownUserQuery } from './own-user-query.ts';

/** Whether the signed-in person is suspended; false until that is known. */
export function useIsSuspended(): boolean {
  const email = useSession().identity?.email ?? '';
  const { data: user } = useQuery({ ...ownUserQuery(useSend(), email), enabled: email !== '' });
  return user?.isSuspended === true;
}

/** For actions that suspended sellers cannot take: they read why instead. The link to the appeal is above the page. */
export function UnlessSuspended({ children }: { children: ReactNode }) {
  return useIsSuspended() ? <SuspendedSeller /> : children;
}

const SuspendedSeller = () => (
  <EmptyState title="You cannot sell while your account is suspended" picture={noPhones}>
    Nothing new can be listed. The phones that you listed are hidden, and for sale again when the suspension
    is over.
  </EmptyState>
);
