import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { advertisements } from '#db/tables/advertisements.ts';
import { products } from '#db/tables/products.ts';
import { users } from '#db/tables/users.ts';
import { openTestDatabase } from '#testing/database.ts';
import { type Executor, newId } from '#server/platform/postgres/database.ts';
import { topicsIfWritten, writeAndPublish, writeUnpublished } from './write-and-publish.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let published: string[];

beforeEach(async () => {
  published = [];
  opened = await openTestDatabase((topics) => void published.push(...topics));
});
afterEach(() => opened.close());

// The types are tested: the statements are only built.
test('a table that public pages show cannot be written without saying what changed', () => {
  const { db } = opened;
  // @ts-expect-error -- if this line compiles, what changes on a phone may stay in caches
  void db.update(products).set({ model: '' });
  // @ts-expect-error -- the same for a new person
  void db.insert(users).values({ id: '', name: '', email: '' });
  // @ts-expect-error -- the same for a removed advertisement
  void db.delete(advertisements).where(eq(advertisements.id, ''));
});

test('what a statement changed is published after it, or after the commit of its transaction', async () => {
  const { db } = opened;
  const id = newId();
  await writeUnpublished(db).insert(users).values({ id, name: 'Mina', email: 'mina@example.com' });
  expect(published).toEqual([]);

  const rename = (executor: Executor, name: string) =>
    writeAndPublish(executor, [`renamed to ${name}`], (shown) =>
      shown.update(users).set({ name }).where(eq(users.id, id)),
    );
  await rename(db, 'Ada');
  expect(published).toEqual(['renamed to Ada']);
  await db.transaction(async (tx) => {
    await rename(tx, 'Grace');
    expect(published).toEqual(['renamed to Ada']);
  });
  expect(published).toEqual(['renamed to Ada', 'renamed to Grace']);
});

test('a statement that found no row has changed nothing', async () => {
  const remove = (id: string) =>
    writeAndPublish(opened.db, topicsIfWritten(`removed ${id}`), (shown) =>
      shown.delete(users).where(eq(users.id, id)),
    );
  const id = newId();
  await writeUnpublished(opened.db).insert(users).values({ id, name: 'Mina', email: 'mina@example.com' });
  await remove(newId());
  expect(published).toEqual([]);
  await remove(id);
  expect(published).toEqual([`removed ${id}`]);
});
