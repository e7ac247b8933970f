/** How a public page's first data gets from the server's rendering into the browser's query cache. */
import {
  type DehydratedState,
  type QueryClient,
  dehydrate,
  hydrate,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type LoaderFunctionArgs, data, useLoaderData } from 'react-router';

import { isApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { type Send, sendContext } from './send.ts';

/** The result of a public page's loader, without the data for its head. Empty after a navigation within the site. */
export interface PageData {
  readonly queries?: DehydratedState;
}

/**
 * The server's half of a page: fills its query cache by in-process calls. A refused call leads to the error page, with
 * the refusal's status.
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
    // A refusal determines the page's status; anything else is a failure of ours and logged as one.
    if (isApiError(error)) throw data({ message: error.message }, { status: error.status });
    throw error;
  }
  return dehydrate(client);
}

/**
 * The browser's half of a page that loads something: within the site a page opens at once, and its components request
 * their data. Without it the router would wait for the server's `loader`.
 */
export const skipLoader = (): PageData => ({});

/** Puts the server's data into the query cache before the page below reads it. */
export function LoadedQueries({ children }: { children: ReactNode }): ReactNode {
  const { queries } = useLoaderData<PageData | null>() ?? {};
  const client = useQueryClient();
  // Once: only the page that the server rendered has data.
  useState(() => queries && hydrate(client, withBrowserTime(queries)));
  return children;
}

/**
 * Dates the queries as if they had been answered when this document was requested, by the browser's clock, which later
 * determines their age and may be minutes off the server's. A document from the browser's own cache may be of any age,
 * so its data is requested again.
 */
function withBrowserTime({ queries, mutations }: DehydratedState): DehydratedState {
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
