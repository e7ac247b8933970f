import { queryOptions, useQuery } from '@tanstack/react-query';

import { call } from '#web/platform/api.ts';
import { isFirstTry } from '#web/platform/first-try.ts';
import { useSend, useSession } from '#web/platform/runtime.tsx';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import type { Send } from '#web/platform/send.ts';
import type { ErrorNoticeProps } from '#web/ui/notices.tsx';

/** Whether a person is a seller. */
export const sellerQuery = (send: Send, email: string) =>
  queryOptions({
    queryKey: accountKeys.users.seller(email),
    queryFn: async ({ signal }) => {
      const { isSeller } = await import('#contract/users.ts');
      return (await call(send, isSeller, { params: { email }, signal })).seller;
    },
  });

/** Whether a person is an admin. */
export const adminQuery = (send: Send, email: string) =>
  queryOptions({
    queryKey: accountKeys.users.admin(email),
    queryFn: async ({ signal }) => {
      const { isAdmin } = await import('#contract/users.ts');
      return (await call(send, isAdmin, { params: { email }, signal })).isAdmin;
    },
  });

export interface Roles {
  readonly isSeller: boolean;
  readonly isAdmin: boolean;
  readonly isAwaited: boolean;
  readonly failure: ErrorNoticeProps | undefined;
}

/**
 * The roles of the signed-in person. Both are false until the server has answered (`isAwaited`); `failure` is set if it
 * did not answer.
 */
export function useRoles(): Roles {
  const send = useSend();
  const email = useSession().identity?.email ?? '';
  const seller = useQuery({ ...sellerQuery(send, email), enabled: email !== '' });
  const admin = useQuery({ ...adminQuery(send, email), enabled: email !== '' });
  const failed = [seller, admin].filter(({ error, data }) => error !== null && data === undefined);
  const failure = failed[0] && {
    error: failed[0].error,
    isRetrying: failed.some(({ isFetching }) => isFetching),
    onRetry: () => failed.forEach((query) => void query.refetch()),
  };
  return {
    isSeller: seller.data ?? false,
    isAdmin: admin.data ?? false,
    isAwaited: isFirstTry(seller) || isFirstTry(admin),
    failure,
  };
}
