import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { getFactors } from '#contract/auth-factors.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { call } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';

/** What protects the person's account besides the password. */
export const factorsQuery = (send: Send) =>
  queryOptions({
    queryKey: accountKeys.factors,
    queryFn: ({ signal }) => call(send, getFactors, { signal }),
    // It may have changed in another browser.
    staleTime: 0,
  });

/** After a change of them. Without one, an admin has no rights, and their links and pages go. */
export const refetchFactors = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all(
    [accountKeys.factors, accountKeys.users.admins].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
};
