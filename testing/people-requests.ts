/** The requests of the access walk about admins' actions on people, and about those of the suspended. */
import type { Market } from './market.ts';

interface PeopleCase {
  readonly answer?: number;
  make(
    market: Market,
    people: { readonly buyer: { readonly id: string } },
  ): Promise<{ readonly path: string; readonly body?: unknown }>;
}

/** About a new person for each call. */
const about =
  (kind: 'buyer' | 'seller', action: string, body: object): PeopleCase['make'] =>
  async (market) => ({ path: `/users/${(await market.person(kind)).id}/${action}`, body });

export const peopleCases: Readonly<Record<string, PeopleCase>> = {
  'users.verifySeller': {
    make: async (market) => ({
      path: `/users/admin/${(await market.person('seller')).id}`,
      body: {},
    }),
  },
  'users.unverifySeller': { make: about('seller', 'unverify', {}) },
  'users.suspendUser': { make: about('buyer', 'suspend', { reason: 'Fake phones.', days: 3 }) },
  'users.liftSuspension': { make: about('buyer', 'lift-suspension', {}) },
  'users.keepSuspension': { answer: 409, make: about('buyer', 'keep-suspension', { words: 'It stays.' }) },
  'users.getSuspension': { make: async () => ({ path: '/suspension' }) },
  'users.appealSuspension': {
    answer: 409,
    make: async () => ({ path: '/suspension/appeal', body: { text: 'It was not me.' } }),
  },
  'people.listPeople': { make: async () => ({ path: '/people?userType=Seller' }) },
  'people.countPeople': { make: async () => ({ path: '/people/counts?userType=Seller' }) },
  'people.getPerson': { make: async (_, { buyer }) => ({ path: `/people/${buyer.id}` }) },
};
