import { expect, test } from 'vitest';

import { findStateWriters } from './check-states.ts';

const machine = 'const machine = storedMachine(bookingMachine, bookings);';
const findIn = (text: string, path = 'server/bookings/repository.ts') =>
  findStateWriters(
    new Map([
      ['server/bookings/machine.ts', machine],
      [path, text],
    ]),
  ).map(({ line }) => line);

test.each([
  ["await db.update(bookings).set({ state: 'paid' }).where(x);"],
  ['await db\n  .update(bookings)\n  .set({ updatedAt: now, state })\n  .where(x);'],
  ["await db.insert(bookings).values({ id, state: 'paid' });"],
  ['await db.update(bookings).set({ ...changes, updatedAt: now }).where(x);'],
  ["function f(changes: Partial<Pick<Row, 'state' | 'phone'>>) { db.update(bookings).set({ ...changes }); }"],
  ["await tx.execute(sql`update bookings set state = 'paid' where id = 1`);"],
  ["await tx.execute(sql`update bookings set phone = '1', state = 'paid' where id = 1`);"],
  ['await tx.execute(sql`UPDATE "bookings" b SET "state" = \'paid\'`);'],
  ["await tx.execute(sql`update ${bookings} set state = 'paid'`);"],
  ["await tx.execute(sql`insert into bookings (id, state) values (1, 'paid')`);"],
  ["await tx.execute(sql`update only bookings set state = 'paid'`);"],
  ["await db.update(bookings).set({ ['state']: 'paid' }).where(x);"],
  ['await db.update(bookings).set(change).where(x);'],
  ["await db.insert(bookings).values({ id }).onConflictDoUpdate({ target, set: { state: 'paid' } });"],
  ['await db.update(bookings).set({ [column]: value }).where(x);'],
  ["import { bookings as holds } from '#db/tables/bookings.ts'; db.update(holds).set({ state: 'paid' });"],
  ["const table = bookings; await db.update(table).set({ state: 'paid' });"],
  ["import * as tables from '#db/tables/bookings.ts'; db.update(tables.bookings).set({ state: 'paid' });"],
  ["const table = tables.bookings; await db.update(table).set({ state: 'paid' });"],
  ["await tx.execute(sql`update ${tables.bookings} set state = 'paid'`);"],
  ["const table = bookings; await tx.execute(sql`update ${table} set state = 'paid'`);"],
  ["await tx.execute(sql`update bookings set ${sql.identifier('state')} = 'paid'`);"],
  ["await client.query('update public.bookings set state = $1');"],
  ['await tx.execute(sql`update ${bookings} set ${bookings.state} = ${to}`);'],
  ["await tx.execute(sql`update bookings set phone = (select a from b where c), state = 'paid'`);"],
  ["await tx.execute(sql`update bookings set (phone, state) = ('1', 'paid')`);"],
  ["await tx.execute(sql`insert into bookings values (1, 'paid')`);"],
  [
    "await tx.execute(sql`insert into bookings (id) values (1) on conflict (id) do update set state = 'paid'`);",
  ],
  ['await tx.execute(sql`merge into bookings using x on y when matched then update set state = z`);'],
])('a writer of a state is found: %s', (text) => {
  expect(findIn(text)).toHaveLength(1);
  expect(findIn(text, 'db/seed.ts')).toHaveLength(1);
});

test.each([
  ["const row = await db.select().from(bookings).where(eq(bookings.state, 'held'));"],
  ['await db.update(bookings).set({ archivedAt: now }).where(eq(bookings.state, x));'],
  ["await db.update(images).set({ state: 'stored' });"],
  ["await tx.execute(sql`update bookings set phone = '1' where state = 'held'`);"],
  ["await tx.execute(sql`update bookings set phone = (select a from b where state = 'x') where id = 1`);"],
  ['await tx.execute(sql`insert into bookings (id) values (1) on conflict (id) do update set phone = 2`);'],
  ["function f(changes: Partial<Pick<Row, 'phone'>>) { db.update(bookings).set({ ...changes }); }"],
  ["function f(changes: Partial<Pick<Row, 'phone'>>) { db.update(bookings).set(changes); }"],
  [
    "type Changes = Partial<Omit<Row, 'id' | 'state'>>; f(changes: Changes) { db.update(bookings).set(changes); }",
  ],
  ['const { state, ...details } = seen; await db.update(bookings).set(details);'],
  ["await db.insert(bookings).values({ id, statement: 'x' });"],
])('what writes no state of a machine passes: %s', (text) => {
  expect(findIn(text)).toEqual([]);
});

test.each([
  'server/platform/states/transition.ts',
  'server/bookings/book-product.ts',
  'server/a.test.ts',
  'testing/market.ts',
])('the writers that there must be, tests and tools are left alone: %s', (path) => {
  expect(findIn("sql`update bookings set state = 'paid'`", path)).toEqual([]);
});

test('a finding says where it is', () => {
  const files = new Map([['server/a/repository.ts', `${machine}\n\ndb.update(bookings).set({ state });`]]);
  expect(findStateWriters(files)).toEqual([
    {
      path: 'server/a/repository.ts',
      line: 3,
      what: 'writes the state of bookings: use transition() of server/platform/states',
    },
  ]);
});
