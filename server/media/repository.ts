import { and, eq, inArray, lt, not, or, sql, type SQL } from 'drizzle-orm';

import { images } from '#db/tables/media.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';

export type ImageRow = typeof images.$inferSelect;

/**
 * Creates the row of a picture, or touches the existing one with the same content. A stored one remains stored; in any
 * other state it becomes pending, and the caller must write its files. Waits for a running removal.
 */
export async function claimImage(
  db: Executor,
  image: Omit<typeof images.$inferInsert, 'state' | 'touchedAt' | 'createdAt'>,
): Promise<ImageRow> {
  const [row] = await db
    .insert(images)
    .values({ ...image, state: 'pending' })
    .onConflictDoUpdate({
      target: images.hash,
      set: {
        touchedAt: sql`now()`,
        withheldAt: null,
        preview: image.preview,
        shortSide: sql`greatest(${images.shortSide}, excluded.short_side)`,
        state: sql`case when ${images.state} = 'stored' then 'stored' else 'pending' end`,
        // An interrupted removal may have deleted the AVIF files.
        avifWidths: sql`case when ${images.state} = 'stored' then ${images.avifWidths} end`,
        avifAttempts: sql`case when ${images.state} = 'stored' then ${images.avifAttempts} else 0 end`,
      },
    })
    .returning();
  if (row === undefined) throw new Error('an upsert returned no row');
  return row;
}

/** False if the row was deleted while its files were being written. */
export async function markStored(db: Executor, id: string): Promise<boolean> {
  const result = await db
    .update(images)
    .set({ state: 'stored' })
    .where(and(eq(images.id, id), inArray(images.state, ['pending', 'stored'])));
  return result.rowCount === 1;
}

/**
 * Touches the stored pictures with these hashes and returns them. They are locked in a fixed order, so that concurrent
 * uses of the same pictures cannot deadlock.
 */
export async function touchImages(db: Executor, hashes: readonly string[]): Promise<ImageRow[]> {
  const locked = db
    .select({ id: images.id })
    .from(images)
    .where(and(inArray(images.hash, hashes), eq(images.state, 'stored')))
    .orderBy(images.hash)
    .for('no key update');
  return db
    .update(images)
    .set({ touchedAt: sql`now()` })
    .where(inArray(images.id, locked))
    .returning();
}

/**
 * Marks pictures that were not touched since `before` and are not referenced: as withheld if a removed object had them,
 * else for removal. Pictures withheld before `longBefore` that nothing needs are marked for removal, too.
 *
 * @returns the ids of all that are marked, including those that were marked before
 */
export async function markUnused(
  db: Executor,
  { before, longBefore, now }: { before: Date; longBefore: Date; now: Date },
  { references, former, needed }: References,
): Promise<{ withheld: string[]; removing: string[] }> {
  const isOpen = inArray(images.state, ['pending', 'stored']);
  const isUnused = and(isOpen, lt(images.touchedAt, before), isReferencedByNone(references));
  const isFormer = or(...former) ?? sql`false`;
  await db
    .update(images)
    .set({
      state: sql`case when ${isFormer} then 'withheld' else 'removing' end`,
      withheldAt: sql`case when ${isFormer} then ${now.toISOString()}::timestamptz end`,
    })
    .where(isUnused);
  // Separate statements: joined by `or`, each picture would be searched for in every reference.
  const isDue = and(
    eq(images.state, 'withheld'),
    lt(images.withheldAt, longBefore),
    isReferencedByNone(needed),
  );
  await db.update(images).set({ state: 'removing' }).where(isDue);
  const rows = await db
    .select({ id: images.id, state: images.state })
    .from(images)
    .where(inArray(images.state, ['withheld', 'removing']));
  const idsIn = (state: ImageRow['state']) => rows.filter((row) => row.state === state).map(({ id }) => id);
  return { withheld: idsIn('withheld'), removing: idsIn('removing') };
}

/** Conditions on `images`: existing objects that show a picture, removed objects that had it, and what still needs it. */
export interface References {
  readonly references: readonly SQL[];
  readonly former: readonly SQL[];
  readonly needed: readonly SQL[];
}

const isReferencedByNone = (references: readonly SQL[]) => and(...references.map((each) => not(each)));

/**
 * Marks the stored pictures among these that are no longer referenced as withheld. They are locked first, so that the
 * second statement sees a reference that a concurrent transaction adds. @returns their ids
 */
export async function withholdUnused(
  tx: Transaction,
  ids: readonly string[],
  references: readonly SQL[],
): Promise<string[]> {
  const isOne = and(inArray(images.id, [...ids]), eq(images.state, 'stored'));
  await tx.select({ id: images.id }).from(images).where(isOne).orderBy(images.hash).for('update');
  const rows = await tx
    .update(images)
    .set({ state: 'withheld', withheldAt: sql`now()` })
    .where(and(isOne, isReferencedByNone(references)))
    .returning({ id: images.id });
  return rows.map(({ id }) => id);
}

