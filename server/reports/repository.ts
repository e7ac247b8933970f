import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { reportMachine, type ReportState } from '#contract/reports.ts';
import { images } from '#db/tables/media.ts';
import { products } from '#db/tables/products.ts';
import { reports } from '#db/tables/reports.ts';
import { users } from '#db/tables/users.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import {
  type Change,
  recordCreation,
  storedMachine,
  transition,
} from '#server/platform/states/transition.ts';
import { joinsImage, joinsSeller, pictureStateColumns, productColumns } from '#server/products/service.ts';

const reporters = alias(users, 'reporters');
const emailOf = (person: typeof users | typeof reporters) =>
  sql<string>`coalesce(${person.removedEmail}, ${person.email})`;

export async function listOpen(db: Executor, beforeId: string | undefined, limit: number) {
  return db
    .select({
      ...productColumns,
      ...pictureStateColumns,
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

/** How many reports wait for an admin. */
export const countOpen = (db: Executor): Promise<number> => db.$count(reports, sql`state = 'open'`);

const machine = storedMachine(reportMachine, reports);

export async function insertReport(
  tx: Transaction,
  report: { id: string; productId: string; reporterId: string; problem: string },
): Promise<void> {
  await tx.insert(reports).values(report);
  await recordCreation(tx, machine, report.id, { role: 'buyer', id: report.reporterId });
}

/** A report's state, who wrote it, and the phone that it is about, with its seller. */
export async function findReport(db: Executor, id: string) {
  const [row] = await db
    .select({
      productId: reports.productId,
      reporterId: reports.reporterId,
      state: reports.state,
      model: products.model,
      sellerId: products.sellerId,
    })
    .from(reports)
    .innerJoin(products, eq(products.id, reports.productId))
    .where(eq(reports.id, id));
  return row;
}

/** Locks a report until the transaction ends. @returns its state, or undefined where there is no such report */
export async function lockReport(tx: Transaction, id: string): Promise<ReportState | undefined> {
  const [row] = await tx
    .select({ state: reports.state })
    .from(reports)
    .where(eq(reports.id, id))
    .for('no key update');
  return row?.state;
}

/** The open reports of a phone, locked until the transaction ends. */
export async function lockOpenOf(tx: Transaction, productId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.productId, productId), eq(reports.state, 'open')))
    .orderBy(reports.id)
    .for('no key update');
  return rows.map(({ id }) => id);
}

/** Moves a report to another state. @throws Error where its machine has no such transition */
export const moveReport = (tx: Transaction, id: string, to: ReportState, change: Change): Promise<void> =>
  transition(tx, machine, id, to, change);
