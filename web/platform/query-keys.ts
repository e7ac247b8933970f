/** The query keys that any page may need. Those of the dashboard are separate: visitors don't load them. */
import { keysOf } from './query-key.ts';

const products = 'products';
const bookings = 'bookedProduct';
const orders = 'orders';
const users = 'users';

/** Named by what changes can affect; `products` is specified. */
export const queryKeys = keysOf({
  /** Every list of phones, and each phone's page. */
  products: {
    all: [products],
    newest: [products, 'newest'],
    ofCategory: (id: string, cursor: string) => [products, { id, cursor }],
    ofSeller: (_id: string, cursor: string) => [products, { seller: _id, cursor }],
    pages: [products, 'one'],
    one: (_id: string) => [products, 'one', _id],
    similar: (_id: string) => [products, 'similar', _id],
    listing: (_id: string, visit: number) => [products, 'listing', _id, visit],
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
    table: (filters: object) => [orders, 'table', filters],
    todo: [orders, 'todo'],
  },
  users: {
    seller: (email: string) => [users, 'seller', email],
    admin: (email: string) => [users, 'admin', email],
  },
  /** The public pages of people. */
  persons: ['person'],
  person: (_id: string) => ['person', _id],
  ownUser: { all: ['user'], one: (email: string) => ['user', email] },
  market: ['market'],
  categories: { all: ['category'], one: (_id: string) => ['category', _id] },
  devices: (categoryId: string) => ['devices', categoryId],
  cities: (q: string) => ['cities', q],
  suggestions: (q: string) => ['suggestions', q],
});
