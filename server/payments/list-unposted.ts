import { sql } from 'drizzle-orm';

import type { Database } from '#server/platform/postgres/database.ts';

/** Payments that were charged but are not in the ledger. */
export async function listUnposted(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ charge: string }>(sql`
    select transaction_id as charge from payments where state in ('succeeded', 'refunded') and not exists (
      select from ledger_entries where idempotency_key = 'charge:' || transaction_id || '/1')`);
  return rows.map(({ charge }) => charge);
}
