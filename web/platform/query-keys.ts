/** The query keys of public pages. Those of people with an account are separate: visitors don't load them. */
import { keysOf } from './query-key.ts';

const products = 'products';

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
  /** The public pages of people. */
  persons: ['person'],
  person: (_id: string) => ['person', _id],
  ownUser: { all: ['user'], one: (email: string) => ['user', email] },
  market: ['market'],
  categories: { all: ['category'], one: (_id: string) => ['category', _id] },
  cities: (q: string) => ['cities', q],
  suggestions: (q: string) => ['suggestions', q],
});
