import { queryOptions } from '@tanstack/react-query';

import { type differenceLists, listDifferences, listReconciliations } from '#contract/reconciliation.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import type { Send } from '#web/platform/send.ts';

export type Show = (typeof differenceLists)[number];

/** The differences between the ledger and the card processor, newest first. */
export const differencesQuery = (send: Send, show: Show) =>
  pagedQuery(accountKeys.reconciliation.differencesOf(show), (cursor, signal) =>
    callPage(send, listDifferences, { query: { cursor, show }, signal }),
  );

/** How often a running comparison is polled, in milliseconds. */
const runningMs = 1_000;

/** The newest comparison; polled until it has ended. */
export const lastRunQuery = (send: Send) =>
  queryOptions({
    queryKey: accountKeys.reconciliation.last,
    queryFn: async ({ signal }) => {
      const { items } = await callPage(send, listReconciliations, { query: { limit: 1 }, signal });
      return items.at(0) ?? null;
    },
    refetchInterval: ({ state: { data } }) => (data?.endedAt === null ? runningMs : false),
  });
