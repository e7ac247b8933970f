import { sql } from 'drizzle-orm';

import { priceBounds, products } from '#db/tables/products.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Database } from '#server/platform/postgres/database.ts';

/** Counting reads an index of all phones for sale completely. */
const boundsSeconds = 300;

export function productJobs({ db, jobs }: { db: Database; jobs: Pick<Jobs, 'every'> }): void {
  jobs.every(boundsSeconds, 'count which prices are low', () => countPriceBounds(db));
}

/** With fewer phones, the usual price is not known. */
const leastPhones = 5;

/**
 * Recomputes the bounds. A phone below its bound costs less than three quarters of the phones for sale of the same
 * model of the catalogue in the same condition, itself included: the bound is the price of the first phone above the
 * lowest quarter, so that no phone is below it if all have the same price. Changes after this run are considered in the
 * next one.
 */
export async function countPriceBounds(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // Otherwise two processes that count concurrently would insert the same rows.
    await tx.execute(sql`lock table ${priceBounds} in share row exclusive mode`);
    await tx.delete(priceBounds);
    await tx.execute(sql`
      insert into ${priceBounds} (device_id, condition, below_cents)
      select device_id, condition, (array_agg(sell_cents order by sell_cents))[count(*)::int / 4 + 1]
      from ${products}
      where state = 'live' and device_id is not null
      group by device_id, condition
      having count(*) >= ${leastPhones}
    `);
  });
}
