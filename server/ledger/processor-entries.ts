/** SQL of the journal's entries in the account `processor`, event by event. */
import { sql } from 'drizzle-orm';

import { ledgerEntries } from '#db/tables/ledger.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { maxRows } from './repository.ts';

/** The change of the account `processor` by an event, including its reversal. */
export interface ProcessorEntry {
  readonly cents: number;
  readonly at: Date;
  readonly charge: string | null;
  readonly orderId: string | null;
}

/** The account's changes by these events, by the event's key. */
export async function listProcessorEntries(
  db: Executor,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ProcessorEntry>> {
  const { rows } = await db.execute<{
    key: string;
    cents: string;
    at: string;
    charge: string | null;
    order_id: string | null;
  }>(sql`
    select event.key, sum(case when to_account = 'processor' then amount_cents else -amount_cents end) as cents,
      min(at) as at, max(charge) as charge, max(order_id::text) as order_id
    from unnest(${sql.param(keys)}::text[]) as event (key)
    cross join generate_series(1, ${maxRows}::int) as row (number)
    cross join (values (''), (${reversalPrefix})) as way (prefix)
    join ${ledgerEntries} on idempotency_key = way.prefix || event.key || '/' || row.number
    where 'processor' in (from_account, to_account)
    group by event.key`);
  return new Map(
    rows.map(({ key, cents, at, charge, order_id: orderId }) => [
      key,
      { cents: Number(cents), at: new Date(at), charge, orderId },
    ]),
  );
}

const reversalPrefix = 'reversal:';

/** An event's key, from that of one of its rows. */
const eventKey = sql`regexp_replace(idempotency_key, ${`^(${reversalPrefix})?(.*)/\\d+$`}, '\\2')`;

/** The events that changed the account `processor` within a time. */
export async function listProcessorKeys(db: Executor, from: Date, to: Date): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select distinct ${eventKey} as key
    from ${ledgerEntries}
    where at >= ${from.toISOString()} and at < ${to.toISOString()}
      and side = 'place' and 'processor' in (from_account, to_account)`);
  return rows.map(({ key }) => key);
}

/** When the journal begins; undefined while it is empty. */
export async function findFirstEntry(db: Executor): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(sql`select min(at) as at from ${ledgerEntries}`);
  const at = rows[0]?.at ?? null;
  return at === null ? undefined : new Date(at);
}
