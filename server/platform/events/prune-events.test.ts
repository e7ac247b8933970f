import { afterEach, beforeEach, expect, test } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { openTestDatabase } from '#testing/database.ts';
import { type Database, newId } from '#server/platform/postgres/database.ts';
import { pruneEvents } from './prune-events.ts';

const before = new Date('2026-06-01T00:00:00Z');

let db: Database;
let close: () => Promise<void>;

beforeEach(async () => {
  ({ db, close } = await openTestDatabase());
});
afterEach(() => close());

/** An event of that time, handled by a queue. */
async function newEvent(msFromLimit: number, { isRelayed = true } = {}): Promise<string> {
  const at = new Date(before.getTime() + msFromLimit);
  const id = newId(at);
  await db.$client.query(
    `insert into events (id, kind, subject, data, at) values ($1, 'booking.given-up', $2, '{}', $3)`,
    [id, newId(), at],
  );
  if (isRelayed)
    await db.$client.query(`insert into event_receipts (queue, event_id) values ('bell', $1)`, [id]);
  else await db.$client.query('insert into event_outbox (event_id) values ($1)', [id]);
  return id;
}

async function idsOf(column: string, table: string): Promise<unknown[]> {
  const { rows } = await db.$client.query(`select ${column} as id from ${table} order by 1`);
  return rows.map(({ id }) => id);
}

test('events from before the limit are deleted with their receipts, later ones stay', async () => {
  await newEvent(-300 * dayMs);
  await newEvent(-1);
  const kept = [await newEvent(0), await newEvent(dayMs)];
  expect(await pruneEvents(db, before, ['bell'])).toBe(2);
  expect(await idsOf('id', 'events')).toEqual(kept);
  expect(await idsOf('event_id', 'event_receipts')).toEqual(kept);
  expect(await pruneEvents(db, before, ['bell'])).toBe(0);
});

test('a limit from before 1970 deletes nothing', async () => {
  const id = await newEvent(-dayMs);
  expect(await pruneEvents(db, new Date('1900-01-01T00:00:00Z'), ['bell'])).toBe(0);
  expect(await idsOf('id', 'events')).toEqual([id]);
});

test('an old event that was never relayed stays until it was', async () => {
  const id = await newEvent(-dayMs, { isRelayed: false });
  expect(await pruneEvents(db, before, ['bell'])).toBe(0);
  await db.$client.query('delete from event_outbox');
  expect(await pruneEvents(db, before, ['bell'])).toBe(1);
  expect(await idsOf('id', 'events')).not.toContain(id);
});

test('more than one batch is deleted', async () => {
  await db.$client.query(
    `insert into events (id, kind, subject, data)
     select ('019' || lpad(to_hex(n), 5, '0') || '-0000-7000-8000-000000000000')::uuid, 'booking.given-up', gen_random_uuid(), '{}'
     from generate_series(1, 2500) as n`,
  );
  expect(await pruneEvents(db, before, [])).toBe(2500);
});

test.each(['update events set data = data', 'delete from events', 'truncate events'])(
  'nothing else changes events: %s',
  async (statement) => {
    await newEvent(-dayMs);
    await expect(db.$client.query(statement)).rejects.toThrow('events is append-only');
    const pruning = `select set_config('ringback.pruning', 'on', true)`;
    if (!statement.startsWith('delete')) {
      await expect(db.$client.query(`begin; ${pruning}; ${statement}; commit`)).rejects.toThrow(
        'append-only',
      );
      await db.$client.query('rollback');
    }
    await expect(db.$client.query(`begin; ${pruning}; delete from ledger_entries; commit`)).rejects.toThrow(
      'ledger_entries is append-only',
    );
    await db.$client.query('rollback');
  },
);
