import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';

import { deletedAddress } from '#contract/deleted-address.ts';
import { users } from '#db/tables/users.ts';
import { topicsIfWritten, writeAndPublish } from '#server/platform/changes/write-and-publish.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { isBefore } from '#server/platform/postgres/list-page.ts';
import { anySellerTopic, personTopic, sellerTopic } from './name-topics.ts';

export type UserRow = typeof users.$inferSelect;

const isPresent = isNull(users.removedAt);

/** The topics of pages that show a person, and of those that count or compare sellers. */
const allTopicsOf = (id: string): readonly string[] => [personTopic(id), sellerTopic(id), anySellerTopic];

/** The person by id, unless they were removed. */
export async function findUser(db: Executor, id: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isPresent));
  return row;
}

export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  // PostgreSQL's type `text` accepts no NUL, so no account has such an address.
  if (email.includes('\u0000')) return undefined;
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email.trim().toLowerCase()), isPresent));
  return row;
}

/** A person who was not removed, their row locked until the transaction ends. */
export async function lockPresent(db: Executor, id: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isPresent))
    .for('no key update');
  return row;
}

export async function listUsers(
  db: Executor,
  filter: { userType: UserRow['userType'] | undefined; beforeId: string | undefined; limit: number },
): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(
      and(
        isPresent,
        // The lists contain buyers and sellers; admins are left out, so that they cannot be deleted there.
        eq(users.role, 'user'),
        // A person who signed in with Google and has not finished signing up has no type yet.
        filter.userType === undefined
          ? undefined
          : and(eq(users.userType, filter.userType), isNotNull(users.registeredAt)),
        isBefore(users.id, filter.beforeId),
      ),
    )
    .orderBy(desc(users.id))
    .limit(filter.limit);
}

export async function updateUser(
  db: Executor,
  id: string,
  changes: Partial<
    Pick<UserRow, 'name' | 'photoUrl' | 'city' | 'about' | 'languages' | 'userType' | 'registeredAt' | 'role'>
  >,
): Promise<number> {
  const { name, photoUrl } = changes;
  const noted = name === undefined ? {} : { formerNames: formerNamesBefore(name) };
  // Only sellers are on other public pages: on their cards, with name and photo. These changes do not affect what is
  // counted or compared.
  const isOnCards = name !== undefined || photoUrl !== undefined;
  const topics = (rows: readonly Pick<UserRow, 'userType'>[]) =>
    isOnCards && rows.some(({ userType }) => userType === 'Seller')
      ? [personTopic(id), sellerTopic(id)]
      : [personTopic(id)];
  const rows = await writeAndPublish(db, topics, (shown) =>
    shown
      .update(users)
      .set({ ...changes, ...noted, updatedAt: sql`now()` })
      .where(and(eq(users.id, id), isPresent))
      .returning({ userType: users.userType }),
  );
  return rows.length;
}

/** At most this many, so that nobody can fill their row. */
const maxFormerNames = 50;

/** A person's former names when `name` replaces the present one, the newest last. */
const formerNamesBefore = (name: string) =>
  sql<string[]>`case when ${users.name} = ${name} or ${users.name} = any(${users.formerNames})
    then ${users.formerNames}
    else (array_append(${users.formerNames}, ${users.name}))[greatest(1, cardinality(${users.formerNames}) + 2 - ${maxFormerNames}::int):]
    end`;

/** {@link updateUser} with the defined changes only. @returns how many rows changed */
export async function updateGiven(
  db: Executor,
  id: string,
  changes: Parameters<typeof updateUser>[2],
): Promise<number> {
  const given = Object.values(changes).some((value) => value !== undefined);
  return given ? updateUser(db, id, changes) : 0;
}

/** Empties what a person's public page shows besides their name, which is replaced if another one is given. */
export async function clearPublicPage(db: Executor, id: string, name?: string): Promise<void> {
  const nothing = { photoUrl: null, city: '', about: '', languages: [] };
  await updateUser(db, id, name === undefined ? nothing : { ...nothing, name });
}

