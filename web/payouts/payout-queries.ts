import { queryOptions } from '@tanstack/react-query';

import { getPayoutOverview, getStatement, listPayouts } from '#contract/payouts.ts';
import { listPayoutLines, listSellerBalances } from '#contract/payouts-manual.ts';
import { listRefusedReversals } from '#contract/payouts-reversals.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { call, callPage } from '#web/platform/api.ts';
import { pagedQuery, watchedQuery } from '#web/platform/paged-query.ts';
import type { Send } from '#web/platform/send.ts';

/** How often an open page refetches, in milliseconds: banks and processors may answer at any time. */
const refetchMs = 20_000;

/** Where a seller's money is. */
export const overviewQuery = (send: Send) =>
  queryOptions({
    queryKey: accountKeys.payouts.overview,
    queryFn: ({ signal }) => call(send, getPayoutOverview, { signal }),
    refetchInterval: refetchMs,
  });

/** A seller's own payouts, newest first. */
export const ownPayoutsQuery = (send: Send) =>
  pagedQuery(accountKeys.payouts.own, (cursor, signal) =>
    callPage(send, listPayouts, { query: { cursor }, signal }),
  );

/** A seller's statement, newest first. */
export const statementQuery = (send: Send) =>
  pagedQuery(accountKeys.payouts.statement, (cursor, signal) =>
    callPage(send, getStatement, { query: { cursor }, signal }),
  );

/** For admins: sellers with a positive or with a negative balance. */
export const balancesQuery = (send: Send, show: 'owed' | 'owing') =>
  pagedQuery(accountKeys.payouts.balances(show), (cursor, signal) =>
    callPage(send, listSellerBalances, { query: { cursor, show }, signal }),
  );

/** For admins: lines of payouts by hand, newest first. */
export const linesQuery = (send: Send) =>
  pagedQuery(accountKeys.payouts.lines, (cursor, signal) =>
    callPage(send, listPayoutLines, { query: { cursor, show: 'all' }, signal }),
  );

/** For admins: transfers that the processor refused to reverse. */
export const refusedReversalsQuery = (send: Send) =>
  watchedQuery(accountKeys.payouts.reversals, (cursor, signal) =>
    callPage(send, listRefusedReversals, { query: { cursor }, signal }),
  );
