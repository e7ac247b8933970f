/** The journal's invariants, checked against the stored rows. */
import { sql } from 'drizzle-orm';

import type { Database, Transaction } from '#server/platform/postgres/database.ts';

/** An account that violates an invariant, and why. */
export interface LedgerFinding {
  readonly account: string;
  readonly problem: string;
}

/** Checks every invariant in one snapshot. @returns the violations; empty if there are none */
export const checkLedger = (db: Database): Promise<LedgerFinding[]> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    return [
      ...(await findWrongSides(tx)),
      ...(await findWrongBalances(tx)),
      ...(await findEndedOrders(tx)),
      ...(await findOverdrawn(tx)),
      ...(await findLostCents(tx)),
      ...(await findWrongDays(tx)),
    ];
  });

/**
 * Each row moves an amount from one account to another on its side, so both sides sum to zero. What remains to check is
 * that the same amount came from outside on both: all money that has an owner is also at a place.
 */
const findWrongSides = (tx: Transaction) =>
  findings(
    tx,
    sql`
    select account, format('%s cents by who owns it, %s by where it lies', owned, lying) as problem from (
      select account, coalesce(sum(cents) filter (where side = 'owner'), 0) as owned,
        coalesce(sum(cents) filter (where side = 'place'), 0) as lying
      from ${movements} where account in ('world', 'losses') group by account
    ) as outside where owned <> lying`,
  );

/** The stored balance of an order or a seller is the sum of its rows. */
const findWrongBalances = (tx: Transaction) =>
  findings(
    tx,
    sql`
    select coalesce(stored.account, summed.account) as account,
      format('%s cents stored, %s by its rows', coalesce(balance_cents, 0), coalesce(cents, 0)) as problem
    from ledger_balances as stored full join (
      select account, sum(cents) as cents from ${movements} where account like '%:%' group by account
    ) as summed on summed.account = stored.account
    where coalesce(balance_cents, 0) <> coalesce(cents, 0)`,
  );

/** Only an open order has money; an ended one has none, and neither has an unpaid booking. */
const findEndedOrders = (tx: Transaction) =>
  findings(
    tx,
    sql`
    select account, format('%s cents, though its order is %s', balance_cents, coalesce(orders.state, 'missing')) as problem
    from ledger_balances
    left join orders on account = 'order:' || orders.id
    left join bookings on account = 'order:' || bookings.id
    where account like 'order:%' and balance_cents <> 0
      and (orders.state in ('completed', 'cancelled', 'refunded') or bookings.state is distinct from 'paid')`,
  );

/** No charge returns more than was decided, or more than it brought. */
const findOverdrawn = (tx: Transaction) =>
  findings(
    tx,
    sql`
    select account, format('%s cents of the charge %s', sum(cents), charge) as problem
    from ${movements} where account in ('refunds_due', 'unallocated')
    group by account, charge having sum(cents) < 0`,
  );

/** Everything that buyers were charged is accounted for. */
const findLostCents = (tx: Transaction) =>
  findings(
    tx,
    sql`
    with flows as (
      select
        coalesce(sum(cents) filter (where other = 'world' and account ~ '^(order:|unallocated)'), 0) as charged,
        coalesce(-sum(cents) filter (where other = 'world' and account = 'refunds_due'), 0) as refunded,
        coalesce(-sum(cents) filter (where other = 'world' and account like 'seller:%'), 0) as transferred,
        coalesce(sum(cents) filter (where account in ('refunds_due', 'unallocated', 'fees', 'losses')), 0) as shared
      from ${movements} where side = 'owner'
    ), stored as (select coalesce(sum(balance_cents), 0) as cents from ledger_balances)
    select 'world' as account, format('%s cents charged, %s accounted for', charged,
      refunded + transferred + shared + stored.cents) as problem
    from flows, stored where charged <> refunded + transferred + shared + stored.cents`,
  );

/** The stored days are the sums of their rows; for losses they only have the owners' side. */
const findWrongDays = (tx: Transaction) =>
  findings(
    tx,
    sql`
    with stored as (select account, sum(cents) as cents from ledger_days group by account), summed as (
      select split_part(account, ':', 1) as account, sum(cents) as cents from ${movements}
      where at < (select max(day) + 1 from ledger_days)::timestamp at time zone 'utc'
        and (account <> 'losses' or side = 'owner') group by 1
    )
    select coalesce(stored.account, summed.account) as account,
      format('%s cents by its days, %s by its rows', coalesce(stored.cents, 0), coalesce(summed.cents, 0)) as problem
    from stored full join summed on summed.account = stored.account
    where coalesce(stored.cents, 0) <> coalesce(summed.cents, 0)`,
  );

/** Each row twice: for the receiving account, and negative for the giving one. */
const movements = sql`(
  select side, to_account as account, from_account as other, amount_cents as cents, charge, at from ledger_entries
  union all
  select side, from_account, to_account, -amount_cents, charge, at from ledger_entries
) as movements`;

async function findings(tx: Transaction, query: ReturnType<typeof sql>): Promise<LedgerFinding[]> {
  const { rows } = await tx.execute<LedgerFinding & Record<string, unknown>>(query);
  return rows.map(({ account, problem }) => ({ account, problem }));
}
