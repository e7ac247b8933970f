/** How a public page's first data gets from the server's rendering into the browser's query cache. */
import { type DehydratedState, HydrationBoundary, type QueryClient, dehydrate } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type LoaderFunctionArgs, data, useLoaderData } from 'react-router';

import { isApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { type Send, sendContext } from './send.ts';

/** What the loader of a public page returns, beside what its head needs. Within the site there is nothing of it. */
export interface PageData {
  readonly queries?: DehydratedState;
}

/**
 * The server's half of a page: fills a query cache of its own by in-process calls. A call that is refused makes the
 * error page, with the refusal's status.
 *
 *     export const loader = async (args: LoaderFunctionArgs) => ({
 *       queries: await loadQueries(args, (client, send) => client.fetchQuery(categoriesQuery(send))),
 *     });
 */
export async function loadQueries(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  fill: (client: QueryClient, send: Send) => Promise<unknown>,
): Promise<DehydratedState> {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  try {
    await fill(client, context.get(sendContext));
  } catch (error) {
    // A refusal becomes the page's status; anything else is a failure of ours and logged as one.
    if (isApiError(error)) throw data({ message: error.message }, { status: error.status });
    throw error;
  }
  return dehydrate(client);
}

/**
 * The browser's half of a page that loads something: within the site a page opens at once and its components ask for
 * what they show. Without it the router would wait for the server's `loader`.
 */
export const openAtOnce = (): PageData => ({});

/** Puts what the server has loaded into the query cache before the page below reads it. */
export function LoadedQueries({ children }: { children: ReactNode }) {
  const { queries } = useLoaderData<PageData | null>() ?? {};
  const [state] = useState(() => queries && datedHere(queries));
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}

/**
 * The same queries as if they had been answered when this document was asked for, by the clock that will judge their
 * age: the browser's may be minutes off the server's. A document that the browser took from its own store may be of
 * any age, so what came with it is asked for again.
 */
function datedHere({ queries, mutations }: DehydratedState): DehydratedState {
  const dataUpdatedAt = isFromStore() ? 0 : Date.now() - performance.now();
  return {
    mutations,
    queries: queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })),
  };
}

function isFromStore(): boolean {
  if (typeof window === 'undefined') return false;
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward';
}
