import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, data, redirect } from 'react-router';

import { type PageData, loadQueries } from '#web/platform/page-data.ts';
import type { SharedPicture } from '#web/platform/page-meta.ts';
import type { Send } from '#web/platform/send.ts';

import { type SearchFields, hasRedundantParameters, readSearch, searchAddress } from './search-address.ts';
import { searchQuery } from './search-queries.ts';
import { type Refusal, refusalOf } from './search-refusal.ts';

export interface SearchPageData extends PageData {
  /** A name that the page's title adds to the search. */
  readonly name?: string;
  /** The picture in the page's meta data, for a list without a search. */
  readonly picture?: SharedPicture;
  /** The server's refusal of the search, which is shown instead of results. */
  readonly refusal?: Refusal;
}

/**
 * The loader of a page with a search, on the server. The page shows a refused search itself, with the status of the
 * refusal; other failures lead to the error page.
 *
 * @param fields the search, including what the page itself adds, such as its category
 * @param loadOthers loads what else the page shows, and resolves to the name for its title
 */
export async function loadSearch(
  args: Pick<LoaderFunctionArgs, 'context'>,
  fields: SearchFields,
  loadOthers: (client: QueryClient, send: Send) => Promise<string | undefined> = async () => undefined,
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
    [name] = await Promise.all([loadOthers(client, send), search()]);
  });
  const pageData: SearchPageData = { refusal, name, queries };
  return refusal === undefined ? pageData : data(pageData, { status: refusal.status });
}

/**
 * The search in a request's URL.
 *
 * @throws a redirect to the canonical URL of the search, if the URL has empty or repeated fields of a form
 */
export function searchOfRequest(request: Request, path: string): SearchFields {
  const params = new URL(request.url).searchParams;
  const fields = readSearch(params);
  if (hasRedundantParameters(params)) throw redirect(searchAddress(path, fields));
  return fields;
}
