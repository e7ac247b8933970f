import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';

import { dataExports } from '#db/tables/privacy.ts';
import type { Executor } from '#server/platform/postgres/database.ts';

export type ExportRow = typeof dataExports.$inferSelect;

/** @throws the violation of the unique index while another copy of the person is being made */
export async function insertExport(db: Executor, row: typeof dataExports.$inferInsert): Promise<void> {
  await db.insert(dataExports).values(row);
}

export async function findExport(db: Executor, id: string): Promise<ExportRow | undefined> {
  const [row] = await db.select().from(dataExports).where(eq(dataExports.id, id));
  return row;
}

/** The newest export of a person that has not expired; only a finished one with `isReady`. */
export async function findNewest(
  db: Executor,
  personId: string,
  { now, isReady = false }: { now: Date; isReady?: boolean },
): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(dataExports)
    .where(
      and(
        eq(dataExports.personId, personId),
        gt(dataExports.expiresAt, now),
        isReady ? sql`${dataExports.readyAt} is not null` : undefined,
      ),
    )
    .orderBy(desc(dataExports.id))
    .limit(1);
  return row;
}

/** Records that another part will be written. @returns whether the export is still to be made */
export async function addPart(db: Executor, id: string, parts: number): Promise<boolean> {
  const { rowCount } = await db
    .update(dataExports)
    .set({ parts: sql`greatest(${dataExports.parts}, ${parts})` })
    .where(and(eq(dataExports.id, id), isNull(dataExports.readyAt)));
  return rowCount === 1;
}

/** @returns whether it was not ready before */
export async function markReady(
  db: Executor,
  id: string,
  done: Pick<ExportRow, 'readyAt' | 'expiresAt' | 'parts' | 'bytes'>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(dataExports)
    .set(done)
    .where(and(eq(dataExports.id, id), isNull(dataExports.readyAt)));
  return rowCount === 1;
}

export async function listExpired(db: Executor, now: Date, limit: number): Promise<ExportRow[]> {
  return db
    .select()
    .from(dataExports)
    .where(lt(dataExports.expiresAt, now))
    .orderBy(asc(dataExports.expiresAt))
    .limit(limit);
}

/** Removes all copies of a person. @returns their rows, for deleting the files */
export const removeExportsOf = (tx: Executor, personId: string): Promise<ExportRow[]> =>
  tx.delete(dataExports).where(eq(dataExports.personId, personId)).returning();

export async function removeExport(db: Executor, id: string): Promise<void> {
  await db.delete(dataExports).where(eq(dataExports.id, id));
}
