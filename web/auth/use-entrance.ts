import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';

import type { Identity } from '#web/platform/access-token.ts';
import { originOf, wishOf } from '#web/platform/origin.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { ownUserQuery } from '#web/users/own-user-query.ts';

export interface Entrance {
  /** Says so, and goes to the page that sent the person here, replacing history (spec section 4). */
  readonly enter: (message: string) => void;
  /** Whether somebody has still to choose their kind of account. */
  readonly isNewcomer: (identity: Identity) => Promise<boolean>;
}

/** What follows a sign-in. */
export function useEntrance(): Entrance {
  const location = useLocation();
  const navigate = useNavigate();
  const toasts = useToasts();
  const send = useSend();
  const queryClient = useQueryClient();
  return {
    enter: (message) => {
      toasts.success(message);
      void navigate(originOf(location), { replace: true, state: { wish: wishOf(location) } });
    },
    isNewcomer: async ({ email }) => {
      try {
        return !(await queryClient.fetchQuery(ownUserQuery(send, email))).isRegistered;
      } catch {
        // They are signed in all the same; the profile page asks again.
        return false;
      }
    },
  };
}
