import { useRef } from 'react';

import { type OrderState, orderStates } from '#contract/orders-machine.ts';
import type { Order } from '#contract/orders.ts';
import { isApiError } from '#web/platform/api-error.ts';

/**
 * For an admin's form. The page behind it follows the order, so what another admin decides meanwhile is not what this
 * one has seen. The call names the state that was seen; after a refusal, the next press is about the state that it names.
 *
 * @returns makes the call with that state
 */
export function useSeenState({
  state,
}: Order): (work: (seen: OrderState) => Promise<Order>) => Promise<Order> {
  const seen = useRef(state);
  return (work) =>
    work(seen.current).catch((error: unknown) => {
      if (isApiError(error, 'orders.not-possible'))
        seen.current = orderStates.find((each) => each === error.body.state) ?? seen.current;
      throw error;
    });
}
