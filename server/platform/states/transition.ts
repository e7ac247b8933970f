/**
 * The only code that changes the state of a machine's row, except for the reservation; `scripts/check-states.ts` finds
 * any other.
 */
import { getTableColumns, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { type Actor, type Machine, statesBefore } from '#contract/states.ts';
import { eventsTopic, idOf } from '#server/platform/events/emit.ts';
import { newId, type Transaction } from '#server/platform/postgres/database.ts';

/** A machine and the table whose rows are in its states. */
export interface StoredMachine<State extends string> extends Machine<string, State> {
  readonly table: PgTable & Record<'id' | 'state' | 'updatedAt', PgColumn>;
}

export interface Change {
  readonly actor: Actor;
  /** In the actor's words or ours; stored in the history. */
  readonly reason?: string | null | undefined;
  /** Further data of the event. */
  readonly data?: Readonly<Record<string, number>>;
}

/** The machine of a table. */
export const storedMachine = <State extends string>(
  machine: Machine<string, State>,
  table: StoredMachine<State>['table'],
): StoredMachine<State> => ({ ...machine, table });

/**
 * Moves one row to the state `to`, writes the transition into the history and emits its event, all in one statement.
 * Callers that may come too late lock the row and look at its state first.
 *
 * @param changes of other columns, by their names in the table's definition. A second update of the row in the same
 *   transaction would make PostgreSQL check all its foreign keys again
 * @throws Error when there is no such row, or the machine has no such transition from its state for this actor
 */
export async function transition<State extends string>(
  tx: Transaction,
  machine: StoredMachine<State>,
  id: string,
  to: NoInfer<State>,
  change: Change,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { table } = machine;
  const before = statesBefore(machine, to, change.actor.role);
  const { rowCount } = await tx.execute(sql`
    with before as (
      select id, state from ${table} where id = ${id} for no key update
    ), moved as (
      update ${table} set state = ${to}, updated_at = now()${assigning(table, changes)} from before
      where ${table.id} = before.id and before.state = any(${sql.param(before)})
      returning before.state as from_state
    ), ${recording(machine.name, id, to, change)}`);
  if (rowCount !== 1) throw await refusal(tx, machine, id, to, change);
  tx.$changes.publish(eventsTopic);
}

function assigning(table: PgTable, changes: Readonly<Record<string, unknown>>): SQL {
  const columns = getTableColumns(table);
  const assigned = Object.entries(changes).flatMap(([key, value]) => {
    const column = columns[key];
    if (column === undefined) throw new Error(`There is no column ${key}`);
    return value === undefined ? [] : [sql`, ${sql.identifier(column.name)} = ${sql.param(value, column)}`];
  });
  return sql.join(assigned);
}

/**
 * Adds a row in its machine's first state, writes that into the history and emits the event, all in one statement.
 *
 * @param insert adds the row; if it adds none, nothing is written
 * @returns whether the row was added
 */
export async function create<State extends string>(
  tx: Transaction,
  { name, first }: StoredMachine<State>,
  id: string,
  actor: Actor,
  insert: SQLWrapper,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with made as (${insert.getSQL()} returning 1), moved as (select null::text as from_state from made),
      ${recording(name, id, first, { actor })}`);
  if (rowCount !== 1) return false;
  tx.$changes.publish(eventsTopic);
  return true;
}

/**
 * The rest of a statement whose `moved` returns the state before: the row of the history, the event, and its row in the
 * outbox.
 */
const recording = (name: string, subject: string, to: string, { actor, reason, data }: Change): SQL => sql`
  recorded as (
    insert into state_changes (id, machine, subject, from_state, to_state, role, actor, reason, at)
    select ${newId()}::uuid, ${name}, ${subject}::uuid, from_state, ${to}, ${actor.role}, ${idOf(actor)}::uuid,
      ${reason ?? null}, clock_timestamp() from moved
    returning *
  ), emitted as (
    insert into events (id, kind, subject, actor, data, at)
    select id, machine || '.' || to_state, subject, actor,
      jsonb_build_object('from', from_state, 'to', to_state, 'role', role, 'reason', reason)${data === undefined ? sql`` : sql` || ${JSON.stringify(data)}::jsonb`}, at from recorded
    returning id
  )
  insert into event_outbox (event_id) select id from emitted`;

async function refusal<State extends string>(
  tx: Transaction,
  { name, table }: StoredMachine<State>,
  id: string,
  to: State,
  { actor }: Change,
): Promise<Error> {
  const { rows } = await tx.execute<{ state: string }>(sql`select state from ${table} where id = ${id}`);
  const from = rows[0]?.state ?? 'missing';
  return new Error(`The ${name} ${id} is ${from} and cannot become ${to} by ${actor.role}`);
}
