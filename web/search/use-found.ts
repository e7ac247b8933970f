import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { useSend } from '#web/platform/runtime.tsx';

import type { SearchFields } from './search-address.ts';
import { searchQuery } from './search-queries.ts';
import { type Refusal, refusalOf } from './search-refusal.ts';

/**
 * The results of a search. While the next search is loading, the previous results stay.
 *
 * @param told the server's refusal of this search when it rendered the page
 * @param isOn false if the page has nothing to search for
 */
export function useFound(fields: SearchFields, told: Refusal | undefined, isOn = true) {
  const query = useInfiniteQuery({
    ...searchQuery(useSend(), fields),
    // A wrong search stays wrong; a server that was busy may answer now.
    enabled: isOn && told?.status !== 400,
    placeholderData: keepPreviousData,
  });
  const first = query.data?.pages[0];
  const refusal = query.data === undefined ? (refusalOf(query.error) ?? told) : undefined;
  return { query, first, refusal };
}

export type Found = ReturnType<typeof useFound>;
