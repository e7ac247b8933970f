import { queryOptions } from '@tanstack/react-query';

import { getUser } from '#contract/users.ts';
import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** A person's own record. */
export const ownUserQuery = (send: Send, email: string) =>
  queryOptions({
    queryKey: queryKeys.ownUser.one(email),
    queryFn: ({ signal }) => call(send, getUser, { query: { email }, signal }),
  });
