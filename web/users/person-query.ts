import { queryOptions } from '@tanstack/react-query';

import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** A person's public page. */
export const personQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: queryKeys.person(_id),
    queryFn: async ({ signal }) => {
      const { getPerson } = await import('#contract/users-page.ts');
      return call(send, getPerson, { params: { _id }, signal });
    },
  });
