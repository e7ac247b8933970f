import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';

import { isApiError } from './api-error.ts';
import { NetworkError } from './send.ts';

/** How long an answer counts as fresh, in milliseconds. */
const freshForMs = 30_000;
/** How long an unused answer stays cached, as specified, in milliseconds. */
const cachedForMs = 5 * 60_000;
/** On the server a cache ends with its page: a timer would keep every page's data for minutes. */
const gcTime = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : cachedForMs;
/** How often a failed read is retried, as specified. */
const retries = 3;

/** The cache of the server's answers: one in a browser, one for each rendered page on the server. */
export const createQueryClient = (config: QueryClientConfig = {}): QueryClient =>
  new QueryClient({
    ...config,
    defaultOptions: {
      // A browser that considers itself offline still tries: the person should see an error, not a skeleton.
      queries: { staleTime: freshFor(freshForMs), gcTime, retry: shouldRetry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/**
 * How long an answer counts as fresh; one from the future does not, since the clock was set back after it arrived.
 *
 * @param ms in milliseconds
 */
export const freshFor =
  (ms: number) =>
  ({ state }: { readonly state: { readonly dataUpdatedAt: number } }): number =>
    state.dataUpdatedAt > Date.now() ? Number.NEGATIVE_INFINITY : ms;

/** A read is retried if the server could not be reached or failed, but not if it refused or took too long to answer. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < retries &&
  (error instanceof NetworkError ? error.reason !== 'timeout' : isApiError(error) && error.status >= 500);
