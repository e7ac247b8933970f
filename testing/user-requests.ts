/** The requests of the access walk about people. */
import { inArray } from 'drizzle-orm';

import { users } from '#db/tables/users.ts';

import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import type { Market, TestPerson } from './market.ts';

interface UserCase {
  readonly owner?: 'buyer';
  make(
    market: Market,
    people: Readonly<Record<'buyer' | 'otherBuyer' | 'seller' | 'admin', TestPerson>>,
  ): Promise<{ readonly path: string; readonly body?: unknown }>;
}

export const userCases: Readonly<Record<string, UserCase>> = {
  'users.getUser': { owner: 'buyer', make: async (_, { buyer }) => ({ path: `/user?email=${buyer.email}` }) },
  'users.changeUser': { make: async () => ({ path: '/user', body: { name: 'Mina' } }) },
  'users.getPublicPerson': { make: async (_, { seller }) => ({ path: `/person/${seller.id}` }) },
  'users.becomeSeller': {
    make: async ({ services: { db } }, { buyer, otherBuyer }) => {
      // The last request made a buyer a seller: undone for the rest of the walk.
      const buyers = inArray(users.id, [buyer.id, otherBuyer.id]);
      await writeUnpublished(db).update(users).set({ userType: 'Buyer' }).where(buyers);
      return { path: '/user/seller', body: {} };
    },
  },
  'users.listUsers': { make: async () => ({ path: '/users?userType=Seller' }) },
  'users.registerUser': {
    owner: 'buyer',
    make: async (_, { buyer: { name, email } }) => ({
      path: '/users',
      body: { name, email, userType: 'Buyer' },
    }),
  },
  'users.isAdmin': { make: async (_, { admin }) => ({ path: `/users/admin/${admin.email}` }) },
  'users.isSeller': { make: async (_, { seller }) => ({ path: `/users/seller/${seller.email}` }) },
  'users.removeUser': { make: async (market) => ({ path: `/users/${(await market.person('buyer')).id}` }) },
};