/** Locks a picture in this state until the transaction ends. */
export async function lockInState(
  tx: Transaction,
  id: string,
  state: ImageRow['state'],
): Promise<ImageRow | undefined> {
  const [row] = await tx
    .select()
    .from(images)
    .where(and(eq(images.id, id), eq(images.state, state)))
    .for('update');
  return row;
}

export async function findByHash(db: Executor, hash: string): Promise<ImageRow | undefined> {
  const [row] = await db.select().from(images).where(eq(images.hash, hash));
  return row;
}

/**
 * Keeps the row of a picture whose files are deleted, for objects that still reference it. @returns whether there are
 * any
 */
export async function markRemoved(tx: Transaction, id: string, former: readonly SQL[]): Promise<boolean> {
  const result = await tx
    .update(images)
    .set({ state: 'removed', avifWidths: null })
    .where(and(eq(images.id, id), or(...former) ?? sql`false`));
  return result.rowCount === 1;
}

/** Deletes the row if it is still in that state; uploads of the same content wait until the transaction ends. */
export async function removeImage(
  tx: Transaction,
  id: string,
  state: ImageRow['state'],
): Promise<ImageRow | undefined> {
  const [row] = await tx
    .delete(images)
    .where(and(eq(images.id, id), eq(images.state, state)))
    .returning();
  return row;
}

export async function restoreImage(db: Executor, id: string): Promise<void> {
  await db
    .update(images)
    .set({ state: 'stored' })
    .where(and(eq(images.id, id), eq(images.state, 'removing')));
}

/** A stored picture whose AVIF is neither decided nor given up. */
export async function findWithoutAvif(db: Executor, id: string): Promise<ImageRow | undefined> {
  const [row] = await db
    .select()
    .from(images)
    .where(and(eq(images.id, id), isWithoutAvif));
  return row;
}

/** A picture's place in the order in which AVIF is made. */
export type AvifPlace = Pick<ImageRow, 'id' | 'avifAttempts'>;

/**
 * The next picture after a place, or the first one, among those from before a time; in the order of attempts, the
 * fewest first.
 */
export async function findPlaceWithoutAvif(
  db: Executor,
  before: Date,
  after?: AvifPlace,
): Promise<AvifPlace | undefined> {
  const isAfter =
    after && sql`(${images.avifAttempts}, ${images.id}) > (${after.avifAttempts}, ${after.id}::uuid)`;
  const [row] = await db
    .select({ id: images.id, avifAttempts: images.avifAttempts })
    .from(images)
    .where(and(isWithoutAvif, lt(images.createdAt, before), isAfter))
    .orderBy(images.avifAttempts, images.id)
    .limit(1);
  return row;
}

const isWithoutAvif = sql`avif_widths is null and state = 'stored' and avif_attempts < 3`;

export async function countAvifAttempts(db: Executor, id: string, more: number): Promise<void> {
  await db
    .update(images)
    .set({ avifAttempts: sql`${images.avifAttempts} + ${more}` })
    .where(eq(images.id, id));
}

/**
 * Locks the row of a stored picture against deletion and updates until the transaction ends. It takes the lock of an
 * update: with a weaker lock first, the later update could deadlock with a listing that uses the picture.
 */
export async function lockStored(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: images.id })
    .from(images)
    .where(and(eq(images.id, id), eq(images.state, 'stored')))
    .for('no key update');
  return rows.length === 1;
}

export async function setAvifWidths(db: Executor, id: string, avifWidths: number[]): Promise<void> {
  await db.update(images).set({ avifWidths }).where(eq(images.id, id));
}

/**
 * Gives pictures of an earlier version their mean colour as preview. It is in the first bytes of their ThumbHash
 * (evanw.github.io/thumbhash), as lightness and two axes of colour of six bits each.
 *
 * @returns how many, up to `limit`
 */
export async function fillPreviews(db: Executor, limit: number): Promise<number> {
  const result = await db.execute(sql`
    update ${images} set thumbhash = '', preview = coalesce((
      select '#' || string_agg(lpad(to_hex(round(255 * least(1, greatest(0, level)))::int), 2, '0'), '' order by place)
      from (select decode(${images.thumbhash}, 'base64') as hash) as decoded
      cross join lateral (select get_byte(hash, 0) + 256 * get_byte(hash, 1) + 65536 * get_byte(hash, 2) as head) as read
      cross join lateral (
        select (head & 63) / 63.0 as l, (head >> 6 & 63) / 31.5 - 1 as p, (head >> 12 & 63) / 31.5 - 1 as q
      ) as mean
      cross join lateral (
        values (1, l + p / 3 + q / 2), (2, l + p / 3 - q / 2), (3, l - p * 2 / 3)
      ) as colour (place, level)
      where octet_length(hash) > 4
    ), '')
    where id in (select id from ${images} where thumbhash <> '' limit ${limit})`);
  return result.rowCount ?? 0;
}

/**
 * A condition on `images`, true for a picture that is in use. References are searched for, not counted: a counter could
 * become wrong, and a deleted reference needs no further code.
 */
export type PictureReference = SQL;
