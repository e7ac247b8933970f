import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';

import { isApiError } from './api-error.ts';
import { NetworkError } from './send.ts';

/** How long an answer counts as fresh, in milliseconds. */
const freshForMs = 30_000;
/** How long an answer that nobody shows is kept (spec section 9), in milliseconds. */
const keptForMs = 5 * 60_000;
/** On the server a cache goes with its page: a timer would keep every page's data for minutes. */
const gcTime = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : keptForMs;
/** How often a failed read is tried again (spec section 9). */
const retries = 3;

/** The cache of what the server said: one in a browser, one for each rendered page on the server. */
export const createQueryClient = (config: QueryClientConfig = {}): QueryClient =>
  new QueryClient({
    ...config,
    defaultOptions: {
      // A browser that thinks it is offline tries all the same: the person is to see the failure, not a skeleton.
      queries: { staleTime: freshForMs, gcTime, retry: shouldRetry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** A read is tried again when the server could not be reached or failed; a refusal stays a refusal. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < retries && (error instanceof NetworkError || (isApiError(error) && error.status >= 500));
