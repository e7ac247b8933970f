import { queryOptions } from '@tanstack/react-query';

import { getPerson } from '#contract/people.ts';
import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** One person as admins see them. */
export const personQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: queryKeys.people.one(_id),
    queryFn: ({ signal }) => call(send, getPerson, { params: { _id }, signal }),
    // The person and other admins go on meanwhile.
    staleTime: 0,
  });
