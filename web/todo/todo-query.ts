import { queryOptions } from '@tanstack/react-query';

import { getTodo } from '#contract/todo.ts';
import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** What waits for the person who asks. */
export const todoQuery = (send: Send) =>
  queryOptions({ queryKey: queryKeys.orders.todo, queryFn: ({ signal }) => call(send, getTodo, { signal }) });
