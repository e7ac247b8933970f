import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { useSend } from '#web/platform/runtime.tsx';

import type { SearchFields } from './search-address.ts';
import { searchQuery } from './search-queries.ts';
import { type Refusal, refusalOf } from './search-refusal.ts';

/**
 * The results of a search. While the next search is loading, the previous results stay.
 *
 * @param serverRefusal the refusal of this search when the server rendered the page
 * @param isEnabled false if the page does not need a search
 */
export function useSearchResults(fields: SearchFields, serverRefusal: Refusal | undefined, isEnabled = true) {
  const query = useInfiniteQuery({
    ...searchQuery(useSend(), fields),
    // An invalid search stays invalid; a server that was busy may have results now.
    enabled: isEnabled && serverRefusal?.status !== 400,
    placeholderData: keepPreviousData,
  });
  const first = query.data?.pages[0];
  const refusal = query.data === undefined ? (refusalOf(query.error) ?? serverRefusal) : undefined;
  return { query, first, refusal };
}

export type Found = ReturnType<typeof useSearchResults>;
