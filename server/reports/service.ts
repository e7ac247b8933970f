import type { Person } from '#contract/access.ts';
import { isId } from '#contract/id.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import { shownFactNames } from '#contract/phone-change-words.ts';
import {
  type NewReport,
  type Report,
  type ReportDetails,
  reportErrors,
  type ReportState,
} from '#contract/reports.ts';
import type { ShownCount, TimeOrder } from '#contract/table.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, type Executor, newId, violatedIndex } from '#server/platform/postgres/database.ts';
import { failWith } from '#server/platform/failure.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import {
  listChangesSince,
  lockProduct,
  type OnProductRemoved,
  ownsProduct,
  presentPictureForParties,
  presentProduct,
  removeProductWithin,
} from '#server/products/service.ts';
import { recordStaffAction } from '#server/staff/service.ts';
import * as repository from './repository.ts';

const fail = failWith(reportErrors);

interface ReportServices {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Reports a listing to the admin.
 *
 * @returns the report's id
 * @throws Failure reports.product-not-found, reports.already-reported (the unique index decides)
 */
export async function reportProduct(db: Database, reporter: Person, entry: NewReport): Promise<string> {
  const { productId, problem } = entry;
  if (!isId(productId)) throw fail('reports.product-not-found');
  const id = newId();
  try {
    await db.transaction(async (tx) => {
      // Whoever removes the phone closes the reports that are there by then.
      const product = await lockProduct(tx, productId);
      if ((await ownsProduct(tx, productId, reporter)) === undefined) throw fail('reports.product-not-found');
      const productRevision = product?.revision;
      await repository.insertReport(tx, { id, productId, reporterId: reporter.id, problem, productRevision });
    });
  } catch (error) {
    if (violatedIndex(error) === 'reports_one_per_person')
      throw fail('reports.already-reported', { cause: error });
    throw error;
  }
  return id;
}

interface ListQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly show?: ReportState | undefined;
  readonly sort?: TimeOrder | undefined;
}

/** Reports, newest first: open ones by default. */
export async function listReports(
  db: Executor,
  { show = 'open', sort = 'newest', search, cursor, limit }: ListQuery,
): Promise<Page<Report>> {
  const paging = { sort, afterId: idAfter(cursor), limit: limit + 1 };
  const rows = await repository.listReports(db, { show, search, ...paging });
  const page = pageOf(rows, limit, ({ reportId }) => reportId);
  return { ...page, items: page.items.map(presentReport) };
}

/** How many reports match a search, by state. */
export const countReports = (db: Executor, { search }: Pick<ListQuery, 'search'>): Promise<ShownCount[]> =>
  repository.countReports(db, search);

/**
 * One report with its decision, and the other reports of its phone.
 *
 * @throws Failure reports.not-found
 */
export async function getReport(db: Executor, id: string): Promise<ReportDetails> {
  const row = await repository.findShown(db, id);
  if (row === undefined) throw fail('reports.not-found');
  const decision = await repository.findDecision(db, id);
  const others = await repository.listOthers(db, row.id, id);
  const { productRevision } = row;
  const changes = productRevision === null ? [] : await listChangesSince(db, row.id, productRevision);
  return {
    ...presentReport(row),
    sellerId: row.sellerId,
    reporterId: row.reporterId,
    productState: row.state,
    changed: changes.map(({ field }) => shownFactNames[field]),
    decision: decision === undefined ? null : { ...decision, at: decision.at.toISOString() },
    others: others.map((other) => ({
      _id: other.id,
      problem: other.problem,
      reportUser: other.reporterName,
      reportedAt: other.reportedAt.toISOString(),
      state: other.state,
    })),
  };
}

/** How many reports wait for an admin. */
export const countOpenReports: (db: Executor) => Promise<number> = repository.countOpen;

/**
 * Removes a reported phone from the site, sold or not: phone, advertisement and every report of it in one transaction.
 * A sold phone keeps its order.
 *
 * @returns 1, or 0 if the report was closed already
 * @throws Failure reports.not-found
 */
export async function upholdReport(
  { db, clock }: ReportServices,
  id: string,
  admin: Person,
  onProductRemoved: readonly OnProductRemoved[],
): Promise<number> {
  const actor = { role: 'admin', id: admin.id } as const;
  return db.transaction(async (tx) => {
    const report = await repository.findReport(tx, id);
    if (report === undefined) throw fail('reports.not-found');
    // The phone is locked before its reports, as by everything that removes it.
    await lockProduct(tx, report.productId);
    const open = await repository.lockOpenOf(tx, report.productId);
    if (!open.includes(id)) return 0;
    await removeProductWithin(tx, report.productId, actor, onProductRemoved);
    await upholdOpenReports(tx, report.productId, actor);
    const about = { personId: report.sellerId, detail: report.model };
    await recordStaffAction(tx, { kind: 'report-upheld', actor: admin.id, ...about, at: clock.now() });
    return 1;
  });
}

/** Upholds the open reports of a phone that an admin removes, from wherever: nothing is left to decide about it. */
export const upholdOpenReports: OnProductRemoved = async (tx, productId, actor) => {
  if (actor.role !== 'admin') return;
  for (const id of await repository.lockOpenOf(tx, productId))
    await repository.moveReport(tx, id, 'upheld', { actor });
};

/**
 * Closes a report without consequences. The phone stays, and so do other reports of it.
 *
 * @returns 1, or 0 if it was closed already
 * @throws Failure reports.not-found
 */
export async function dismissReport(
  { db, clock }: ReportServices,
  id: string,
  reason: string,
  admin: Person,
): Promise<number> {
  return db.transaction(async (tx) => {
    const state = await repository.lockReport(tx, id);
    const report = await repository.findReport(tx, id);
    if (report === undefined) throw fail('reports.not-found');
    if (state !== 'open') return 0;
    await repository.moveReport(tx, id, 'dismissed', { actor: { role: 'admin', id: admin.id }, reason });
    const about = { personId: report.reporterId, detail: report.model, words: reason };
    await recordStaffAction(tx, { kind: 'report-dismissed', actor: admin.id, ...about, at: clock.now() });
    return 1;
  });
}

function presentReport(row: repository.ReportRow): Report {
  const { model, time, sell, name, seller } = presentProduct(row);
  const { image, picture } = presentPictureForParties(row);
  return {
    _id: row.reportId,
    productId: row.id,
    image,
    picture,
    model,
    time,
    sell,
    problem: row.problem,
    name,
    email: row.sellerEmail,
    seller,
    reportUser: row.reporterName,
    reportEmail: row.reporterEmail,
    userPhoto: row.reporterPhotoUrl ?? '',
    reportedAt: row.reportedAt.toISOString(),
    state: row.reportState,
  };
}
