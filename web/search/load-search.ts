import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, data, redirect } from 'react-router';

import type { Product } from '#contract/products.ts';
import { type PageData, loadQueries } from '#web/platform/page-data.tsx';
import type { Send } from '#web/platform/send.ts';

import { type SearchFields, isUntidy, readSearch, searchAddress } from './search-address.ts';
import { searchQuery } from './search-queries.ts';
import { type Refusal, refusalOf } from './search-refusal.ts';

export interface SearchPageData extends PageData {
  /** What the page's title names beside the search. */
  readonly name?: string;
  /** Whose photo the page's head names; only of a list that is not searched through. */
  readonly newest?: Product;
  /** What the server said against the search; the page tells it in its place. */
  readonly refusal?: Refusal;
}

/**
 * The server's half of a page that shows a search. A search that is refused is told on the page, with the refusal's
 * status; whatever else fails makes the error page.
 *
 * @param fields what is searched for, the page's own part included
 * @param fillRest loads what else the page shows, and resolves to what its title names
 */
export async function loadSearch(
  args: Pick<LoaderFunctionArgs, 'context'>,
  fields: SearchFields,
  fillRest: (client: QueryClient, send: Send) => Promise<string | undefined> = async () => undefined,
) {
  let refusal: Refusal | undefined;
  let name: string | undefined;
  const queries = await loadQueries(args, async (client, send) => {
    const search = async (): Promise<void> => {
      try {
        await client.fetchInfiniteQuery(searchQuery(send, fields));
      } catch (error) {
        refusal = refusalOf(error);
        if (refusal === undefined) throw error;
      }
    };
    [name] = await Promise.all([fillRest(client, send), search()]);
  });
  const answer: SearchPageData = { refusal, name, queries };
  return refusal === undefined ? answer : data(answer, { status: refusal.status });
}

/**
 * What the address of a request searches for.
 *
 * @throws a redirect to the one address of the search, where a form without scripts has sent empty and repeated fields
 */
export function searchOfRequest(request: Request, path: string): SearchFields {
  const params = new URL(request.url).searchParams;
  const fields = readSearch(params);
  if (isUntidy(params)) throw redirect(searchAddress(path, fields));
  return fields;
}
