/** SQL of people who leave, from their request to the erasure of their account. */
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';

import { deletedAddress } from '#contract/deleted-address.ts';
import { users } from '#db/tables/users.ts';
import { writeAndPublish, writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { anySellerTopic, personTopic, sellerTopic } from './name-topics.ts';

/** An account that is due to be erased. */
export type ErasableUser = Pick<typeof users.$inferSelect, 'id' | 'email' | 'removedEmail' | 'removedAt'>;

const isPresent = isNull(users.removedAt);

/** @returns whether the person exists and was not leaving before */
export async function markLeaving(
  tx: Transaction,
  id: string,
  { now, eraseDueAt }: { now: Date; eraseDueAt: Date },
): Promise<boolean> {
  const { rowCount } = await writeAndPublish(tx, [personTopic(id), sellerTopic(id)], (shown) =>
    shown
      .update(users)
      .set({ leavingAt: now, eraseDueAt, updatedAt: sql`now()` })
      .where(and(eq(users.id, id), isPresent, isNull(users.leavingAt))),
  );
  return rowCount === 1;
}

/** Undoes the deletion that a person has begun. @returns whether there was one */
export async function clearLeaving(db: Executor, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await writeAndPublish(db, [personTopic(id), sellerTopic(id)], (shown) =>
    shown
      .update(users)
      .set({ leavingAt: null, eraseDueAt: null, cameBackAt: now, updatedAt: sql`now()` })
      .where(and(eq(users.id, id), isPresent, isNotNull(users.leavingAt))),
  );
  return rowCount === 1;
}

/** Whether a person was neither removed nor is leaving; until the transaction ends, they cannot begin to. */
export async function isNotLeaving(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isPresent, isNull(users.leavingAt)))
    .for('share');
  return rows.length > 0;
}

/** When a person last undid their deletion. */
export async function findReturnedAt(db: Executor, id: string): Promise<Date | null> {
  const [row] = await db.select({ at: users.cameBackAt }).from(users).where(eq(users.id, id));
  return row?.at ?? null;
}

/** Accounts whose erasure is due, the longest due first. */
export async function listErasureDue(db: Executor, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(lte(users.eraseDueAt, now))
    .orderBy(asc(users.eraseDueAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** An account whose erasure is due, its row locked until the transaction ends. */
export async function lockErasable(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<ErasableUser | undefined> {
  const [row] = await tx
    .select({
      id: users.id,
      email: users.email,
      removedEmail: users.removedEmail,
      removedAt: users.removedAt,
    })
    .from(users)
    .where(and(eq(users.id, id), lte(users.eraseDueAt, now)))
    .for('update');
  return row;
}

export async function postponeErasure(tx: Transaction, id: string, eraseDueAt: Date): Promise<void> {
  await writeUnpublished(tx).update(users).set({ eraseDueAt }).where(eq(users.id, id));
}

/** Overwrites a person's data; the row remains, because others refer to it. */
export async function eraseUser(tx: Transaction, id: string, name: string): Promise<void> {
  const nothing = {
    email: deletedAddress(id),
    removedEmail: null,
    emailVerified: false,
    formerNames: [],
    photoUrl: null,
    city: '',
    about: '',
    languages: [],
    verifiedAt: null,
    leavingAt: null,
    cameBackAt: null,
    eraseDueAt: null,
  };
  await writeAndPublish(tx, [personTopic(id), sellerTopic(id), anySellerTopic], (shown) =>
    shown
      .update(users)
      .set({ ...nothing, name, erasedAt: sql`now()`, updatedAt: sql`now()` })
      .where(eq(users.id, id)),
  );
}
