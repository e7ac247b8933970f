/** Transfers that the processor refused to reverse, for an admin, who can retry. */
import { type SQL, sql } from 'drizzle-orm';

import type { Person } from '#contract/access.ts';
import { sellerAccount } from '#contract/ledger.ts';
import { formatCents } from '#contract/money.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import { payoutErrors } from '#contract/payouts.ts';
import { reversalMachine } from '#contract/payouts-machine.ts';
import { type RefusedReversal, type ReversalCause, reversalCauseWords } from '#contract/payouts-reversals.ts';
import { findLedgerBalance } from '#server/ledger/service.ts';
import { failWith } from '#server/platform/failure.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import type { WatchedCount } from '#server/platform/log/metrics.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { recordStaffAction } from '#server/staff/service.ts';
import type { PayoutServices } from './payout-services.ts';
import { lockSeller } from './repository.ts';
import * as store from './store-payouts.ts';
import { beginReversal } from './reverse-transfers.ts';

const fail = failWith(payoutErrors);

/**
 * The last attempt for each transfer, if it was refused, and how much of its money is still missing: an account with the
 * processor holds what a bank returned, or the seller owes what was refunded to a buyer. For one debt, reversals of
 * several transfers may have been refused: the debt, less what the processor is being asked for, is divided among them,
 * the newest first.
 */
const missing = sql`
  missing as (
    select payout_reversals.id, payout_reversals.state, cause, order_id, transfer_id, seller_id, case cause
      when 'bank' then payout_reversals.amount_cents
      else least(payout_reversals.amount_cents, coalesce(-balance_cents, 0) - coalesce(
        sum(payout_reversals.amount_cents) over (partition by seller_id, cause
          order by payout_reversals.state = 'requested' desc, payout_reversals.id desc
          rows between unbounded preceding and 1 preceding), 0))
      end as amount_cents
    from payout_reversals join payouts on payouts.id = payout_id
    left join ledger_balances on account = 'seller:' || seller_id
    where payout_reversals.state in ('requested', 'refused')
      and not exists (
        select from payout_reversals later
        where later.payout_id = payout_reversals.payout_id and later.id > payout_reversals.id
      )
      and (cause <> 'bank' or payouts.state in ('sent', 'paid'))
  )`;
const isListed = sql`missing.state = 'refused' and amount_cents > 0`;

/** Transfers that the processor refused to reverse and whose money is still missing, newest first. */
export async function listRefusedReversals(
  db: Executor,
  { cursor, limit }: PageQuery,
): Promise<Page<RefusedReversal>> {
  const page = pageOf(await readRefused(db, idAfter(cursor), limit + 1), limit, ({ id }) => id);
  return {
    ...page,
    items: page.items.map((row) => ({
      _id: row.id,
      cause: row.cause,
      seller: { _id: row.seller_id, name: row.name, email: row.email },
      amountCents: Number(row.amount_cents),
      orderId: row.order_id,
      transferId: row.transfer_id,
      reason: row.reason,
      refusedAt: new Date(row.refused_at).toISOString(),
    })),
  };
}

interface RefusedRow extends Record<string, unknown> {
  readonly id: string;
  readonly cause: ReversalCause;
  readonly amount_cents: string;
  readonly order_id: string | null;
  readonly transfer_id: string | null;
  readonly reason: string | null;
  readonly refused_at: string;
  readonly seller_id: string;
  readonly name: string;
  readonly email: string;
}

async function readRefused(db: Executor, beforeId: string | undefined, limit: number): Promise<RefusedRow[]> {
  const before: SQL = beforeId === undefined ? sql`` : sql`and missing.id < ${beforeId}`;
  const { rows } = await db.execute<RefusedRow>(sql`
    with ${missing}
    select missing.*, said.reason, said.at as refused_at, users.name, users.email from missing
    join users on users.id = missing.seller_id
    join lateral (
      select reason, at from state_changes
      where machine = ${reversalMachine.name} and subject = missing.id and to_state = 'refused'
    ) as said on true
    where ${isListed} ${before}
    order by missing.id desc limit ${limit}`);
  return rows;
}

/**
 * Asks the processor again to reverse a transfer, in a job.
 *
 * @returns 1; 0 if nothing is missing any more, or if it is being asked already
 * @throws Failure payouts.not-found
 */
export async function retryReversal(services: PayoutServices, id: string, admin: Person): Promise<number> {
  const { db } = services;
  const reversal = await store.findReversal(db, id);
  const known = reversal && (await store.findPayout(db, reversal.payoutId));
  if (reversal === undefined || known === undefined) throw fail('payouts.not-found');
  return db.transaction(async (tx) => {
    await lockSeller(tx, known.sellerId);
    const payout = await store.lockPayout(tx, known.id);
    if (payout === undefined || reversal.state !== 'refused') return 0;
    const amountCents = await findMissing(tx, payout, reversal);
    if (amountCents <= 0) return 0;
    const again = { payoutId: payout.id, cause: reversal.cause, amountCents };
    if (!(await beginReversal(tx, services, again))) return 0;
    await recordStaffAction(tx, {
      kind: 'reversal-retried',
      actor: admin.id,
      personId: payout.sellerId,
      detail: `${formatCents(amountCents)}, ${payout.transferId}`,
      at: services.clock.now(),
    });
    return 1;
  });
}

/**
 * How much to ask for again, in cents. Of a debt it is what was refused, but no more than what is owed and is not being
 * asked for already.
 */
async function findMissing(
  tx: Transaction,
  payout: store.PayoutRow,
  { cause, amountCents: refusedCents }: store.ReversalRow,
): Promise<number> {
  const leftCents = await store.findLeft(tx, payout);
  if (cause === 'bank') return isWithSeller(payout) ? leftCents : 0;
  const owedCents = -(await findLedgerBalance(tx, sellerAccount(payout.sellerId)));
  return Math.min(refusedCents, owedCents - (await sumAsked(tx, payout.sellerId)), leftCents);
}

/** What the processor is being asked for because of a seller's debt, in cents. */
async function sumAsked(tx: Transaction, sellerId: string): Promise<number> {
  const { rows } = await tx.execute<{ cents: string }>(sql`
    select coalesce(sum(payout_reversals.amount_cents), 0) as cents
    from payout_reversals join payouts on payouts.id = payout_id
    where seller_id = ${sellerId} and payout_reversals.state = 'requested' and cause = 'debt'`);
  return Number(rows[0]?.cents ?? 0);
}

const isWithSeller = ({ state }: store.PayoutRow): boolean => state === 'sent' || state === 'paid';

/** How many transfers the processor refused to reverse, by cause, for `/metrics`. */
export const refusedReversalCount = (db: Executor): WatchedCount => ({
  name: 'payout_reversals_refused',
  help: 'Transfers to sellers that the card processor did not take back',
  label: 'cause',
  values: Object.keys(reversalCauseWords),
  count: async () => {
    const { rows } = await db.execute<{ cause: string; count: string }>(
      sql`with ${missing} select cause, count(*) from missing where ${isListed} group by cause`,
    );
    return new Map(rows.map(({ cause, count }) => [cause, Number(count)]));
  },
});
