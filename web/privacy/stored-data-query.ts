import { queryOptions } from '@tanstack/react-query';

import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** What the site stores about people. It changes with the program only. */
export const storedDataQuery = (send: Send) =>
  queryOptions({
    queryKey: queryKeys.privacy.kinds,
    queryFn: async ({ signal }) => {
      const { listStoredData } = await import('#contract/privacy.ts');
      return call(send, listStoredData, { signal });
    },
    staleTime: Infinity,
  });
