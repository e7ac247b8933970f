/** The keys of all that is read from the server, and what each change makes stale. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

const products = 'products';
const bookings = 'bookedProduct';
const users = 'users';

/** One place for every key, so that what a change touches can be named. The first part is the spec's (section 7). */
export const queryKeys = {
  /** Every list of phones, and each phone's page. */
  products: {
    all: [products],
    ofCategory: (id: string, cursor: string) => [products, { id, cursor }],
    one: (_id: string) => [products, 'one', _id],
    similar: (_id: string) => [products, 'similar', _id],
    own: (ids: string) => [products, 'own', ids],
    table: (sellerEmail: string) => [products, 'table', { sellerEmail }],
    search: (fields: object) => [products, { search: fields }],
    facets: (fields: object) => [products, { facetsOf: fields }],
  },
  advertisements: { all: ['adsProducts'] },
  bookings: {
    all: [bookings],
    ofBuyer: (userEmail: string) => [bookings, 'list', userEmail],
    one: (_id: string) => [bookings, 'one', _id],
    heldBy: (userEmail: string, productId: string) => [bookings, 'held', userEmail, productId],
  },
  reports: { all: ['reportItem'] },
  users: {
    lists: [users, 'list'],
    list: (userType: string) => [users, 'list', userType],
    seller: (email: string) => [users, 'seller', email],
    admin: (email: string) => [users, 'admin', email],
  },
  ownUser: { all: ['user'], one: (email: string) => ['user', email] },
  payments: {
    intent: (bookingId: string) => ['payments', 'intent', bookingId],
    processor: (scriptUrl: string) => ['payments', 'processor', scriptUrl],
  },
  categories: { all: ['category'], one: (_id: string) => ['category', _id] },
  devices: (categoryId: string) => ['devices', categoryId],
  suggestions: (q: string) => ['suggestions', q],
} as const satisfies KeyTree;

interface KeyTree {
  readonly [name: string]: QueryKey | ((...parts: never[]) => QueryKey) | KeyTree;
}

const phones = [queryKeys.products.all, queryKeys.advertisements.all];
const phonesAndOrders = [...phones, queryKeys.bookings.all];

/** What shows something else after each change that a person can make. */
const staleAfter = {
  'product-listed': [queryKeys.products.all],
  /** Its advertisement and an unpaid booking go with it. */
  'product-removed': phonesAndOrders,
  'advertisement-changed': phones,
  'booking-changed': phonesAndOrders,
  'payment-recorded': phonesAndOrders,
  /** Phone, advertisement and every other report of it go with it. */
  'report-upheld': [...phonesAndOrders, queryKeys.reports.all],
  /** A seller's phones carry the mark. */
  'seller-verified': [queryKeys.users.lists, ...phones],
  /** A seller's phones leave, and what the person held is free again. */
  'user-removed': [queryKeys.users.lists, queryKeys.reports.all, ...phonesAndOrders],
  /** Name and photo stand beside phones, orders and reports alike. */
  'profile-changed': [
    queryKeys.ownUser.all,
    queryKeys.users.lists,
    queryKeys.reports.all,
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
