/** How much of a seller's money can be paid out, and from which orders. */
import { sql } from 'drizzle-orm';

import { dayMs } from '#contract/durations.ts';
import { sellerAccount } from '#contract/ledger.ts';
import { findLedgerBalance } from '#server/ledger/service.ts';
import type { Executor } from '#server/platform/postgres/database.ts';

/** A seller's balance from one order. */
interface OrderShare {
  readonly orderId: string;
  /** The seller's share less what was paid out; negative if the order was refunded after a payout. */
  readonly cents: number;
  /** The processor's payment intent that paid it. */
  readonly charge: string | null;
}

export interface Due {
  /** The part of the balance that may still have to be returned. */
  readonly heldBackCents: number;
  /** What can be paid out now: never more than the balance. */
  readonly availableCents: number;
  /** The orders that it can come from, newest first. */
  readonly orders: readonly OrderShare[];
  /** Why the processor has refused the latest transfer; null if something can be transferred, or if there is nothing. */
  readonly refusal: string | null;
}

/**
 * What a seller can be paid. An order counts once it is completed and while no bank holds its charge. The amounts that
 * a bank may take, and those of orders that an admin has reopened, are also held back from the rest: the seller may
 * have to return them.
 */
export async function findDue(db: Executor, sellerId: string, now: Date): Promise<Due> {
  const account = sellerAccount(sellerId);
  const balanceCents = await findLedgerBalance(db, account);
  if (balanceCents <= 0) return { heldBackCents: 0, availableCents: 0, orders: [], refusal: null };
  const shares = await listShares(db, account, new Date(now.getTime() - pauseMs));
  const exposed = await listExposed(db, sellerId);
  const isBlocked = ({ orderId, isCompleted }: Share): boolean => !isCompleted || exposed.has(orderId);
  let heldBackCents = 0;
  for (const share of shares.filter(isBlocked)) heldBackCents += Math.max(share.cents, 0);
  for (const [orderId, cents] of exposed) {
    const own = Math.max(shares.find((share) => share.orderId === orderId)?.cents ?? 0, 0);
    heldBackCents += Math.max(cents - own, 0);
  }
  const open = shares.filter((share) => !isBlocked(share));
  const orders = open.filter(({ refusal }) => refusal === null);
  return {
    heldBackCents: Math.min(heldBackCents, balanceCents),
    availableCents: Math.max(balanceCents - heldBackCents, 0),
    orders,
    refusal: orders.length > 0 ? null : (open[0]?.refusal ?? null),
  };
}

/**
 * How long a transfer is not retried after the processor has refused it for another reason than the account, in
 * milliseconds.
 */
const pauseMs = dayMs;

interface Share extends OrderShare {
  readonly isCompleted: boolean;
  /** Why the processor has recently refused a transfer of it. */
  readonly refusal: string | null;
}

/** The seller's share of each order, the newest sale first. */
async function listShares(db: Executor, account: string, pausedSince: Date): Promise<Share[]> {
  const { rows } = await db.execute<{
    order_id: string;
    cents: string;
    charge: string | null;
    state: string;
    refusal: string | null;
  }>(sql`
    with shares as (
      select order_id, sum(cents) as cents, max(position) as position from ledger_statement_rows
      where account = ${account} and order_id is not null group by order_id having sum(cents) > 0
    )
    select order_id, cents, payments.transaction_id as charge, orders.state,
      (
        select failure_reason from payouts where payouts.order_id = shares.order_id and payouts.state = 'failed'
          and transfer_id is null and ended_at > ${pausedSince.toISOString()} order by ended_at desc limit 1
      ) as refusal
    from shares join orders on orders.id = order_id left join payments on payments.booking_id = order_id
    order by position desc`);
  return rows.map((row) => ({
    orderId: row.order_id,
    cents: Number(row.cents),
    charge: row.charge,
    isCompleted: row.state === 'completed',
    refusal: row.refusal,
  }));
}

/** What banks may take back of a seller's completed sales, by order. */
async function listExposed(db: Executor, sellerId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ id: string; cents: string }>(sql`
    select orders.id, sum(chargebacks.amount_cents) as cents from chargebacks
    join payments on payments.transaction_id = chargebacks.transaction_id
    join orders on orders.id = payments.booking_id
    where chargebacks.state = 'open' and orders.seller_id = ${sellerId} and orders.state = 'completed'
    group by orders.id`);
  return new Map(rows.map(({ id, cents }) => [id, Number(cents)]));
}

/** A seller's orders that were refunded after they were paid out, with the missing amounts. */
export async function listDebts(db: Executor, sellerId: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ order_id: string; cents: string }>(sql`
    select order_id, -sum(cents) as cents from ledger_statement_rows
    where account = ${sellerAccount(sellerId)} and order_id is not null
    group by order_id having sum(cents) < 0 order by max(position) desc`);
  return new Map(rows.map((row) => [row.order_id, Number(row.cents)]));
}
