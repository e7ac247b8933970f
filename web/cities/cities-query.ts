import { queryOptions } from '@tanstack/react-query';

import { listCities } from '#contract/cities.ts';
import { call } from '#web/platform/api.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import type { Send } from '#web/platform/send.ts';

/** The cities whose names begin with the typed text. Suggestions are optional, so a failed request is not repeated. */
export const citiesQuery = (send: Send, q: string) =>
  queryOptions({
    queryKey: queryKeys.cities(q),
    queryFn: ({ signal }) => call(send, listCities, { query: { q }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
