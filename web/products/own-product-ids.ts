import { useQuery } from '@tanstack/react-query';

import { useSend, useSession } from '#web/platform/runtime.tsx';

import { ownProductIdsQuery } from './product-queries.ts';

const none: readonly string[] = [];

/** Which phones are the viewer's own; none until the server has answered, which refuses him in any case. */
export function useOwnProductIds({ isSeller }: { isSeller: boolean }): readonly string[] {
  const email = useSession().identity?.email ?? '';
  const { data } = useQuery({ ...ownProductIdsQuery(useSend(), email), enabled: isSeller && email !== '' });
  return data ?? none;
}
