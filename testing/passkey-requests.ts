/** The requests of the access walk about passkeys. */
import { passkeys } from '#db/tables/auth.ts';
import { newId } from '#server/platform/postgres/database.ts';

import type { Market, TestPerson } from './market.ts';
import { createSecurityKey } from './security-key.ts';

interface PasskeyCase {
  readonly owner?: 'buyer';
  readonly answer?: number;
  make(
    market: Market,
    people: { readonly buyer: TestPerson },
  ): Promise<{ readonly path: string; readonly body?: unknown }>;
}

export const passkeyCases: Readonly<Record<string, PasskeyCase>> = {
  // The URL of the tests' market is an IP address, where browsers do not support passkeys.
  'auth.beginPasskey': { answer: 409, make: async () => ({ path: '/auth/passkeys/options' }) },
  'auth.addPasskey': {
    answer: 400,
    make: async ({ address }) => {
      const credential = createSecurityKey(address).create('unknown');
      return { path: '/auth/passkeys', body: { name: 'Laptop', credential } };
    },
  },
  'auth.listPasskeys': { make: async () => ({ path: '/auth/passkeys' }) },
  'auth.renamePasskey': {
    owner: 'buyer',
    make: async (market, { buyer }) => ({
      path: `/auth/passkeys/${await storedPasskey(market, buyer)}`,
      body: { name: 'Telephone' },
    }),
  },
  'auth.removePasskey': {
    owner: 'buyer',
    make: async (market, { buyer }) => ({ path: `/auth/passkeys/${await storedPasskey(market, buyer)}` }),
  },
  'auth.beginPasskeyUse': { answer: 409, make: async () => ({ path: '/auth/passkeys/challenge' }) },
  'auth.signInWithPasskey': {
    answer: 400,
    make: async ({ address }) => ({
      path: '/auth/sign-in/passkey',
      body: { credential: createSecurityKey(address).get('unknown') },
    }),
  },
};

/** A passkey as it is stored. @returns its id */
export async function storedPasskey(
  { services }: Market,
  { id: userId }: Pick<TestPerson, 'id'>,
): Promise<string> {
  const id = newId();
  await services.db
    .insert(passkeys)
    .values({ id, userId, credentialId: id, publicKey: 'unused', counter: 0, name: 'Laptop' });
  return id;
}
