// The automatic payouts of connected accounts to their banks:
// https://docs.stripe.com/connect/payouts-connected-accounts
import type pg from 'pg';
import type Stripe from 'stripe';
import { changeAccount, lockAccount } from './accounts.ts';
import { withoutBank } from './account-object.ts';
import { availableCents, recordMovement } from './balance-transactions.ts';
import { recordEvent, type Origin } from './events.ts';
import { makeId, nowSeconds } from './identifiers.ts';
import { inTransaction, insertObject, lockObject, updateObject, type Database } from './store.ts';

/** How long a payout takes to reach the bank. */
const arrivalSeconds = 4;

type Refusal = readonly [code: string, message: string];

const noAccount: Refusal = [
  'no_account',
  'The bank account details on file are probably incorrect. No bank account could be found.',
];

/** The test accounts of https://docs.stripe.com/connect/testing#account-numbers whose bank refuses a payout. */
const refusals: Readonly<Record<string, Refusal>> = {
  '1116': noAccount,
  '1113': ['account_closed', 'The bank account has been closed'],
  '2227': ['insufficient_funds', 'Your Stripe account has insufficient funds to cover the payout.'],
};

const byItself: Origin = { requestId: undefined, idempotencyKey: undefined };

/** Plans a payout of everything that an account has available at a given time. */
export async function payOutAt(tx: Database, account: string, seconds: number): Promise<void> {
  await tx.query(
    `insert into sandbox_stripe.payouts_due (account, due_at) values ($1, to_timestamp($2))
     on conflict (account) do update set due_at = least(payouts_due.due_at, excluded.due_at)`,
    [account, seconds],
  );
}

/** Makes everything of an account available at once, and pays it out, as if the days until then had passed. */
export async function payOutNow(tx: Database, account: string): Promise<void> {
  await tx.query(
    `update sandbox_stripe.objects
     set data = (data::jsonb || jsonb_build_object('available_on', $2::bigint))::json
     where object = 'balance_transaction' and account = $1 and (data ->> 'available_on')::bigint > $2`,
    [account, nowSeconds()],
  );
  await payOutAt(tx, account, nowSeconds());
}

/** Begins the payouts that are due, and ends those that have arrived. @returns how many */
export async function movePayouts(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ account: string }>(
    'select account from sandbox_stripe.payouts_due where due_at <= now() order by due_at limit 10',
  );
  let begun = 0;
  for (const { account } of rows) begun += await inTransaction(pool, (tx) => beginDue(tx, account));
  return begun + (await inTransaction(pool, endDue));
}

/** Locks the account before its plan, as all code that plans a payout does, to avoid deadlocks. */
async function beginDue(tx: Database, id: string): Promise<number> {
  const account = await lockAccount(tx, id, 'account');
  const { rowCount } = await tx.query(
    'delete from sandbox_stripe.payouts_due where account = $1 and due_at <= now()',
    [id],
  );
  if (rowCount === 0) return 0;
  await beginPayout(tx, account);
  return 1;
}

/** An account without a bank account gets no payout; its money waits. */
async function beginPayout(tx: Database, account: Stripe.Account): Promise<void> {
  const { id } = account;
  const currency = account.default_currency ?? 'usd';
  await planNext(tx, id);
  const amount = await availableCents(tx, currency, id);
  const bank = account.external_accounts?.data[0];
  if (!account.payouts_enabled || bank === undefined || amount <= 0) return;
  const payout = newPayout(amount, currency, bank.id);
  const movement = await recordMovement(tx, {
    type: 'payout',
    category: 'payout',
    amount: -amount,
    currency,
    source: payout.id,
    description: 'STRIPE PAYOUT',
    account: id,
  });
  const begun: Stripe.Payout = { ...payout, balance_transaction: movement.id };
  await insertObject(tx, begun, undefined, id);
  await tx.query(
    `insert into sandbox_stripe.payout_parts (payout_id, transaction_id)
     select $1, id from sandbox_stripe.objects
     where object = 'balance_transaction' and account = $2 and (data ->> 'available_on')::bigint <= $3
     on conflict do nothing`,
    [payout.id, id, nowSeconds()],
  );
  await tx.query(
    `insert into sandbox_stripe.payout_outcomes (payout_id, due_at) values ($1, now() + $2 * interval '1 second')`,
    [payout.id, arrivalSeconds],
  );
  await recordEvent(tx, byItself, 'payout.created', begun, undefined, id);
}

/** The time at which the account's next money becomes available. */
async function planNext(tx: Database, account: string): Promise<void> {
  const { rows } = await tx.query<{ next: string | null }>(
    `select min((data ->> 'available_on')::bigint) as next from sandbox_stripe.objects
     where object = 'balance_transaction' and account = $1 and (data ->> 'available_on')::bigint > $2`,
    [account, nowSeconds()],
  );
  const next = rows[0]?.next ?? null;
  if (next !== null) await payOutAt(tx, account, Number(next));
}

async function endDue(tx: Database): Promise<number> {
  const { rows } = await tx.query<{ payout_id: string; account: string }>(
    `delete from sandbox_stripe.payout_outcomes using sandbox_stripe.objects
     where objects.id = payout_id and payout_id in (
       select payout_id from sandbox_stripe.payout_outcomes
       where due_at <= now() order by due_at limit 10 for update skip locked
     ) returning payout_id, account`,
  );
  for (const { payout_id: id, account } of rows) await endPayout(tx, account, id);
  return rows.length;
}

async function endPayout(tx: Database, accountId: string, id: string): Promise<void> {
  const account = await lockAccount(tx, accountId, 'account');
  const payout = await lockObject(tx, 'payout', id);
  if (payout === undefined) return;
  const refusal = refusalOf(account);
  if (refusal !== undefined) return failPayout(tx, account, payout, refusal);
  const paid: Stripe.Payout = { ...payout, status: 'paid' };
  await updateObject(tx, paid);
  await recordEvent(tx, byItself, 'payout.paid', paid, { status: payout.status }, accountId);
}

/** An account that lost its bank account, because that refused another payout, has none that could take this one. */
function refusalOf({ external_accounts: accounts }: Stripe.Account) {
  const bank = accounts?.data[0];
  return bank?.object === 'bank_account' ? refusals[bank.last4] : noAccount;
}

async function failPayout(
  tx: Database,
  account: Stripe.Account,
  payout: Stripe.Payout,
  [code, message]: Refusal,
): Promise<void> {
  const { id: source, amount, currency } = payout;
  const returned = await recordMovement(tx, {
    type: 'payout_failure',
    category: 'payout_reversal',
    amount,
    currency,
    source,
    description: 'PAYOUT FAILURE',
    account: account.id,
  });
  const failed: Stripe.Payout = {
    ...payout,
    status: 'failed',
    failure_balance_transaction: returned.id,
    failure_code: code,
    failure_message: message,
  };
  await updateObject(tx, failed);
  await recordEvent(tx, byItself, 'payout.failed', failed, { status: payout.status }, account.id);
  await changeAccount(tx, byItself, account, withoutBank(account));
}

const newPayout = (amount: number, currency: string, destination: string): Stripe.Payout => ({
  id: makeId('po'),
  object: 'payout',
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: nowSeconds() + arrivalSeconds,
  automatic: true,
  balance_transaction: null,
  created: nowSeconds(),
  currency,
  description: 'STRIPE PAYOUT',
  destination,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'completed',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: 'in_transit',
  trace_id: null,
  type: 'bank_account',
});
