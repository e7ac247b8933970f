/** SQL of the processor's fees. */
import { asc, eq, isNull } from 'drizzle-orm';

import { chargeFees } from '#db/tables/payments.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';

/** Records that the fee of a charge is still unknown. */
export async function insertUnknownFee(tx: Transaction, transactionId: string): Promise<void> {
  await tx.insert(chargeFees).values({ transactionId }).onConflictDoNothing();
}

/** Charges whose fee is not known yet, the oldest first. */
export async function listUnknownFees(db: Executor, limit: number): Promise<string[]> {
  const rows = await db
    .select({ transactionId: chargeFees.transactionId })
    .from(chargeFees)
    .where(isNull(chargeFees.feeCents))
    .orderBy(asc(chargeFees.createdAt))
    .limit(limit);
  return rows.map(({ transactionId }) => transactionId);
}

export async function storeFee(tx: Transaction, transactionId: string, feeCents: number): Promise<void> {
  await tx.update(chargeFees).set({ feeCents }).where(eq(chargeFees.transactionId, transactionId));
}
