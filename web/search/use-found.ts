import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { useSend } from '#web/platform/runtime.tsx';

import type { SearchFields } from './search-address.ts';
import { searchQuery } from './search-queries.ts';
import { type Refusal, refusalOf } from './search-refusal.ts';

/**
 * What a search finds. While the next search is under way the last one's answer stays.
 *
 * @param told what the server said against this search while it made the page
 * @param isOn false where the page has nothing to search for
 */
export function useFound(fields: SearchFields, told: Refusal | undefined, isOn = true) {
  const query = useInfiniteQuery({
    ...searchQuery(useSend(), fields),
    // What is wrong stays wrong; a server that was busy may have time now.
    enabled: isOn && told?.status !== 400,
    placeholderData: keepPreviousData,
  });
  const first = query.data?.pages[0];
  const refusal = query.data === undefined ? (refusalOf(query.error) ?? told) : undefined;
  return { query, first, refusal };
}

export type Found = ReturnType<typeof useFound>;
