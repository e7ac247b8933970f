import type { Page, PageQuery } from '#contract/page.ts';
import type { differenceLists, LedgerDifference, Reconciliation } from '#contract/reconciliation.ts';
import { differenceReasonNames } from '#contract/reconciliation-words.ts';
import type { Clock } from '#server/platform/clock.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import type { WatchedCount } from '#server/platform/log/metrics.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { actionsFor } from './act-on-difference.ts';
import * as repository from './repository.ts';
import { countOverdue, listDifferences, type ShownDifference } from './store-differences.ts';

export { compareBooks } from './compare-books.ts';

/** Comparisons, newest first. */
export async function presentRuns(db: Executor, { cursor, limit }: PageQuery): Promise<Page<Reconciliation>> {
  const rows = await repository.listRuns(db, idAfter(cursor), limit + 1);
  const page = pageOf(rows, limit, ({ run }) => run.id);
  const items = page.items.map(({ run, requestedBy }) => ({
    _id: run.id,
    startedAt: run.startedAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
    failure: run.failure,
    requestedBy,
    movements: run.movements,
    ledgerCents: run.ledgerCents,
    processorCents: run.processorCents,
    differences: run.differences,
  }));
  return { ...page, items };
}

/** The differences between the ledger and the processor, newest first. */
export async function presentDifferences(
  { db, clock }: { readonly db: Executor; readonly clock: Clock },
  { cursor, limit, show }: PageQuery & { readonly show: (typeof differenceLists)[number] },
): Promise<Page<LedgerDifference>> {
  const now = clock.now();
  const rows = await listDifferences(db, { show, beforeId: idAfter(cursor), limit: limit + 1, now });
  const page = pageOf(rows, limit, ({ row }) => row.id);
  return { ...page, items: page.items.map(presentDifference) };
}

function presentDifference({ row, explainedBy, isOverdue }: ShownDifference): LedgerDifference {
  return {
    _id: row.id,
    key: row.key,
    reason: row.reason,
    actions: row.closedAt === null ? [...actionsFor(row.reason)] : [],
    processorCents: row.processorCents,
    ledgerCents: row.ledgerCents,
    happenedAt: row.happenedAt.toISOString(),
    foundAt: row.foundAt.toISOString(),
    isOverdue,
    transactionId: row.charge,
    orderId: row.orderId,
    explanation: row.explanation,
    explainedBy,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

/** How many differences need attention, for `/metrics`. */
export const overdueDifferenceCount = (db: Executor, clock: Clock): WatchedCount => ({
  name: 'ledger_differences_overdue',
  help: 'Differences between the ledger and the card processor that are older than their reason allows',
  label: 'reason',
  values: differenceReasonNames,
  count: () => countOverdue(db, clock.now()),
});
