/** How a public page's first data travels from the server's rendering into the browser's cache. */
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type LoaderFunctionArgs, data, useLoaderData } from 'react-router';

import { isApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { type Send, sendContext } from './send.ts';

interface LoadedQuery {
  readonly key: QueryKey;
  readonly data: unknown;
  readonly updatedAt: number;
}

export interface PageData {
  readonly queries?: readonly LoadedQuery[];
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
  return { queries: queriesOf(client) };
}

/** Puts what the server loaded into the cache before the page reads it. */
export function PageQueries({ children }: { children: ReactNode }) {
  const { queries = [] } = useLoaderData<PageData>();
  const client = useQueryClient();
  // Once, while rendering: an effect would be too late for the first paint, and for the server.
  useState(() => queries.forEach((query) => keep(client, query)));
  return children;
}

const queriesOf = (client: QueryClient): LoadedQuery[] =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state: { data: loaded, dataUpdatedAt } }) => ({
      key: queryKey,
      data: loaded,
      updatedAt: dataUpdatedAt,
    }));

/** What this page has read since the server rendered it is newer. */
function keep(client: QueryClient, { key, data: loaded, updatedAt }: LoadedQuery): void {
  if ((client.getQueryState(key)?.dataUpdatedAt ?? 0) >= updatedAt) return;
  client.setQueryData(key, loaded, { updatedAt });
}
