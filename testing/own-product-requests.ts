/** The requests of the access walk about a seller's actions on a listed phone. */
import type { Market, TestPerson } from './market.ts';

interface OwnProductCase {
  readonly owner: 'seller';
  make(
    market: Market,
    people: { readonly seller: TestPerson },
  ): Promise<{ readonly path: string; readonly body?: unknown }>;
}

export const ownProductCases: Readonly<Record<string, OwnProductCase>> = {
  'products.getOwnListing': {
    owner: 'seller',
    make: async (market, { seller }) => ({ path: `/products/${await market.phone(seller)}/listing` }),
  },
  'products.moveProduct': {
    owner: 'seller',
    make: async (market, { seller }) => ({
      path: `/products/${await market.phone(seller)}/state`,
      body: { state: 'paused' },
    }),
  },
  'products.relistProduct': {
    owner: 'seller',
    make: async (market, { seller }) => {
      const id = await market.phone(seller);
      await seller.put(`/products/${id}/state`, { state: 'sold_elsewhere' });
      return { path: `/products/${id}/relist`, body: {} };
    },
  },
  'products.editProduct': {
    owner: 'seller',
    make: async (market, { seller }) => ({
      path: `/products/${await market.phone(seller)}`,
      body: { sell: 400 },
    }),
  },
};
