import { QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { getUser, type UserType } from '#contract/users.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { call } from '#web/platform/api.ts';
import { paths } from '#web/platform/paths.ts';
import { useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { originOf, returnState } from '#web/platform/return-from-login.ts';
import { ownUserQuery } from '#web/users/own-user-query.ts';

export interface SignInCompletion {
  /**
   * Shows the message and replaces the history entry by the page that sent the person here. A suspended person goes to
   * the page that says why and how to appeal. A new seller whom no page has sent goes to list their first phone. The
   * promise resolves when that page is shown; until then the form stays busy, so that nothing is sent twice.
   */
  readonly complete: (message: string, signedUpAs?: UserType) => Promise<void>;
  /** Whether the person still has to choose their kind of account. */
  readonly isNewcomer: (identity: Identity) => Promise<boolean>;
}

/** What follows a sign-in. Until it is finished, the data of the page that the person came from stays cached. */
export function useSignInCompletion(): SignInCompletion {
  useKeptQueries();
  const location = useLocation();
  const navigate = useNavigate();
  const toasts = useToasts();
  const send = useSend();
  const queryClient = useQueryClient();
  const showNextPage = async (signedUpAs?: UserType): Promise<void> => {
    const start = signedUpAs === 'Seller' ? paths.addProduct : (previousShopPage() ?? paths.home);
    if (await isSuspended(send)) await navigate(paths.suspension, { replace: true });
    else await navigate(originOf(location, start), { replace: true, state: returnState(location) });
  };
  return {
    complete: (message, signedUpAs) => {
      toasts.success(message);
      return showNextPage(signedUpAs);
    },
    isNewcomer: async ({ email }) => {
      try {
        return !(await queryClient.fetchQuery(ownUserQuery(send, email))).isRegistered;
      } catch {
        // They are signed in anyway; the profile page asks again.
        return false;
      }
    },
  };
}

const shopPages = /^\/(product|category|search|person)\b/;

/**
 * The page with the phone that was to be booked. A link that is pressed before the program of its page runs loads the
 * login without the router's state; only the browser still knows where it was.
 */
function previousShopPage(): string | undefined {
  const { origin, href } = window.location;
  const [loaded] = performance.getEntriesByType('navigation');
  if (loaded?.name !== href || !document.referrer.startsWith(`${origin}/`)) return undefined;
  const before = document.referrer.slice(origin.length);
  return shopPages.test(before) ? before : undefined;
}

/**
 * The cache drops unused answers after some minutes, and a login with a mail or an authenticator app may take longer: a
 * list extended with "Show more" would be short again, and its scroll position lost.
 */
function useKeptQueries(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const left = queryClient.getQueryCache().findAll({ type: 'inactive' });
    // An observer keeps the answer in the cache; because it is disabled, it does not refetch.
    const ends = left.map(({ queryKey }) =>
      new QueryObserver(queryClient, { queryKey, enabled: false }).subscribe(() => undefined),
    );
    return () => ends.forEach((end) => end());
  }, [queryClient]);
}

/** If there is no answer, the dashboard asks again and shows the error above every page. */
async function isSuspended(send: Send): Promise<boolean> {
  try {
    return (await call(send, getUser, { query: {} })).isSuspended;
  } catch {
    return false;
  }
}
