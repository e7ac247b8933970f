import { staffActions } from '#db/tables/staff.ts';
import { newId, type Transaction } from '#server/platform/postgres/database.ts';

export async function insertAction(
  tx: Transaction,
  action: Omit<typeof staffActions.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(staffActions).values({ id: newId(), ...action });
}
