/** SQL of sellers' accounts at the processor and bank details. */
import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';

import type { PayoutMethod } from '#contract/deal-terms.ts';
import { minuteMs } from '#contract/durations.ts';
import { orders } from '#db/tables/orders.ts';
import { payoutSellers } from '#db/tables/payouts.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { isLeft } from './store-payouts.ts';

export type PayoutSeller = typeof payoutSellers.$inferSelect;

/** The seller of an order. */
export async function findSellerOf(db: Executor, orderId: string): Promise<string | undefined> {
  const [row] = await db.select({ id: orders.sellerId }).from(orders).where(eq(orders.id, orderId));
  return row?.id;
}

export async function findSeller(db: Executor, sellerId: string): Promise<PayoutSeller | undefined> {
  const [row] = await db.select().from(payoutSellers).where(eq(payoutSellers.sellerId, sellerId));
  return row;
}

/** Whether the processor has refused a seller for good. */
export const isRejected = ({ disabledReason }: Pick<PayoutSeller, 'disabledReason'>): boolean =>
  disabledReason?.startsWith('rejected.') === true;

/**
 * A seller's row, created if missing. It is locked until the transaction ends, so that nothing else sets their money
 * aside.
 */
export async function lockSeller(tx: Transaction, sellerId: string): Promise<PayoutSeller> {
  await tx.insert(payoutSellers).values({ sellerId }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(payoutSellers)
    .where(eq(payoutSellers.sellerId, sellerId))
    .for('update');
  if (row === undefined) throw new Error(`The payouts of ${sellerId} have no row`);
  return row;
}

/** Stores the account that was created for a seller, unless there is one by now. @returns the stored one */
export async function storeAccount(tx: Transaction, sellerId: string, accountId: string): Promise<string> {
  const known = await lockSeller(tx, sellerId);
  if (known.accountId !== null) return known.accountId;
  await tx.update(payoutSellers).set({ accountId }).where(eq(payoutSellers.sellerId, sellerId));
  return accountId;
}

type AccountFacts = Pick<PayoutSeller, 'isReady' | 'isSubmitted' | 'requirements' | 'disabledReason'>;

/**
 * Longer than a request to the processor takes. A check that is newer than this one by more was stored by a clock that
 * was ahead.
 */
const askMs = 10 * minuteMs;

/**
 * Stores the processor's data of an account, as of a moment: an older answer changes nothing.
 *
 * @returns the seller's row as it was before; undefined if no seller has the account, and for an older answer
 */
export async function storeAccountFacts(
  tx: Transaction,
  accountId: string,
  facts: AccountFacts,
  asOf: Date,
): Promise<PayoutSeller | undefined> {
  const [before] = await tx
    .select()
    .from(payoutSellers)
    .where(
      and(
        eq(payoutSellers.accountId, accountId),
        or(
          isNull(payoutSellers.checkedAt),
          lte(payoutSellers.checkedAt, asOf),
          gt(payoutSellers.checkedAt, new Date(asOf.getTime() + askMs)),
        ),
      ),
    )
    .for('update');
  if (before === undefined) return undefined;
  await tx
    .update(payoutSellers)
    .set({ ...facts, checkedAt: asOf })
    .where(eq(payoutSellers.sellerId, before.sellerId));
  return before;
}

/** Removes an account that is closed to us, so that the seller can create another one. */
export async function removeAccount(db: Executor, accountId: string): Promise<void> {
  await db
    .update(payoutSellers)
    .set({
      accountId: null,
      closedAccountId: accountId,
      isReady: false,
      isSubmitted: false,
      requirements: [],
      disabledReason: null,
      checkedAt: null,
    })
    .where(eq(payoutSellers.accountId, accountId));
}

export async function storeBank(
  tx: Transaction,
  sellerId: string,
  { sealed: bankSealed, ending: bankEnding }: { sealed: string; ending: string },
  bankChangedAt: Date,
): Promise<void> {
  await lockSeller(tx, sellerId);
  await tx
    .update(payoutSellers)
    .set({ bankSealed, bankEnding, bankChangedAt })
    .where(eq(payoutSellers.sellerId, sellerId));
}

/**
 * Deletes the bank details with which a payout failed, so that their seller enters them again; a removed person is
 * asked for others by e-mail. Newer details are kept.
 */
export async function forgetBank(tx: Transaction, sellerId: string, sealed: string | null): Promise<void> {
  if (sealed === null) return;
  await tx
    .update(payoutSellers)
    .set({ bankSealed: null, bankEnding: null })
    .where(and(eq(payoutSellers.sellerId, sellerId), eq(payoutSellers.bankSealed, sealed)));
}

/** Sellers with money whose account accepts transfers, those who have waited longest first. */
export async function listPayable(db: Executor, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ seller_id: string }>(sql`
    with due as (
      select seller_id from payout_sellers
      where is_ready and exists (
        select from ledger_balances where account = 'seller:' || seller_id and balance_cents > 0
      ) and not exists (select from payouts where payouts.seller_id = payout_sellers.seller_id and state = 'requested')
      order by tried_at nulls first limit ${limit}
    )
    update payout_sellers set tried_at = ${now.toISOString()} from due
    where payout_sellers.seller_id = due.seller_id returning payout_sellers.seller_id`);
  return rows.map(({ seller_id: id }) => id);
}

