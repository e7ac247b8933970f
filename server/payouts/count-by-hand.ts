/** How much work payouts by hand are for admins. */
import { sql } from 'drizzle-orm';

import type { PayoutMethod } from '#contract/deal-terms.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { isExportable } from './repository.ts';

/**
 * @returns `sellers`: who may be paid by hand and has money, some of which may be held back; `lines`: payouts by hand
 *   that nobody has decided yet, which exist with each method
 */
export async function countByHand(
  db: Executor,
  method: PayoutMethod,
): Promise<{ sellers: number; lines: number }> {
  const { rows } = await db.execute<Record<'sellers' | 'lines', string>>(sql`
    select
      (
        select count(*) from payout_sellers join users on users.id = seller_id
        where ${method === 'manual'} and ${isExportable}
          and (removed_at is not null or (email_verified and suspended_at is null))
      ) as sellers,
      (select count(*) from payouts where method = 'manual' and state = 'requested') as lines`);
  const [row] = rows;
  return { sellers: Number(row?.sellers ?? 0), lines: Number(row?.lines ?? 0) };
}
