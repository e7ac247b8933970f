/** How a public page's first data travels from the server's rendering into the browser's cache. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, createContext, use, useState } from 'react';
import { type LoaderFunctionArgs, createContext as createRouterContext, data } from 'react-router';

import { isApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { type LoadedQuery, readLoaded } from './page-script.ts';
import { type Send, sendContext } from './send.ts';

/** What the loaders of one page have read; the server's renderer writes it into the page. */
export const loadedContext = createRouterContext<LoadedQuery[]>();

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
): Promise<null> {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  try {
    await fill(client, context.get(sendContext));
  } catch (error) {
    // A refusal becomes the page's status; anything else is a failure of ours and logged as one.
    if (isApiError(error)) throw data({ message: error.message }, { status: error.status });
    throw error;
  }
  context.get(loadedContext).push(...queriesOf(client));
  return null;
}

const LoadedContext = createContext<() => readonly LoadedQuery[]>(readLoaded);

/** Around a page that is rendered on the server, where there is no script to read from. */
export const LoadedQueries = LoadedContext.Provider;

/** Puts what the server loaded into the cache before the page reads it. */
export function PageQueries({ children }: { children: ReactNode }) {
  const loaded = use(LoadedContext);
  const client = useQueryClient();
  // Once, while rendering: an effect would be too late for the first paint, and for the server.
  useState(() => loaded().forEach((query) => keep(client, query)));
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
