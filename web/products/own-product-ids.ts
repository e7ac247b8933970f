import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';

import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { useSend, useSession } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';

const none: readonly string[] = [];

/** Which phones on a page are the viewer's own: public answers are the same for everybody. */
export function useOwnProductIds(ids: readonly string[]) {
  const { identity } = useSession();
  const { data, error, refetch, isFetching } = useQuery({
    ...ownIdsQuery(useSend(), ids),
    enabled: identity !== undefined && ids.length > 0,
    // If the page gets more phones, the ids that are known remain until the new answer arrives.
    placeholderData: keepPreviousData,
  });
  return { ownIds: data ?? none, error, refetch, isFetching };
}

const ownIdsQuery = (send: Send, ids: readonly string[]) =>
  queryOptions({
    queryKey: queryKeys.products.own(ids.join()),
    queryFn: async ({ signal }) => {
      const [{ listOwnIds }, { maxPageSize }] = await Promise.all([
        import('#contract/products.ts'),
        import('#contract/page.ts'),
      ]);
      const questions = chunksOf(ids, maxPageSize).map((chunk) =>
        call(send, listOwnIds, { query: { ids: chunk.join() }, signal }),
      );
      return (await Promise.all(questions)).flat();
    },
  });

const chunksOf = (ids: readonly string[], size: number): readonly (readonly string[])[] =>
  ids.length <= size ? [ids] : [ids.slice(0, size), ...chunksOf(ids.slice(size), size)];
