// Payouts of the account's own balance to its bank: https://docs.stripe.com/api/payouts
import type pg from 'pg';
import type Stripe from 'stripe';
import { availableCents, lockBalance, recordMovement } from './balance-transactions.ts';
import { ok, type Answer, type Call } from './call.ts';
import { recordEvent, type Origin } from './events.ts';
import { missingFailure, parameterFailure, StripeFailure } from './failures.ts';
import { changeMetadata, onlyKnown, readInteger, readText } from './form.ts';
import { makeId, nowSeconds } from './identifiers.ts';
import { inTransaction, insertObject, lockObject, updateObject, type Database } from './store.ts';

/** The bank accounts of the stand-in's account. The second one is closed: payouts to it come back. */
const bankAccounts = { open: 'ba_sandbox_open', closed: 'ba_sandbox_closed' } as const;

/** How long after its creation a payout arrives or comes back. With Stripe this takes days. */
const outcomeSeconds = 4;

/** POST /v1/payouts: no more than is available. */
export async function createPayout(tx: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, ['amount', 'currency', 'description', 'destination', 'expand', 'metadata']);
  const payout = newPayout(call);
  await lockBalance(tx);
  const available = await availableCents(tx, payout.currency);
  if (payout.amount > available) throw insufficient();
  const { id: balanceTransaction } = await move(tx, payout, 'payout');
  const stored = { ...payout, balance_transaction: balanceTransaction };
  await insertObject(tx, stored);
  await tx.query(
    `insert into sandbox_stripe.bank_payout_outcomes (payout_id, due_at)
     values ($1, now() + $2 * interval '1 second')`,
    [stored.id, outcomeSeconds],
  );
  await recordEvent(tx, call, 'payout.created', stored);
  return ok(stored);
}

/** POST /v1/payouts/{id}/cancel: only before the bank has it. */
export async function cancelPayout(tx: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, ['expand']);
  const payout = await lockObject(tx, 'payout', call.id);
  if (payout === undefined) throw missingFailure('payout', call.id);
  if (payout.status !== 'pending')
    throw parameterFailure('Payouts can only be canceled while they are pending.', 'payout');
  await tx.query('delete from sandbox_stripe.bank_payout_outcomes where payout_id = $1', [payout.id]);
  return ok(await endPayout(tx, call, payout, 'canceled'));
}

/** Ends the payouts that are due. Any number of processes may do so concurrently. @returns how many */
export async function endDuePayouts(pool: pg.Pool): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ payout_id: string }>(
      `delete from sandbox_stripe.bank_payout_outcomes where payout_id in (
         select payout_id from sandbox_stripe.bank_payout_outcomes
         where due_at <= now() order by due_at limit 10 for update skip locked
       ) returning payout_id`,
    );
    for (const { payout_id: id } of rows) {
      const payout = await lockObject(tx, 'payout', id);
      if (payout === undefined) continue;
      const isReturned = payout.destination === bankAccounts.closed;
      await endPayout(tx, byItself, payout, isReturned ? 'failed' : 'paid');
    }
    return rows.length;
  });
}

const byItself: Origin = { requestId: undefined, idempotencyKey: undefined };

async function endPayout(
  tx: Database,
  origin: Origin,
  payout: Stripe.Payout,
  status: 'paid' | 'failed' | 'canceled',
): Promise<Stripe.Payout> {
  const returned = {
    paid: undefined,
    failed: 'payout_failure',
    canceled: 'payout_cancel',
  } as const satisfies Record<typeof status, string | undefined>;
  const type = returned[status];
  const back = type === undefined ? undefined : await move(tx, payout, type);
  const ended: Stripe.Payout = {
    ...payout,
    status,
    failure_balance_transaction: back?.id ?? null,
    ...(status === 'failed' ? closed : {}),
  };
  await updateObject(tx, ended);
  await recordEvent(tx, origin, `payout.${status}`, ended);
  return ended;
}

const closed = {
  failure_code: 'account_closed',
  failure_message: 'The bank account has been closed',
};

/** A payout leaves the balance at once, and comes back if it does not arrive. */
const move = (tx: Database, { id, amount, currency }: Stripe.Payout, type: Movement) =>
  recordMovement(tx, {
    type,
    category: type === 'payout' ? 'payout' : 'payout_reversal',
    amount: type === 'payout' ? -amount : amount,
    currency,
    source: id,
    description: 'STRIPE PAYOUT',
  });

type Movement = 'payout' | 'payout_failure' | 'payout_cancel';

function newPayout({ params }: Call): Stripe.Payout {
  const amount = readInteger(params, 'amount');
  if (amount === undefined) throw parameterFailure('Missing required param: amount.', 'amount');
  if (amount < 1) throw parameterFailure('This value must be greater than or equal to 1.', 'amount');
  const currency = readText(params, 'currency');
  if (currency === undefined) throw parameterFailure('Missing required param: currency.', 'currency');
  const created = nowSeconds();
  return {
    id: makeId('po'),
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: created + outcomeSeconds,
    automatic: false,
    balance_transaction: null,
    created,
    currency,
    description: readText(params, 'description') ?? null,
    destination: readDestination(readText(params, 'destination')),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: changeMetadata(params, {}),
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
  };
}

function readDestination(given: string | undefined): string {
  const account = Object.values(bankAccounts).find((known) => known === (given ?? bankAccounts.open));
  if (account === undefined) throw missingFailure('external_account', given ?? '', 'destination');
  return account;
}

const insufficient = (): StripeFailure =>
  new StripeFailure(400, {
    type: 'invalid_request_error',
    code: 'balance_insufficient',
    message: 'You have insufficient funds in your Stripe account for this transfer.',
  });
