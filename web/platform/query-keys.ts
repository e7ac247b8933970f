/** The keys of all that is read from the server. */
import type { QueryKey } from '@tanstack/react-query';

const products = 'products';
const bookings = 'bookedProduct';
const orders = 'orders';
const users = 'users';
const reports = 'reportItem';

/** One place for every key, so that what a change touches can be named. The first part is the spec's (section 7). */
export const queryKeys = {
  /** Every list of phones, and each phone's page. */
  products: {
    all: [products],
    newest: [products, 'newest'],
    ofCategory: (id: string, cursor: string) => [products, { id, cursor }],
    ofSeller: (_id: string, cursor: string) => [products, { seller: _id, cursor }],
    one: (_id: string) => [products, 'one', _id],
    similar: (_id: string) => [products, 'similar', _id],
    listing: (_id: string) => [products, 'listing', _id],
    own: (ids: string) => [products, 'own', ids],
    table: (filters: object) => [products, 'table', filters],
    search: (fields: object) => [products, { search: fields }],
    facets: (fields: object) => [products, { facetsOf: fields }],
  },
  advertisements: { all: ['adsProducts'] },
  bookings: {
    all: [bookings],
    ofBuyer: (userEmail: string, filters: object) => [bookings, 'list', userEmail, filters],
    one: (_id: string) => [bookings, 'one', _id],
    heldBy: (userEmail: string, productId: string) => [bookings, 'held', userEmail, productId],
  },
  orders: {
    all: [orders],
    one: (_id: string) => [orders, 'one', _id],
    receipt: (_id: string) => [orders, 'receipt', _id],
    disputes: (show: string) => [orders, 'disputes', show],
    table: (filters: object) => [orders, 'table', filters],
    todo: [orders, 'todo'],
  },
  reports: {
    all: [reports],
    one: (_id: string) => [reports, 'one', _id],
    table: (filters: object) => [reports, 'table', filters],
  },
  users: {
    seller: (email: string) => [users, 'seller', email],
    admin: (email: string) => [users, 'admin', email],
  },
  people: {
    all: ['people'],
    one: (_id: string) => ['people', 'one', _id],
    list: (filters: object) => ['people', 'list', filters],
  },
  suspension: ['suspension'],
  /** The public pages of people. */
  persons: ['person'],
  person: (_id: string) => ['person', _id],
  ownUser: { all: ['user'], one: (email: string) => ['user', email] },
  payments: {
    intent: (bookingId: string) => ['payments', 'intent', bookingId],
    processor: (scriptUrl: string) => ['payments', 'processor', scriptUrl],
  },
  market: ['market'],
  privacy: { kinds: ['privacy', 'kinds'], own: ['privacy', 'own'] },
  categories: { all: ['category'], one: (_id: string) => ['category', _id] },
  devices: (categoryId: string) => ['devices', categoryId],
  cities: (q: string) => ['cities', q],
  suggestions: (q: string) => ['suggestions', q],
} as const satisfies KeyTree;

interface KeyTree {
  readonly [name: string]: QueryKey | ((...parts: never[]) => QueryKey) | KeyTree;
}
