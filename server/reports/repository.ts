import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { images } from '#db/tables/media.ts';
import { products } from '#db/tables/products.ts';
import { reports } from '#db/tables/reports.ts';
import { users } from '#db/tables/users.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { joinsImage, joinsSeller, productColumns } from '#server/products/service.ts';

const reporters = alias(users, 'reporters');
const emailOf = (person: typeof users | typeof reporters) =>
  sql<string>`coalesce(${person.removedEmail}, ${person.email})`;

export async function listOpen(db: Executor, beforeId: string | undefined, limit: number) {
  return db
    .select({
      ...productColumns,
      reportId: reports.id,
      problem: reports.problem,
      reportedAt: reports.createdAt,
      sellerEmail: emailOf(users).as('seller_email'),
      reporterName: sql<string>`${reporters.name}`.as('reporter_name'),
      reporterEmail: emailOf(reporters).as('reporter_email'),
      reporterPhotoUrl: sql<string | null>`${reporters.photoUrl}`.as('reporter_photo_url'),
    })
    .from(reports)
    .innerJoin(products, eq(products.id, reports.productId))
    .innerJoin(users, joinsSeller)
    .innerJoin(images, joinsImage)
    .innerJoin(reporters, eq(reporters.id, reports.reporterId))
    .where(and(sql`${reports.state} = 'open'`, beforeId === undefined ? undefined : lt(reports.id, beforeId)))
    .orderBy(desc(reports.id))
    .limit(limit);
}

export async function insertReport(
  db: Executor,
  report: { id: string; productId: string; reporterId: string; problem: string },
): Promise<void> {
  await db.insert(reports).values(report);
}

/** A report's state and the phone that it is about. */
export async function findReport(db: Executor, id: string) {
  const [row] = await db
    .select({ productId: reports.productId, state: reports.state })
    .from(reports)
    .where(eq(reports.id, id));
  return row;
}

/** Upholds every open report of a phone. @returns how many */
export async function upholdAll(db: Executor, productId: string): Promise<number> {
  const result = await db
    .update(reports)
    .set({ state: 'upheld', resolvedAt: sql`now()` })
    .where(and(eq(reports.productId, productId), eq(reports.state, 'open')));
  return result.rowCount ?? 0;
}
