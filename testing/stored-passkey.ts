import { passkeys } from '#db/tables/auth.ts';
import { newId } from '#server/platform/postgres/database.ts';

import type { Market, TestPerson } from './market.ts';

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
