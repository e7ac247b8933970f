import { queryOptions } from '@tanstack/react-query';

import { getCategory, listCategories } from '#contract/products.ts';
import { call } from '#web/platform/api.ts';
import type { Send } from '#web/platform/send.ts';

/** All categories; they hardly ever change. */
export const categoriesQuery = (send: Send) =>
  queryOptions({
    queryKey: ['category'],
    queryFn: ({ signal }) => call(send, listCategories, { signal }),
    staleTime: 5 * 60_000,
  });

/** One category by its id. */
export const categoryQuery = (send: Send, _id: string) =>
  queryOptions({
    queryKey: ['category', _id],
    queryFn: ({ signal }) => call(send, getCategory, { params: { _id }, signal }),
    staleTime: 5 * 60_000,
  });