/** Sellers with a negative balance; if there are many, random ones, so that all of them are handled in time. */
export async function listIndebted(db: Executor, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ account: string }>(sql`
    select account from ledger_balances where account like 'seller:%' and balance_cents < 0
    order by random() limit ${limit}`);
  return rows.map(({ account }) => account.slice('seller:'.length));
}

/** Accounts that are not ready, or have a transfer on its way, and whose events were not read recently. */
export async function claimUnsettledAccounts(
  db: Executor,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<{ accountId: string; readAt: Date | null }[]> {
  const { rows } = await db.execute<{ account_id: string; read_at: string | null }>(sql`
    with unsettled as (
      select seller_id, events_read_at from payout_sellers
      where account_id is not null and (events_read_at is null or events_read_at <= ${before.toISOString()})
        and (not is_ready or exists (
          select from payouts where payouts.seller_id = payout_sellers.seller_id and state = 'sent' and ${isLeft}))
      order by events_read_at nulls first limit ${limit} for update skip locked
    )
    update payout_sellers set events_read_at = ${now.toISOString()} from unsettled
    where payout_sellers.seller_id = unsettled.seller_id
    returning account_id, unsettled.events_read_at as read_at`);
  return rows.map((row) => ({
    accountId: row.account_id,
    readAt: row.read_at === null ? null : new Date(row.read_at),
  }));
}

/** Resets the time at which an account's events were read: the processor did not answer. */
export async function resetEventsRead(db: Executor, accountId: string, readAt: Date | null): Promise<void> {
  await db
    .update(payoutSellers)
    .set({ eventsReadAt: readAt })
    .where(and(eq(payoutSellers.accountId, accountId), isNotNull(payoutSellers.eventsReadAt)));
}

/**
 * Claims sellers whose money waits for bank details and who were not reminded since a moment, and marks them as
 * reminded. Sellers whom the processor is still checking or has refused, and those who are suspended, are left out:
 * they cannot enter more.
 */
export async function claimUnprepared(
  tx: Transaction,
  { method, now, before, limit }: { method: PayoutMethod; now: Date; before: Date; limit: number },
): Promise<{ sellerId: string; cents: number }[]> {
  const hasSaid =
    method === 'stripe'
      ? sql`is_ready or (is_submitted and requirements = '{}') or ${isRefused(method)}`
      : sql`bank_sealed is not null`;
  const { rows } = await tx.execute<{ seller_id: string; cents: string }>(sql`
    with waiting as (
      select users.id as seller_id, balance_cents as cents from ledger_balances
      join users on users.id = substr(account, 8)::uuid and users.removed_at is null and users.suspended_at is null
      left join payout_sellers on payout_sellers.seller_id = users.id
      where account like 'seller:%' and balance_cents > 0 and not coalesce(${hasSaid}, false)
        and (reminded_at is null or reminded_at <= ${before.toISOString()})
      limit ${limit}
    ), told as (
      insert into payout_sellers (seller_id, reminded_at)
      select seller_id, ${now.toISOString()} from waiting
      on conflict (seller_id) do update set reminded_at = excluded.reminded_at
      where payout_sellers.reminded_at is null or payout_sellers.reminded_at <= ${before.toISOString()}
      returning seller_id
    )
    select told.seller_id, cents from told join waiting on waiting.seller_id = told.seller_id`);
  return rows.map((row) => ({ sellerId: row.seller_id, cents: Number(row.cents) }));
}

/** A condition on `payout_sellers`: money, bank details and nothing set aside. */
export const isExportable = sql`bank_sealed is not null
  and exists (select from ledger_balances where account = 'seller:' || seller_id and balance_cents > 0)
  and not exists (select from payouts where payouts.seller_id = payout_sellers.seller_id and state = 'requested')`;

/**
 * Sellers whose money can be exported, unless it is held back. Always in the same order, so that two exports cannot
 * deadlock.
 */
export async function listExportable(
  tx: Transaction,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.execute<{ seller_id: string }>(sql`
    select seller_id from payout_sellers
    where ${isExportable} and ${after === undefined ? sql`true` : sql`seller_id > ${after}`}
    order by seller_id limit ${limit}`);
  return rows.map(({ seller_id: id }) => id);
}

/**
 * A condition on `users` joined with `payout_sellers`, if any: whether this seller can no longer be paid automatically,
 * because their account was deleted before they entered details, or because the processor has refused them.
 */
const isUnreachable = (method: PayoutMethod): SQL =>
  method === 'stripe'
    ? sql`not coalesce(is_ready, false) and (
        removed_at is not null or (${isRefused(method)} and suspended_at is null and email_verified))`
    : sql`bank_sealed is null and removed_at is not null`;

/** The processor's refusal, which counts only where it pays. */
const isRefused = (method: PayoutMethod): SQL =>
  method === 'stripe' ? sql`coalesce(disabled_reason like 'rejected.%', false)` : sql`false`;

/** Whether a seller can no longer be paid automatically. */
export async function isSellerUnreachable(
  db: Executor,
  sellerId: string,
  method: PayoutMethod,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from users left join payout_sellers on seller_id = users.id
    where users.id = ${sellerId} and ${isUnreachable(method)}`);
  return rows.length > 0;
}

export type BalanceRow = Record<'id' | 'name' | 'email' | 'cents', string> &
  Record<'is_ready' | 'is_by_hand' | 'is_refused' | 'has_account' | 'is_under_way', boolean>;

/** Sellers who are owed something that is not being paid out, or who owe something, by their ids. */
export async function listBalanceRows(
  db: Executor,
  method: PayoutMethod,
  show: 'owed' | 'owing',
  afterId: string | undefined,
  limit: number,
): Promise<BalanceRow[]> {
  const isReady = method === 'stripe' ? sql`is_ready` : sql`bank_sealed is not null`;
  const { rows } = await db.execute<BalanceRow>(sql`
    select users.id, name, coalesce(removed_email, email) as email,
      balance_cents - least(set_aside, greatest(balance_cents, 0)) as cents,
      coalesce(${isReady}, false) as is_ready, ${isUnreachable(method)} as is_by_hand, ${isRefused(method)} as is_refused,
      account_id is not null as has_account, set_aside > 0 as is_under_way
    from ledger_balances
    join users on users.id = substr(account, 8)::uuid
    left join payout_sellers on seller_id = users.id
    cross join lateral (
      select coalesce(sum(amount_cents), 0) as set_aside from payouts
      where payouts.seller_id = users.id and payouts.state = 'requested'
    ) as lines
    where account like 'seller:%' and ${show === 'owed' ? sql`balance_cents > 0` : sql`balance_cents < 0`}
      and ${show === 'owed' ? sql`balance_cents > set_aside` : sql`true`}
      and ${afterId === undefined ? sql`true` : sql`account > ${`seller:${afterId}`}`}
    order by account limit ${limit}`);
  return rows;
}
