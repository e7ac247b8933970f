/** The admins' verification of sellers, which is shown on their phones. The seller is notified of each change. */
import type { Person } from '#contract/access.ts';
import type { Notice } from '#contract/notification-kinds.ts';
import { userErrors } from '#contract/users.ts';
import { failWith } from '#server/platform/failure.ts';
import { type Database, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { recordStaffAction } from '#server/staff/service.ts';
import * as repository from './repository.ts';
import type { SuspensionServices } from './suspend-user.ts';

type Services = Pick<SuspensionServices, 'clock' | 'notify'>;

const fail = failWith(userErrors);

/**
 * Verifies a seller.
 *
 * @returns 1, or 0 if they were verified already
 * @throws Failure users.not-found, users.not-a-seller
 */
export const verifySeller = (
  db: Database,
  services: Services,
  admin: Person,
  sellerId: string,
): Promise<number> =>
  changeMark(db, services, repository.markVerified, {
    actor: admin.id,
    notice: { kind: 'seller-verified', personId: sellerId, data: { sellerId } },
  });

/**
 * Revokes a seller's verification.
 *
 * @returns 1, or 0 if they were not verified
 * @throws Failure users.not-found, users.not-a-seller
 */
export const unverifySeller = (
  db: Database,
  services: Services,
  admin: Person,
  sellerId: string,
): Promise<number> =>
  changeMark(db, services, repository.markUnverified, {
    actor: admin.id,
    notice: { kind: 'seller-unverified', personId: sellerId, data: undefined },
  });

interface MarkChange {
  readonly actor: string;
  readonly notice: Notice<'seller-verified' | 'seller-unverified'>;
}

/** Changes the mark; if that has changed anything, records it and notifies the seller. */
const changeMark = (
  db: Database,
  { clock, notify }: Services,
  mark: typeof repository.markVerified,
  { actor, notice }: MarkChange,
): Promise<number> =>
  db.transaction(async (tx) => {
    const { kind, personId } = notice;
    const changed = await mark(tx, personId);
    if (changed === 0) {
      await requireSeller(tx, personId);
      return 0;
    }
    const at = clock.now();
    await recordStaffAction(tx, { kind, actor, personId, at });
    await notify(tx, newId(at), [notice]);
    return changed;
  });

async function requireSeller(tx: Transaction, id: string): Promise<void> {
  const row = await repository.findUser(tx, id);
  if (row === undefined) throw fail('users.not-found');
  if (row.userType !== 'Seller') throw fail('users.not-a-seller');
}