/** Marks a seller as verified. @returns how many rows changed: 0 if they were already */
export async function markVerified(db: Executor, id: string): Promise<number> {
  const { rowCount } = await writeAndPublish(db, topicsIfWritten(...allTopicsOf(id)), (shown) =>
    shown
      .update(users)
      .set({ verifiedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(eq(users.id, id), eq(users.userType, 'Seller'), isNull(users.verifiedAt), isPresent)),
  );
  return rowCount ?? 0;
}

/** Revokes a seller's verification. @returns how many rows changed */
export async function markUnverified(db: Executor, id: string): Promise<number> {
  const { rowCount } = await writeAndPublish(db, topicsIfWritten(...allTopicsOf(id)), (shown) =>
    shown
      .update(users)
      .set({ verifiedAt: null, updatedAt: sql`now()` })
      .where(and(eq(users.id, id), isNotNull(users.verifiedAt), isPresent)),
  );
  return rowCount ?? 0;
}

/**
 * Removes a person and frees their e-mail address, which remains readable for the other side of their orders.
 *
 * @param eraseDueAt when the remaining data are erased
 */
export async function markRemoved(db: Executor, id: string, eraseDueAt?: Date): Promise<number> {
  const { rowCount } = await writeAndPublish(db, allTopicsOf(id), (shown) =>
    shown
      .update(users)
      .set({
        removedAt: sql`now()`,
        removedEmail: sql`${users.email}`,
        email: deletedAddress(id),
        leavingAt: null,
        ...(eraseDueAt === undefined ? {} : { eraseDueAt }),
        updatedAt: sql`now()`,
      })
      .where(and(eq(users.id, id), isPresent)),
  );
  return rowCount ?? 0;
}

/** Makes a buyer a seller. @returns how many rows changed: 0 if they were one already */
export async function markSeller(db: Executor, id: string): Promise<number> {
  const { rowCount } = await writeAndPublish(db, [personTopic(id), anySellerTopic], (shown) =>
    shown
      .update(users)
      .set({ userType: 'Seller', updatedAt: sql`now()` })
      .where(and(eq(users.id, id), eq(users.userType, 'Buyer'), isPresent)),
  );
  return rowCount ?? 0;
}

/** The person by id, including removed ones. */
export async function findAnyUser(db: Executor, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row;
}

const isActiveAdmin = and(
  eq(users.role, 'admin'),
  isPresent,
  isNull(users.leavingAt),
  isNull(users.suspendedAt),
);

/**
 * Ids of the admins who are neither leaving nor suspended, locked: if two admins delete each other, only one may
 * succeed.
 */
export async function lockAdmins(db: Executor): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(isActiveAdmin)
    .orderBy(users.id)
    .for('update');
  return rows.map(({ id }) => id);
}

/** Ids of the admins who are told what happens: neither leaving nor suspended. */
export async function listAdmins(db: Executor): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(isActiveAdmin).orderBy(users.id);
  return rows.map(({ id }) => id);
}

/** Whether there is any admin who was not removed. */
export const hasAdmin = async (db: Executor): Promise<boolean> =>
  (await db.$count(users, and(eq(users.role, 'admin'), isPresent))) > 0;

/** Names and e-mail addresses by id, including removed people. */
export async function listContacts(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Contact>> {
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      email: sql<string>`coalesce(${users.removedEmail}, ${users.email})`,
    })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]));
}

export interface Contact {
  readonly name: string;
  readonly email: string;
}

/** The recipient of a notification. */
export interface Recipient {
  /** Undefined once the account is erased: nobody can be reached under what replaces the address. */
  readonly email: string | undefined;
  /** False for a removed person. */
  readonly isPresent: boolean;
}

/** E-mail addresses by id, including removed people. None of them can be removed until the transaction ends. */
export async function lockContacts(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Recipient>> {
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      removedEmail: users.removedEmail,
      removedAt: users.removedAt,
      erasedAt: users.erasedAt,
    })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.id)
    .for('share');
  return new Map(
    rows.map(({ id, email, removedEmail, removedAt, erasedAt }) => [
      id,
      { email: erasedAt === null ? (removedEmail ?? email) : undefined, isPresent: removedAt === null },
    ]),
  );
}

/** A person's stored photo, including removed people. */
export async function findPhotoUrl(db: Executor, id: string): Promise<string | null> {
  const [row] = await db.select({ photoUrl: users.photoUrl }).from(users).where(eq(users.id, id));
  return row?.photoUrl ?? null;
}

/** Replaces the photo of a removed person by the URL under which it may still be seen. */
export async function replacePhotoOfRemoved(db: Executor, id: string, photoUrl: string): Promise<void> {
  await writeAndPublish(db, [sellerTopic(id), anySellerTopic], (shown) =>
    shown
      .update(users)
      .set({ photoUrl })
      .where(and(eq(users.id, id), isNotNull(users.removedAt))),
  );
}
