import { queryOptions } from '@tanstack/react-query';

import { getOwnData } from '#contract/privacy.ts';
import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** How far the copy of one's own data is. */
export const ownDataQuery = (send: Send) =>
  queryOptions({
    queryKey: queryKeys.privacy.own,
    queryFn: ({ signal }) => call(send, getOwnData, { signal }),
    staleTime: 0,
  });
