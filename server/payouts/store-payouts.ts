/** SQL of payouts and of the attempts to reverse them. */
import { and, asc, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';

import { payoutMachine, type PayoutState, reversalMachine } from '#contract/payouts-machine.ts';
import { type Actor, system } from '#contract/states.ts';
import { payoutExports, payoutReversals, payouts } from '#db/tables/payouts.ts';
import { users } from '#db/tables/users.ts';
import { type Executor, newId, type Transaction } from '#server/platform/postgres/database.ts';
import { isBefore } from '#server/platform/postgres/list-page.ts';
import { type Change, create, storedMachine, transition } from '#server/platform/states/transition.ts';

export type PayoutRow = typeof payouts.$inferSelect;
export type ReversalRow = typeof payoutReversals.$inferSelect;
export type NewPayout = Omit<typeof payouts.$inferInsert, 'id' | 'state'>;

const machine = storedMachine(payoutMachine, payouts);
const reversals = storedMachine(reversalMachine, payoutReversals);

/**
 * Sets money aside. The seller's row must be locked, and nothing of theirs may be set aside already. @returns its id
 */
export async function insertPayout(tx: Transaction, row: NewPayout, actor: Actor = system): Promise<string> {
  const id = newId();
  await create(tx, machine, id, actor, tx.insert(payouts).values({ id, ...row }));
  return id;
}

export async function findPayout(db: Executor, id: string): Promise<PayoutRow | undefined> {
  const [row] = await db.select().from(payouts).where(eq(payouts.id, id));
  return row;
}

export async function lockPayout(tx: Transaction, id: string): Promise<PayoutRow | undefined> {
  const [row] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('update');
  return row;
}

export async function findByTransfer(db: Executor, transferId: string): Promise<PayoutRow | undefined> {
  const [row] = await db.select().from(payouts).where(eq(payouts.transferId, transferId));
  return row;
}

/** Whether the processor has refused to make its transfer: its reason is for us, not for the seller. */
export const isRefusedTransfer = ({ method, state, transferId }: PayoutRow): boolean =>
  method === 'stripe' && state === 'failed' && transferId === null;

type PayoutChanges = Partial<Omit<typeof payouts.$inferInsert, 'id' | 'state'>>;

/** Changes the state of a locked payout. */
export const movePayout = (
  tx: Transaction,
  id: string,
  to: PayoutState,
  { actor = system, reason, ...changes }: PayoutChanges & Partial<Pick<Change, 'actor' | 'reason'>>,
): Promise<void> => transition(tx, machine, id, to, { actor, reason }, changes);

export async function changePayout(db: Executor, id: string, changes: PayoutChanges): Promise<void> {
  await db.update(payouts).set(changes).where(eq(payouts.id, id));
}

/** After a failure that the processor would repeat for the same attempt. Several processes may have made that attempt. */
export async function beginNextAttempt(db: Executor, { id, attempt }: PayoutRow): Promise<void> {
  const isCurrent = and(eq(payouts.id, id), eq(payouts.attempt, attempt));
  await db
    .update(payouts)
    .set({ attempt: attempt + 1 })
    .where(isCurrent);
}

/** {@link beginNextAttempt} of a reversal. */
export async function beginNextReversalAttempt(db: Executor, { id, attempt }: ReversalRow): Promise<void> {
  const isCurrent = and(eq(payoutReversals.id, id), eq(payoutReversals.attempt, attempt));
  await db
    .update(payoutReversals)
    .set({ attempt: attempt + 1 })
    .where(isCurrent);
}

/** The payout that is set aside for a seller and has not been sent. */
export async function findRequested(db: Executor, sellerId: string): Promise<PayoutRow | undefined> {
  const [row] = await db
    .select()
    .from(payouts)
    .where(and(eq(payouts.sellerId, sellerId), eq(payouts.state, 'requested')));
  return row;
}

/** Transfers that should have been made some time ago, and have not been. */
export async function listUnsent(db: Executor, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.state, 'requested'), eq(payouts.method, 'stripe'), lt(payouts.updatedAt, before)))
    .orderBy(asc(payouts.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** What was taken back of a payout for its sale, and not because a bank refused the payout. */
const takenBack = sql<string>`(select coalesce(sum(amount_cents), 0) from payout_reversals
  where payout_id = payouts.id and state = 'succeeded' and cause = 'debt')`;

/** A seller's payouts, newest first. */
export async function listOfSeller(
  db: Executor,
  sellerId: string,
  beforeId: string | undefined,
  limit: number,
) {
  const listing = sql<
    string | null
  >`(select listing ->> 'model' from bookings where bookings.id = payouts.order_id)`;
  return db
    .select({ payout: payouts, model: listing, takenBack })
    .from(payouts)
    .where(
      and(eq(payouts.sellerId, sellerId), ne(payouts.state, 'cancelled'), isBefore(payouts.id, beforeId)),
    )
    .orderBy(desc(payouts.id))
    .limit(limit);
}

/** The sum of a payout's reversals with this outcome. */
const back = (state: ReversalRow['state']) =>
  sql<string>`(select coalesce(sum(amount_cents), 0) from payout_reversals
    where payout_id = payouts.id and state = ${state})`;

/** Transfers of these orders that were made and not fully reversed, newest first, with the reversed amounts. */
export async function listSent(db: Executor, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  const rows = await db
    .select({
      payout: payouts,
      returned: back('succeeded'),
      refused: back('refused'),
      asked: back('requested'),
    })
    .from(payouts)
    .where(
      and(
        inArray(payouts.orderId, [...orderIds]),
        eq(payouts.method, 'stripe'),
        inArray(payouts.state, ['sent', 'paid']),
      ),
    )
    .orderBy(desc(payouts.id));
  return rows.map(({ payout, returned, refused, asked }) => ({
    payout,
    returnedCents: Number(returned),
    refusedCents: Number(refused),
    askedCents: Number(asked),
  }));
}

/** A condition on `payouts`: whether something of it has not been reversed. */
export const isLeft = sql`amount_cents > (select coalesce(sum(back.amount_cents), 0) from payout_reversals back
  where back.payout_id = payouts.id and back.state = 'succeeded')`;

/** Transfers that a bank has refused and that are not reversed yet. */
export async function listRefusedByBank(db: Executor, before: Date, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from payouts where method = 'stripe' and state in ('sent', 'paid') and failure_reason is not null
      and ${isLeft} and not exists (select from payout_reversals where payout_id = payouts.id
        and (state = 'requested' or updated_at > ${before.toISOString()}))
    limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Begins the reversal of a transfer, unless one is in progress. @returns its id */
export async function insertReversal(
  tx: Transaction,
  row: Pick<ReversalRow, 'payoutId' | 'cause' | 'amountCents'>,
): Promise<string | undefined> {
  const id = newId();
  const insert = tx
    .insert(payoutReversals)
    .values({ id, ...row })
    .onConflictDoNothing();
  return (await create(tx, reversals, id, system, insert)) ? id : undefined;
}

export async function findReversal(db: Executor, id: string): Promise<ReversalRow | undefined> {
  const [row] = await db.select().from(payoutReversals).where(eq(payoutReversals.id, id));
  return row;
}

/** A reversal by the processor's own id. */
export async function findReversalByProcessor(
  db: Executor,
  reversalId: string,
): Promise<ReversalRow | undefined> {
  const [row] = await db.select().from(payoutReversals).where(eq(payoutReversals.reversalId, reversalId));
  return row;
}

export async function lockReversal(tx: Transaction, id: string): Promise<ReversalRow | undefined> {
  const [row] = await tx.select().from(payoutReversals).where(eq(payoutReversals.id, id)).for('update');
  return row;
}

/** The attempts to reverse a payout. */
export async function listReversals(db: Executor, payoutId: string): Promise<ReversalRow[]> {
  return db.select().from(payoutReversals).where(eq(payoutReversals.payoutId, payoutId));
}

/** What of a payout has not been reversed, in cents. @param onlyCause counts the reversals of this cause alone */
export async function findLeft(
  db: Executor,
  { id, amountCents }: Pick<PayoutRow, 'id' | 'amountCents'>,
  onlyCause?: ReversalRow['cause'],
): Promise<number> {
  const made = (await listReversals(db, id)).filter(
    ({ state, cause }) => state === 'succeeded' && (onlyCause === undefined || cause === onlyCause),
  );
  return made.reduce((left, reversal) => left - reversal.amountCents, amountCents);
}

/** The processor has reversed it. */
export const endReversal = (tx: Transaction, id: string, reversalId: string): Promise<void> =>
  transition(tx, reversals, id, 'succeeded', { actor: system }, { reversalId });

/** The processor refuses to reverse it, for this reason. */
export const refuseReversal = (tx: Transaction, id: string, reason: string): Promise<void> =>
  transition(tx, reversals, id, 'refused', { actor: system, reason });

/** Reversals that should have been made some time ago. */
export async function listUnmadeReversals(db: Executor, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: payoutReversals.id })
    .from(payoutReversals)
    .where(and(eq(payoutReversals.state, 'requested'), lt(payoutReversals.updatedAt, before)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function insertExport(tx: Transaction, adminId: string, createdAt: Date): Promise<string> {
  const id = newId();
  await tx.insert(payoutExports).values({ id, adminId, createdAt });
  return id;
}

export async function hasExport(db: Executor, id: string): Promise<boolean> {
  const [row] = await db.select({ id: payoutExports.id }).from(payoutExports).where(eq(payoutExports.id, id));
  return row !== undefined;
}

/**
 * Whether a payout of a person is set aside or on its way. One that was reversed in full stays `sent`, as does one to an
 * account that was closed to us before the processor reported its arrival.
 */
export async function hasPayoutUnderWay(db: Executor, sellerId: string): Promise<boolean> {
  const isReported = or(
    isNull(payouts.accountId),
    sql`${payouts.accountId} = (select account_id from payout_sellers where seller_id = ${payouts.sellerId})`,
  );
  const [row] = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        eq(payouts.sellerId, sellerId),
        inArray(payouts.state, ['requested', 'sent']),
        isLeft,
        or(eq(payouts.state, 'requested'), isReported),
      ),
    )
    .limit(1);
  return row !== undefined;
}

const selectLines = (db: Executor) =>
  db
    .select({
      payout: payouts,
      name: users.name,
      email: sql<string>`coalesce(${users.removedEmail}, ${users.email})`,
    })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.sellerId))
    .$dynamic();

/** The undecided lines of an export, with their sellers. */
export const listUndecidedOf = (db: Executor, exportId: string) =>
  selectLines(db)
    .where(and(eq(payouts.exportId, exportId), eq(payouts.state, 'requested')))
    .orderBy(asc(payouts.id));

/** Lines of payouts by hand with their sellers, newest first. */
export const listByHand = (db: Executor, show: 'open' | 'all', beforeId: string | undefined, limit: number) =>
  selectLines(db)
    .where(
      and(
        eq(payouts.method, 'manual'),
        show === 'open' ? eq(payouts.state, 'requested') : undefined,
        isBefore(payouts.id, beforeId),
      ),
    )
    .orderBy(desc(payouts.id))
    .limit(limit);
