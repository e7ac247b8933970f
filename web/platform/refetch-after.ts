/** Which queries are stale after a person's change. Separate from the keys, which every page loads. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { accountKeys } from './account-query-keys.ts';
import { queryKeys } from './query-keys.ts';

const phones = [queryKeys.products.all, queryKeys.advertisements.all];
const phonesAndOrders = [...phones, accountKeys.bookings.all, accountKeys.orders.all];

/** The stale queries of each change. */
const staleAfter = {
  'product-listed': [queryKeys.products.all],
  'product-edited': phones,
  'product-moved': phones,
  /** Its advertisement and an unpaid booking are removed as well. */
  'product-removed': phonesAndOrders,
  'advertisement-changed': phones,
  'booking-changed': phonesAndOrders,
  'payment-recorded': phonesAndOrders,
  /** Its booking is listed under My Orders; its phone may be listed again. */
  'order-changed': phonesAndOrders,
  /** Phone, advertisement and every other report of it are removed as well. */
  'report-upheld': [...phonesAndOrders, accountKeys.reports.all],
  'report-dismissed': [accountKeys.reports.all, accountKeys.orders.todo],
  /** The balances beside the list change as well. */
  'charge-decided': [accountKeys.chargeIssues, accountKeys.ledger.all, accountKeys.orders.todo],
  'chargeback-decided': [accountKeys.chargebacks, accountKeys.orders.todo],
  /** Taken out, paid, taken back or failed. */
  'payout-decided': [accountKeys.payouts.all, accountKeys.orders.todo],
  'reversal-retried': [accountKeys.payouts.all, accountKeys.ledger.all, accountKeys.orders.todo],
  'difference-decided': [accountKeys.reconciliation.all, accountKeys.ledger.all, accountKeys.orders.todo],
  'job-retried': [accountKeys.failedJobs, accountKeys.orders.todo],
  'mail-decided': [accountKeys.failedMails, accountKeys.orders.todo],
  'processor-event-retried': [accountKeys.failedProcessorEvents, accountKeys.orders.todo],
  /** A seller's phones show the mark. */
  'seller-verified': [accountKeys.people.all, ...phones],
  /** Their phones appear or disappear. */
  'suspension-changed': [accountKeys.people.all, ...phonesAndOrders],
  /** Sessions, and the list of decisions. */
  'sign-in-reset': [accountKeys.people.all],
  /** A seller's phones are removed, and phones that the person held are free again. */
  'user-removed': [accountKeys.people.all, accountKeys.reports.all, ...phonesAndOrders],
  /** Name and photo are shown with phones, orders and reports. */
  'profile-changed': [
    queryKeys.ownUser.all,
    queryKeys.persons,
    accountKeys.people.all,
    accountKeys.reports.all,
    ...phonesAndOrders,
  ],
} as const satisfies Record<string, readonly QueryKey[]>;

export type Change = keyof typeof staleAfter;

/**
 * Marks the queries that a change has made stale, for a person who leaves the page: only those of the next page are
 * refetched.
 */
export function useExpireAfter(): (change: Change) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (change) => {
      for (const queryKey of staleAfter[change])
        void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    },
    [queryClient],
  );
}

/** Refetches the queries that a change has made stale, and no others; resolves when everything shown is up to date. */
export function useRefetchAfter(): (change: Change) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (change) => {
      await Promise.all(staleAfter[change].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    [queryClient],
  );
}
