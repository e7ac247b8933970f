/** The admins' verification of sellers, which is shown on their phones. */
import type { Person } from '#contract/access.ts';
import { userErrors } from '#contract/users.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Database, Transaction } from '#server/platform/postgres/database.ts';
import { recordStaffAction } from '#server/staff/service.ts';
import * as repository from './repository.ts';

const fail = failWith(userErrors);

/**
 * Verifies a seller.
 *
 * @returns 1, or 0 if they were verified already
 * @throws Failure users.not-found, users.not-a-seller
 */
export async function verifySeller(db: Database, admin: Person, id: string): Promise<number> {
  return db.transaction(async (tx) => {
    const changed = await repository.markVerified(tx, id);
    if (changed > 0) await recordAbout(tx, 'seller-verified', admin, id);
    else await requireSeller(tx, id);
    return changed;
  });
}

/**
 * Revokes a seller's verification.
 *
 * @returns 1, or 0 if they were not verified
 * @throws Failure users.not-found, users.not-a-seller
 */
export async function unverifySeller(db: Database, admin: Person, id: string): Promise<number> {
  return db.transaction(async (tx) => {
    const changed = await repository.markUnverified(tx, id);
    if (changed > 0) await recordAbout(tx, 'seller-unverified', admin, id);
    else await requireSeller(tx, id);
    return changed;
  });
}

async function requireSeller(tx: Transaction, id: string): Promise<void> {
  const row = await repository.findUser(tx, id);
  if (row === undefined) throw fail('users.not-found');
  if (row.userType !== 'Seller') throw fail('users.not-a-seller');
}

const recordAbout = (
  tx: Transaction,
  kind: 'seller-verified' | 'seller-unverified',
  admin: Person,
  personId: string,
): Promise<void> => recordStaffAction(tx, { kind, actor: admin.id, personId, at: new Date() });
