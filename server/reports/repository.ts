import { and, desc, eq, ilike, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { maxPageSize } from '#contract/page.ts';
import { reportMachine, type ReportState, reportStates } from '#contract/reports.ts';
import type { ShownCount } from '#contract/table.ts';
import { stateChanges } from '#db/tables/events.ts';
import { images } from '#db/tables/media.ts';
import { products } from '#db/tables/products.ts';
import { reports } from '#db/tables/reports.ts';
import { users } from '#db/tables/users.ts';
import { containsName } from '#server/platform/postgres/contains-name.ts';
import { containsPattern, countShown } from '#server/platform/postgres/count-shown.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { byTime, type TimePage } from '#server/platform/postgres/list-page.ts';
import { type Change, create, storedMachine, transition } from '#server/platform/states/transition.ts';
import { joinsImage, joinsSeller, pictureStateColumns, productColumns } from '#server/products/service.ts';

const reporters = alias(users, 'reporters');
const emailOf = (person: typeof users | typeof reporters) =>
  sql<string>`coalesce(${person.removedEmail}, ${person.email})`;

const reportColumns = {
  ...productColumns,
  ...pictureStateColumns,
  reportId: reports.id,
  reportState: sql<ReportState>`${reports.state}`.as('report_state'),
  reporterId: reports.reporterId,
  problem: reports.problem,
  productRevision: reports.productRevision,
  reportedAt: reports.createdAt,
  sellerEmail: emailOf(users).as('seller_email'),
  reporterName: sql<string>`${reporters.name}`.as('reporter_name'),
  reporterEmail: emailOf(reporters).as('reporter_email'),
  reporterPhotoUrl: sql<string | null>`${reporters.photoUrl}`.as('reporter_photo_url'),
};

const selectReports = (db: Executor) =>
  db
    .select(reportColumns)
    .from(reports)
    .innerJoin(products, eq(products.id, reports.productId))
    .innerJoin(users, joinsSeller)
    .innerJoin(images, joinsImage)
    .innerJoin(reporters, eq(reporters.id, reports.reporterId));

export type ReportRow = Awaited<ReturnType<typeof listReports>>[number];

interface ReportFilter {
  readonly show: ReportState;
  readonly search?: string | undefined;
}

export type ReportPage = ReportFilter & TimePage;

/** A page of reports with reporter and seller. */
export async function listReports(db: Executor, { sort, afterId, limit, ...filter }: ReportPage) {
  const { order, rest } = byTime(reports.id, { sort, afterId });
  return selectReports(db)
    .where(and(matchesFilter(filter), rest))
    .orderBy(order)
    .limit(limit);
}

/** How many reports match a search, by state. */
export const countReports = (db: Executor, search: string | undefined): Promise<ShownCount[]> =>
  countShown(
    db,
    reportStates,
    (show) => sql`select 1 from ${reports} join ${products} on ${products.id} = ${reports.productId}
      join ${users} on ${joinsSeller} join ${users} as reporters on reporters.id = ${reports.reporterId}
      where ${matchesFilter({ show, search })}`,
  );

function matchesFilter({ show, search = '' }: ReportFilter): SQL | undefined {
  const pattern = containsPattern(search);
  const places = [products.model, emailOf(users), emailOf(reporters)];
  const names = [users.name, reporters.name];
  return and(
    eq(reports.state, show),
    search === ''
      ? undefined
      : or(
          ...places.map((place) => ilike(place, pattern)),
          ...names.map((name) => containsName(name, search)),
        ),
  );
}

/** One report with reporter and seller, in any state. */
export async function findShown(db: Executor, id: string): Promise<ReportRow | undefined> {
  const [row] = await selectReports(db).where(eq(reports.id, id));
  return row;
}

/** Other reports of the same phone, the newest first. */
export async function listOthers(db: Executor, productId: string, id: string) {
  return db
    .select({
      id: reports.id,
      problem: reports.problem,
      state: reports.state,
      reportedAt: reports.createdAt,
      reporterName: users.name,
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.reporterId))
    .where(and(eq(reports.productId, productId), ne(reports.id, id)))
    .orderBy(desc(reports.id))
    .limit(maxPageSize);
}

/** When, by whom and why a report was decided; undefined while it is open. */
export async function findDecision(db: Executor, id: string) {
  const [row] = await db
    .select({ at: stateChanges.at, reason: stateChanges.reason, by: users.name })
    .from(stateChanges)
    .leftJoin(users, eq(users.id, stateChanges.actor))
    .where(
      and(
        eq(stateChanges.subject, id),
        eq(stateChanges.machine, reportMachine.name),
        ne(stateChanges.toState, reportMachine.first),
      ),
    )
    .orderBy(desc(stateChanges.position))
    .limit(1);
  return row;
}

/** How many reports wait for an admin. */
export const countOpen = (db: Executor): Promise<number> => db.$count(reports, sql`state = 'open'`);

const machine = storedMachine(reportMachine, reports);

export async function insertReport(
  tx: Transaction,
  report: { id: string; productId: string; reporterId: string; problem: string; productRevision?: number },
): Promise<void> {
  const reporter = { role: 'buyer', id: report.reporterId } as const;
  await create(tx, machine, report.id, reporter, tx.insert(reports).values(report));
}

/** The reporter of a report, its phone and the phone's seller. */
export async function findReport(db: Executor, id: string) {
  const [row] = await db
    .select({
      productId: reports.productId,
      reporterId: reports.reporterId,
      model: products.model,
      sellerId: products.sellerId,
      productState: products.state,
    })
    .from(reports)
    .innerJoin(products, eq(products.id, reports.productId))
    .where(eq(reports.id, id));
  return row;
}

/** Locks a report until the transaction ends. @returns its state, or undefined if there is no such report */
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

/** Changes a report's state. @throws Error if its machine has no such transition */
export const moveReport = (tx: Transaction, id: string, to: ReportState, change: Change): Promise<void> =>
  transition(tx, machine, id, to, change);
