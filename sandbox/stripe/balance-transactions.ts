// What changes the account's balance: https://docs.stripe.com/api/balance_transactions/object
import type Stripe from 'stripe';
import { ok, type Answer, type Call } from './call.ts';
import { onlyKnown } from './form.ts';
import { makeId, nowSeconds } from './identifiers.ts';
import { list, retrieve } from './lists.ts';
import { insertObject, type Database } from './store.ts';

export interface Movement {
  type: keyof typeof feeKinds;
  /** https://docs.stripe.com/reports/reporting-categories */
  category: string;
  /** Below zero for what leaves the account. */
  amount: number;
  fee?: number;
  currency: string;
  /** What it is about. */
  source: string;
  description: string | null;
}

/** For so long a charge's money is pending; whatever else moves is available at once. */
const pendingSeconds = 2 * 24 * 3600;

/** Stripe's list price for a card in the US: 2.9 % and 30 cents. */
export const chargeFee = (amount: number): number => Math.round(amount * 0.029) + 30;

/** Moves money into the account or out of it. */
export async function recordMovement(
  tx: Database,
  { type, category, amount, fee = 0, currency, source, description }: Movement,
): Promise<Stripe.BalanceTransaction> {
  const created = nowSeconds();
  const isPending = type === 'charge';
  const transaction: Stripe.BalanceTransaction = {
    id: makeId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: isPending ? created + pendingSeconds : created,
    balance_type: 'payments',
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0 ? [] : [{ amount: fee, application: null, currency, ...feeKinds[type], type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: isPending ? 'pending' : 'available',
    type,
  };
  await insertObject(tx, transaction, source);
  return transaction;
}

/** By the type of a transaction, what a fee on it is for. */
const feeKinds = {
  adjustment: { description: 'Dispute fee' },
  charge: { description: 'Stripe processing fees' },
  payout: { description: 'Payout fee' },
  payout_cancel: { description: 'Payout fee' },
  payout_failure: { description: 'Payout fee' },
  refund: { description: 'Refund fee' },
  refund_failure: { description: 'Refund fee' },
  stripe_fee: { description: 'Stripe fee' },
} as const;

const readOne = retrieve('balance_transaction');
const readMany = list('balance_transaction', 'source', 'type', 'currency');

/** GET /v1/balance_transactions/{id} */
export async function retrieveBalanceTransaction(db: Database, call: Call): Promise<Answer> {
  const { body } = await readOne(db, call);
  // `retrieve` answers with the object that it was made for.
  return ok(asOfNow(body as Stripe.BalanceTransaction));
}

/** GET /v1/balance_transactions */
export async function listBalanceTransactions(db: Database, call: Call): Promise<Answer> {
  const { body } = await readMany(db, call);
  // `list` answers with objects of the kind that it was made for.
  const page = body as Stripe.ApiList<Stripe.BalanceTransaction>;
  return ok({ ...page, data: page.data.map(asOfNow) });
}

function asOfNow(transaction: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  return { ...transaction, status: transaction.available_on <= nowSeconds() ? 'available' : 'pending' };
}

/** What can be paid out of the balance now. */
export async function availableCents(db: Database, currency: string): Promise<number> {
  const { rows } = await db.query<{ cents: string }>(
    `select coalesce(sum((data ->> 'net')::bigint), 0) as cents from sandbox_stripe.objects
     where object = 'balance_transaction' and data ->> 'currency' = $1 and (data ->> 'available_on')::bigint <= $2`,
    [currency, nowSeconds()],
  );
  return Number(rows[0]?.cents ?? 0);
}

/** GET /v1/balance: by currency, what is available and what is still pending. */
export async function retrieveBalance(db: Database, call: Call): Promise<Answer> {
  onlyKnown(call.params, ['expand']);
  const { rows } = await db.query<{ currency: string; available: string; pending: string }>(
    `select data ->> 'currency' as currency,
       coalesce(sum((data ->> 'net')::bigint) filter (where (data ->> 'available_on')::bigint <= $1), 0) as available,
       coalesce(sum((data ->> 'net')::bigint) filter (where (data ->> 'available_on')::bigint > $1), 0) as pending
     from sandbox_stripe.objects where object = 'balance_transaction' group by 1 order by 1`,
    [nowSeconds()],
  );
  const known = rows.length > 0 ? rows : [{ currency: 'usd', available: '0', pending: '0' }];
  const balance: Stripe.Balance = {
    object: 'balance',
    available: known.map(({ currency, available }) => funds(currency, Number(available))),
    livemode: false,
    pending: known.map(({ currency, pending }) => funds(currency, Number(pending))),
  };
  return ok(balance);
}

const funds = (currency: string, cents: number) => ({
  amount: cents,
  currency,
  source_types: { card: cents },
});
