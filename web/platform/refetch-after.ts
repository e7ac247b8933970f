/** What each change that a person makes has made stale. Apart from the keys, which every page loads. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { accountKeys } from './account-query-keys.ts';
import { queryKeys } from './query-keys.ts';

const phones = [queryKeys.products.all, queryKeys.advertisements.all];
const phonesAndOrders = [...phones, queryKeys.bookings.all, queryKeys.orders.all];

/** What shows something else after each change that a person can make. */
const staleAfter = {
  'product-listed': [queryKeys.products.all],
  'product-edited': phones,
  'product-moved': phones,
  /** Its advertisement and an unpaid booking go with it. */
  'product-removed': phonesAndOrders,
  'advertisement-changed': phones,
  'booking-changed': phonesAndOrders,
  'payment-recorded': phonesAndOrders,
  /** Its booking stands under My Orders; its phone may be listed again. */
  'order-changed': phonesAndOrders,
  /** Phone, advertisement and every other report of it go with it. */
  'report-upheld': [...phonesAndOrders, accountKeys.reports.all],
  'report-dismissed': [accountKeys.reports.all, queryKeys.orders.todo],
  /** A seller's phones carry the mark. */
  'seller-verified': [accountKeys.people.all, ...phones],
  /** Their phones come or go. */
  'suspension-changed': [accountKeys.people.all, ...phonesAndOrders],
  /** Sessions, and what was decided. */
  'sign-in-reset': [accountKeys.people.all],
  /** A seller's phones leave, and what the person held is free again. */
  'user-removed': [accountKeys.people.all, accountKeys.reports.all, ...phonesAndOrders],
  /** Name and photo stand beside phones, orders and reports alike. */
  'profile-changed': [
    queryKeys.ownUser.all,
    queryKeys.persons,
    accountKeys.people.all,
    accountKeys.reports.all,
    ...phonesAndOrders,
  ],
} as const satisfies Record<string, readonly QueryKey[]>;

export type Change = keyof typeof staleAfter;

/** Reads again what a change has made stale, and nothing else; resolves when all that is shown is new. */
export function useRefetchAfter(): (change: Change) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (change) => {
      await Promise.all(staleAfter[change].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    [queryClient],
  );
}
