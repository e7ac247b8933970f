/** Payouts by bank to sellers who can no longer enter bank details: an admin asks them by e-mail. */
import { type SQL, sql } from 'drizzle-orm';

import type { Person } from '#contract/access.ts';
import { payoutErrors } from '#contract/payouts.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { mayBePaid } from '#server/users/service.ts';
import { findDue } from './find-due.ts';
import type { PayoutServices } from './payout-services.ts';
import { lockSeller } from './repository.ts';
import { findRequested, insertPayout } from './store-payouts.ts';

const fail = failWith(payoutErrors);

/**
 * A condition on `users` joined with `payout_sellers`, if any: whether this seller can no longer be paid automatically,
 * because their account was deleted before they entered details, or because the processor has refused them.
 */
export const isUnreachable = (method: PayoutServices['method']): SQL =>
  method === 'stripe'
    ? sql`not coalesce(is_ready, false) and (
        removed_at is not null
        or (coalesce(disabled_reason like 'rejected.%', false) and suspended_at is null and email_verified))`
    : sql`bank_sealed is null and removed_at is not null`;

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
    const { availableCents: amountCents } = await findDue(tx, sellerId, clock.now());
    if (amountCents <= 0 || !(await mayBePaid(tx, sellerId))) throw fail('payouts.nothing-due');
    await insertPayout(tx, { sellerId, method: 'manual', amountCents }, { role: 'admin', id: adminId });
    return 1;
  });
}

async function isSellerUnreachable(
  db: Executor,
  sellerId: string,
  method: PayoutServices['method'],
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from users left join payout_sellers on seller_id = users.id
    where users.id = ${sellerId} and ${isUnreachable(method)}`);
  return rows.length > 0;
}
