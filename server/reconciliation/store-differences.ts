/** SQL of the differences between the ledger and the processor. */
import { and, desc, eq, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';

import { hourMs } from '#contract/durations.ts';
import type { differenceLists } from '#contract/reconciliation.ts';
import { differenceReasonNames, differenceReasons } from '#contract/reconciliation-words.ts';
import { ledgerDifferences } from '#db/tables/reconciliation.ts';
import { users } from '#db/tables/users.ts';
import { countBy } from '#server/platform/postgres/count-by.ts';
import { type Executor, newId } from '#server/platform/postgres/database.ts';
import { isBefore } from '#server/platform/postgres/list-page.ts';
import type { Difference } from './compare-keys.ts';

export type DifferenceRow = typeof ledgerDifferences.$inferSelect;

/** Stores new differences, and the current state of open ones. An explanation is valid only for its amounts. */
export async function storeDifferences(
  db: Executor,
  differences: readonly Difference[],
  now: Date,
): Promise<void> {
  if (differences.length === 0) return;
  const isSame = sql`(ledger_differences.processor_cents, ledger_differences.ledger_cents) =
    (excluded.processor_cents, excluded.ledger_cents)`;
  const kept = (column: string) =>
    sql`case when ${isSame} then ledger_differences.${sql.identifier(column)} end`;
  await db
    .insert(ledgerDifferences)
    .values(differences.map((each) => ({ id: newId(), ...each, foundAt: now })))
    .onConflictDoUpdate({
      target: ledgerDifferences.key,
      targetWhere: isNull(ledgerDifferences.closedAt),
      set: {
        reason: sql`excluded.reason`,
        processorCents: sql`excluded.processor_cents`,
        ledgerCents: sql`excluded.ledger_cents`,
        source: sql`excluded.source`,
        charge: sql`excluded.charge`,
        orderId: sql`excluded.order_id`,
        explanation: kept('explanation'),
        explainedBy: kept('explained_by'),
        explainedAt: kept('explained_at'),
      },
    });
}

/** Closes the open differences of events that agree now. @returns how many */
export async function closeDifferences(db: Executor, keys: readonly string[], now: Date): Promise<number> {
  if (keys.length === 0) return 0;
  const { rowCount } = await db
    .update(ledgerDifferences)
    .set({ closedAt: now })
    .where(and(isOpen, sql`${ledgerDifferences.key} = any(${sql.param(keys)})`));
  return rowCount ?? 0;
}

const isOpen = isNull(ledgerDifferences.closedAt);

/** The difference of the whole balance, which belongs to no event. */
export const balanceKey = 'balance';

const isOfEvent = ne(ledgerDifferences.key, balanceKey);

/** The open differences of events, including explained ones. */
export const listOpen = (db: Executor): Promise<DifferenceRow[]> =>
  db.select().from(ledgerDifferences).where(and(isOpen, isOfEvent));

/** The sum of the open differences of events. */
export async function sumDifferences(db: Executor): Promise<number> {
  const [row] = await db
    .select({
      cents: sql<string>`coalesce(sum(${ledgerDifferences.processorCents} - ${ledgerDifferences.ledgerCents}), 0)`,
    })
    .from(ledgerDifferences)
    .where(and(isOpen, isOfEvent));
  return Number(row?.cents ?? 0);
}

/** How many differences are open. */
export const countOpen = (db: Executor): Promise<number> => db.$count(ledgerDifferences, isOpen);

const isUnexplained = isNull(ledgerDifferences.explainedAt);

/** Older than its reason allows. */
function isOverdue(now: Date): SQL | undefined {
  const late = differenceReasonNames.flatMap((reason) => {
    const { overdueAfterHours } = differenceReasons[reason];
    if (overdueAfterHours === null) return [];
    const since = new Date(now.getTime() - overdueAfterHours * hourMs);
    return [and(eq(ledgerDifferences.reason, reason), lt(ledgerDifferences.happenedAt, since))];
  });
  return and(isOpen, isUnexplained, or(...late));
}

type Show = (typeof differenceLists)[number];

const shown = (show: Show, now: Date): SQL | undefined => {
  if (show === 'closed') return isNotNull(ledgerDifferences.closedAt);
  if (show === 'overdue') return isOverdue(now);
  return and(isOpen, show === 'open' ? isUnexplained : isNotNull(ledgerDifferences.explainedAt));
};

/** A difference, with the address of the person who explained it, and whether it has been open for too long. */
export type ShownDifference = Awaited<ReturnType<typeof listDifferences>>[number];

/** Differences, newest first. */
export async function listDifferences(
  db: Executor,
  { show, beforeId, limit, now }: { show: Show; beforeId: string | undefined; limit: number; now: Date },
) {
  return db
    .select({
      row: ledgerDifferences,
      explainedBy: users.email,
      isOverdue: sql<boolean>`coalesce(${isOverdue(now)}, false)`,
    })
    .from(ledgerDifferences)
    .leftJoin(users, eq(users.id, ledgerDifferences.explainedBy))
    .where(and(shown(show, now), isBefore(ledgerDifferences.id, beforeId)))
    .orderBy(desc(ledgerDifferences.id))
    .limit(limit);
}

/** How many need attention, by reason. */
export const countOverdue = (db: Executor, now: Date): Promise<ReadonlyMap<string, number>> =>
  countBy(db, ledgerDifferences.reason, isOverdue(now));

export async function findDifference(db: Executor, id: string): Promise<DifferenceRow | undefined> {
  const [row] = await db.select().from(ledgerDifferences).where(eq(ledgerDifferences.id, id));
  return row;
}

/** An open difference, locked. */
export async function lockOpenDifference(db: Executor, id: string): Promise<DifferenceRow | undefined> {
  const [row] = await db
    .select()
    .from(ledgerDifferences)
    .where(and(eq(ledgerDifferences.id, id), isOpen))
    .for('update');
  return row;
}

/** Stores why an open difference is accepted. */
export async function storeExplanation(
  db: Executor,
  id: string,
  { explanation, explainedBy, explainedAt }: { explanation: string; explainedBy: string; explainedAt: Date },
): Promise<void> {
  await db
    .update(ledgerDifferences)
    .set({ explanation, explainedBy, explainedAt })
    .where(eq(ledgerDifferences.id, id));
}
