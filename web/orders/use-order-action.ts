import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import type { Order } from '#contract/orders.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useSend } from '#web/platform/runtime.tsx';

import { orderQuery } from './order-queries.ts';

/**
 * Changes an order and shows the outcome.
 *
 * @returns runs a call of the order; rejects as the call does, after the page shows the order as it is now
 */
export function useOrderAction(_id: string): (work: () => Promise<Order>) => Promise<Order> {
  const queryClient = useQueryClient();
  const refetchAfter = useRefetchAfter();
  const send = useSend();
  return useCallback(
    async (work) => {
      try {
        const order = await work();
        // A response that was requested before the change must not overwrite it.
        await queryClient.cancelQueries({ queryKey: accountKeys.orders.one(_id) });
        queryClient.setQueryData(orderQuery(send, _id).queryKey, order);
        void refetchAfter('order-changed');
        return order;
      } catch (error) {
        // Too many wrong codes lock it, which changes the order as well.
        if (isApiError(error, 409) || isApiError(error, 429))
          await queryClient.invalidateQueries({ queryKey: accountKeys.orders.one(_id) });
        throw error;
      }
    },
    [_id, queryClient, refetchAfter, send],
  );
}
