import { useEffect } from 'react';

import type { User } from '#contract/users.ts';
import { useSession } from '#web/platform/runtime.tsx';

/** Updates this browser's name and photo of the person if they were changed on another device. */
export function useCurrentIdentity(user: Pick<User, 'name' | 'photoURL'> | undefined): void {
  const { identity, followAccount } = useSession();
  const isOld =
    user !== undefined &&
    identity !== undefined &&
    (user.name !== identity.displayName || user.photoURL !== identity.photoURL);
  useEffect(() => {
    // If it fails, the page continues with the old ones.
    if (isOld) followAccount().catch(() => undefined);
  }, [isOld, followAccount]);
}
