/** Payouts by bank to sellers who can no longer enter bank details: an admin asks them for the details by e-mail. */
import type { Person } from '#contract/access.ts';
import { payoutErrors } from '#contract/payouts.ts';
import { failWith } from '#server/platform/failure.ts';
import { mayBePaid } from '#server/users/service.ts';
import { findDue } from './find-due.ts';
import { recordLine } from './pay-by-hand.ts';
import type { PayoutServices } from './payout-services.ts';
import { isSellerUnreachable, lockSeller } from './repository.ts';
import { findRequested, insertPayout } from './store-payouts.ts';

const fail = failWith(payoutErrors);

/**
 * Sets aside what such a seller is owed as a line without bank details, which is confirmed or returned like others.
 *
 * @returns 1, or 0 if something of theirs is set aside already
 * @throws Failure payouts.not-by-hand, payouts.nothing-due
 */
export function takeOutBalance(
  { db, clock, method }: Pick<PayoutServices, 'db' | 'clock' | 'method'>,
  sellerId: string,
  { id: adminId }: Person,
): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await isSellerUnreachable(tx, sellerId, method))) throw fail('payouts.not-by-hand');
    await lockSeller(tx, sellerId);
    if ((await findRequested(tx, sellerId)) !== undefined) return 0;
    const at = clock.now();
    const { availableCents: amountCents } = await findDue(tx, sellerId, at);
    if (amountCents <= 0 || !(await mayBePaid(tx, sellerId))) throw fail('payouts.nothing-due');
    const line = { sellerId, method: 'manual', amountCents } as const;
    const id = await insertPayout(tx, line, { role: 'admin', id: adminId });
    await recordLine(tx, { id, ...line }, { kind: 'payout-taken-out', actor: adminId, at });
    return 1;
  });
}
