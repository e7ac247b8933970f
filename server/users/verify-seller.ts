/** The admins' verification of sellers, which is shown on their phones. */
import type { Person } from '#contract/access.ts';
import { userErrors } from '#contract/users.ts';
import type { Clock } from '#server/platform/clock.ts';
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
export const verifySeller = (
  db: Database,
  admin: Person,
  id: string,
  { clock }: { readonly clock: Clock },
): Promise<number> =>
  changeMark(db, repository.markVerified, {
    kind: 'seller-verified',
    actor: admin.id,
    personId: id,
    at: clock.now(),
  });

/**
 * Revokes a seller's verification.
 *
 * @returns 1, or 0 if they were not verified
 * @throws Failure users.not-found, users.not-a-seller
 */
export const unverifySeller = (
  db: Database,
  admin: Person,
  id: string,
  { clock }: { readonly clock: Clock },
): Promise<number> =>
  changeMark(db, repository.markUnverified, {
    kind: 'seller-unverified',
    actor: admin.id,
    personId: id,
    at: clock.now(),
  });

/** Changes the mark, and records that if anything has changed. */
const changeMark = (
  db: Database,
  mark: typeof repository.markVerified,
  action: Parameters<typeof recordStaffAction>[1] & { readonly personId: string },
): Promise<number> =>
  db.transaction(async (tx) => {
    const changed = await mark(tx, action.personId);
    if (changed > 0) await recordStaffAction(tx, action);
    else await requireSeller(tx, action.personId);
    return changed;
  });

async function requireSeller(tx: Transaction, id: string): Promise<void> {
  const row = await repository.findUser(tx, id);
  if (row === undefined) throw fail('users.not-found');
  if (row.userType !== 'Seller') throw fail('users.not-a-seller');
}
