/** The ledger held against payments and against the processor's own books. */
import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import { currency } from '#contract/money.ts';
import { listAtProcessor } from '#server/ledger/service.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { askProcessor } from './ask-processor.ts';
import type { PaymentServices } from './payment-services.ts';

/** For so long a charge may be on its way to us. */
const settlingSeconds = 900;

/** How the ledger and the processor agree on what the processor holds. */
export interface Comparison {
  readonly ledgerCents: number;
  readonly processorCents: number;
  /** Differences that have a reason and end by themselves, or that the ledger leaves out on purpose. */
  readonly explained: readonly string[];
  readonly unexplained: readonly string[];
}

/** Payments that were charged and do not stand in the ledger. */
export async function listUnposted(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ charge: string }>(sql`
    select transaction_id as charge from payments where state in ('succeeded', 'refunded') and not exists (
      select from ledger_entries where idempotency_key = 'charge:' || transaction_id || '/1')`);
  return rows.map(({ charge }) => charge);
}

/**
 * Compares charge by charge what the processor has taken and not given back with the ledger's account `processor`.
 * Charges and refunds are listed, not the processor's balance: its fees and payouts are not in the ledger yet.
 *
 * @throws Failure payments.processor-unreachable
 */
export async function compareWithProcessor({
  db,
  stripe,
  clock,
}: Pick<PaymentServices, 'db' | 'stripe' | 'clock'>): Promise<Comparison> {
  // First: whatever is in the ledger by now the processor knows.
  const posted = await listAtProcessor(db);
  const { held, chargedAt, foreign } = await askProcessor(() => readBooks(stripe));
  const different = [...new Set([...posted.keys(), ...held.keys()])].filter(
    (charge) => (posted.get(charge) ?? 0) !== (held.get(charge) ?? 0),
  );
  // What was settled while the processor was read.
  const postedSince = await listAtProcessor(db, different);
  const explained = foreign.map((charge) => `${charge}: charged in another currency, not in the ledger`);
  const unexplained: string[] = [];
  for (const charge of different) {
    const [ours, theirs] = [postedSince.get(charge) ?? 0, held.get(charge) ?? 0];
    if (ours === theirs) continue;
    const isNew = clock.now().getTime() / 1000 - (chargedAt.get(charge) ?? 0) < settlingSeconds;
    const amounts = `${charge}: ${theirs} cents at the processor, ${ours} in the ledger`;
    if (isNew && ours === 0) explained.push(`${amounts}: charged minutes ago and not settled yet`);
    else unexplained.push(amounts);
  }
  return { ledgerCents: sumOf(posted), processorCents: sumOf(held), explained, unexplained };
}

/** By intent: what was charged less what went back, and when. */
async function readBooks(stripe: Stripe) {
  const held = new Map<string, number>();
  const chargedAt = new Map<string, number>();
  const foreign: string[] = [];
  const add = (charge: string, cents: number): void => void held.set(charge, (held.get(charge) ?? 0) + cents);
  for await (const {
    id,
    payment_intent: intent,
    paid,
    amount,
    currency: code,
    created,
  } of stripe.charges.list({ limit: 100 })) {
    const charge = idOf(intent) ?? id;
    if (paid && code !== currency) foreign.push(charge);
    if (!paid || code !== currency) continue;
    add(charge, amount);
    chargedAt.set(charge, created);
  }
  for await (const refund of stripe.refunds.list({ limit: 100 })) {
    const charge = idOf(refund.payment_intent) ?? idOf(refund.charge);
    if (refund.status === 'succeeded' && refund.currency === currency && charge !== undefined)
      add(charge, -refund.amount);
  }
  return { held, chargedAt, foreign };
}

const idOf = (object: string | { id: string } | null): string | undefined =>
  typeof object === 'string' ? object : object?.id;

const sumOf = (cents: ReadonlyMap<string, number>): number =>
  [...cents.values()].reduce((sum, each) => sum + each, 0);
