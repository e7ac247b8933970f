/** How a public page's first data travels from the server's rendering into the browser's cache. */
import { type DehydratedState, HydrationBoundary, type QueryClient, dehydrate } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, data, useLoaderData } from 'react-router';

import { isApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { type Send, sendContext } from './send.ts';

export interface PageData {
  readonly queries?: DehydratedState;
}

/**
 * The server's half of a page: fills a cache of its own by in-process calls and hands it to the page. A call
 * that is refused makes the error page, with the refusal's status.
 *
 *     export const loader = (args: LoaderFunctionArgs) =>
 *       loadPage(args, (client, send) => client.query(categoriesQuery(send)));
 */
export async function loadPage(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  fill: (client: QueryClient, send: Send) => Promise<unknown>,
): Promise<PageData> {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  try {
    await fill(client, context.get(sendContext));
  } catch (error) {
    // A refusal becomes the page's status; anything else is a failure of ours and logged as one.
    if (isApiError(error)) throw data({ message: error.message }, { status: error.status });
    throw error;
  }
  return { queries: dehydrate(client) };
}

/** The browser's half: moves on at once, and the page's own queries show their skeletons. */
export const skipLoading = (): PageData => ({});

/** Puts what the server loaded into the cache before the page reads it. */
export function PageQueries({ children }: { children: ReactNode }) {
  const { queries } = useLoaderData<PageData>();
  return <HydrationBoundary state={queries}>{children}</HydrationBoundary>;
}
