import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, data, redirect } from 'react-router';

import { type PageData, loadQueries } from '#web/platform/page-data.ts';
import type { SharedPicture } from '#web/platform/page-meta.ts';
import type { Send } from '#web/platform/send.ts';

import { type SearchFields, isUntidy, readSearch, searchAddress } from './search-address.ts';
import { searchQuery } from './search-queries.ts';
import { type Refusal, refusalOf } from './search-refusal.ts';

export interface SearchPageData extends PageData {
  /** A name that the page's title adds to the search. */
  readonly name?: string;
  /** For the page's head; only for a list without a search. */
  readonly picture?: SharedPicture;
  /** The server's refusal of the search, shown instead of its results. */
  readonly refusal?: Refusal;
}

/**
 * The server's half of a page that shows a search. A refused search is shown on the page, with the refusal's status;
 * other failures lead to the error page.
 *
 * @param fields the search, including the page's own part
 * @param fillRest loads what else the page shows, and resolves to the name in its title
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
 * The search in a request's URL.
 *
 * @throws a redirect to the canonical URL of the search, if a form without scripts has sent empty and repeated fields
 */
export function searchOfRequest(request: Request, path: string): SearchFields {
  const params = new URL(request.url).searchParams;
  const fields = readSearch(params);
  if (isUntidy(params)) throw redirect(searchAddress(path, fields));
  return fields;
}
