// The changes of the account's balance: https://docs.stripe.com/api/balance_transactions/object
import type Stripe from 'stripe';
import { ok, type Answer, type Call } from './call.ts';
import { onlyKnown, readText } from './form.ts';
import { makeId, nowSeconds } from './identifiers.ts';
import { listPage, retrieve } from './lists.ts';
import { insertObject, type Database } from './store.ts';

export interface Movement {
  type: keyof typeof feeKinds;
  /** https://docs.stripe.com/reports/reporting-categories */
  category: string;
  /** Negative for what leaves the account. */
  amount: number;
  fee?: number;
  currency: string;
  /** The id of its subject. */
  source: string;
  description: string | null;
  /** When it can be used, in seconds; by default, a charge after some days, everything else at once. */
  availableOn?: number;
  /** The connected account whose balance changes; by default the platform's own. */
  account?: string;
}

/** How long a charge's money is pending; all other movements are available at once. */
const pendingSeconds = 2 * 24 * 3600;

/** Stripe's list price for a card in the US: 2.9 % and 30 cents. */
export const chargeFee = (amount: number): number => Math.round(amount * 0.029) + 30;

/** Moves money into or out of the account. */
export async function recordMovement(
  tx: Database,
  { type, category, amount, fee = 0, currency, source, description, account, ...movement }: Movement,
): Promise<Stripe.BalanceTransaction> {
  const created = nowSeconds();
  const { availableOn = type === 'charge' ? created + pendingSeconds : created } = movement;
  const transaction: Stripe.BalanceTransaction = {
    id: makeId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: availableOn,
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
    status: availableOn > created ? 'pending' : 'available',
    type,
  };
  await insertObject(tx, transaction, source, account);
  return transaction;
}

/** By the type of a transaction, the description of its fee. */
const feeKinds = {
  adjustment: { description: 'Dispute fee' },
  charge: { description: 'Stripe processing fees' },
  payment: { description: 'Payment fee' },
  payment_refund: { description: 'Refund fee' },
  payout: { description: 'Payout fee' },
  payout_cancel: { description: 'Payout fee' },
  payout_failure: { description: 'Payout fee' },
  refund: { description: 'Refund fee' },
  refund_failure: { description: 'Refund fee' },
  stripe_fee: { description: 'Stripe fee' },
  transfer: { description: 'Transfer fee' },
  transfer_refund: { description: 'Transfer fee' },
  topup: { description: 'Top-up fee' },
} as const;

const readOne = retrieve('balance_transaction');

/** GET /v1/balance_transactions/{id} */
export async function retrieveBalanceTransaction(db: Database, call: Call): Promise<Answer> {
  const { body } = await readOne(db, call);
  // `retrieve` answers with an object of the requested kind.
  return ok(asOfNow(body as Stripe.BalanceTransaction));
}

/** GET /v1/balance_transactions */
export async function listBalanceTransactions(db: Database, call: Call): Promise<Answer> {
  const { body } = await listPage(db, call, 'balance_transaction', {
    parentParam: 'source',
    fieldParams: ['type', 'currency'],
    ownParams: ['payout'],
    filter: await partsOf(db, readText(call.params, 'payout')),
  });
  // A list contains objects of the requested kind.
  const page = body as Stripe.ApiList<Stripe.BalanceTransaction>;
  return ok({ ...page, data: page.data.map(asOfNow) });
}

/** The transactions of a payout, including its own. */
async function partsOf(db: Database, payout: string | undefined): Promise<{ ids?: string[] }> {
  if (payout === undefined) return {};
  const { rows } = await db.query<{ transaction_id: string }>(
    'select transaction_id from sandbox_stripe.payout_parts where payout_id = $1',
    [payout],
  );
  return { ids: rows.map(({ transaction_id: id }) => id) };
}

function asOfNow(transaction: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  return { ...transaction, status: transaction.available_on <= nowSeconds() ? 'available' : 'pending' };
}

/** Lets one transaction at a time decide what the platform's own balance allows. */
export const lockBalance = (tx: Database): Promise<unknown> =>
  tx.query("select pg_advisory_xact_lock(hashtextextended('sandbox_stripe:balance', 0))");

/**
 * What an account can use now; with `withPending` also what it will be able to use. Its row must be locked, or the
 * platform's own balance by `lockBalance`.
 */
export async function availableCents(
  db: Database,
  currency: string,
  account?: string,
  withPending = false,
): Promise<number> {
  const { rows } = await db.query<{ cents: string }>(
    `select coalesce(sum((data ->> 'net')::bigint), 0) as cents from sandbox_stripe.objects
     where object = 'balance_transaction' and account is not distinct from $1
       and data ->> 'currency' = $2 and ($3 or (data ->> 'available_on')::bigint <= $4)`,
    [account ?? null, currency, withPending, nowSeconds()],
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
     from sandbox_stripe.objects where object = 'balance_transaction' and account is not distinct from $2
     group by 1 order by 1`,
    [nowSeconds(), call.account ?? null],
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
