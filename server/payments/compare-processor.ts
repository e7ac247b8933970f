/** Compares the ledger with the payments and with the processor's own records. */
import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import { currency } from '#contract/money.ts';
import { listAtProcessor } from '#server/ledger/service.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { idOf } from '#server/platform/stripe/id-of.ts';
import { askProcessor } from './ask-processor.ts';
import type { PaymentServices } from './payment-services.ts';
import { listKnownFees } from './store-fees.ts';

/** How long we may not know of a charge yet, in seconds. */
const settlingSeconds = 900;

/** Whether ledger and processor agree on what the processor holds. */
export interface Comparison {
  readonly ledgerCents: number;
  readonly processorCents: number;
  /** Differences that resolve themselves for a known reason, or that the ledger leaves out on purpose. */
  readonly explained: readonly string[];
  readonly unexplained: readonly string[];
}

/** Payments that were charged but are not in the ledger. */
export async function listUnposted(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ charge: string }>(sql`
    select transaction_id as charge from payments where state in ('succeeded', 'refunded') and not exists (
      select from ledger_entries where idempotency_key = 'charge:' || transaction_id || '/1')`);
  return rows.map(({ charge }) => charge);
}

/**
 * Compares, charge by charge, what the processor has received and not refunded or passed on, less its fee, with the
 * ledger's account `processor`. Only the reconciliation compares what belongs to no charge, such as payouts to the
 * bank.
 *
 * @throws Failure payments.processor-unreachable
 */
export async function compareWithProcessor({
  db,
  stripe,
  clock,
}: Pick<PaymentServices, 'db' | 'stripe' | 'clock'>): Promise<Comparison> {
  // Read first: the processor knows everything that is in the ledger by now.
  const posted = await listAtProcessor(db);
  const { charges, foreign } = await askProcessor(() => readBooks(stripe));
  const known = await listKnownFees(db);
  const explained = foreign.map((charge) => `${charge}: charged in another currency, not in the ledger`);
  const unexplained: string[] = [];
  const ids = [...new Set([...posted.keys(), ...charges.keys()])];
  const different = ids.filter((id) => (posted.get(id) ?? 0) !== expectedOf(charges.get(id), known.has(id)));
  // Some charges may have been settled while the processor was being read.
  const postedSince = await listAtProcessor(db, different);
  for (const id of different) {
    const charge = charges.get(id);
    const [ours, theirs] = [postedSince.get(id) ?? 0, expectedOf(charge, known.has(id))];
    if (ours === theirs) continue;
    const isNew = clock.now().getTime() / 1000 - (charge?.chargedAt ?? 0) < settlingSeconds;
    const amounts = `${id}: ${theirs} cents at the processor, ${ours} in the ledger`;
    if (isNew && ours === 0) explained.push(`${amounts}: charged minutes ago and not settled yet`);
    else unexplained.push(amounts);
  }
  for (const [id, { feeCents, withdrawnCents }] of charges) {
    if (feeCents > 0 && posted.has(id) && !known.has(id))
      explained.push(`${id}: its fee of ${feeCents} cents is not in the ledger yet`);
    if (withdrawnCents > 0)
      explained.push(`${id}: ${withdrawnCents} cents withdrawn for a chargeback that is not decided`);
  }
  const processorCents = sumOf([...charges.values()].map((charge) => expectedOf(charge, true)));
  return { ledgerCents: sumOf([...posted.values()]), processorCents, explained, unexplained };
}

/** The processor's data of a charge, by its intent. */
interface Charge {
  /** What was charged, less refunds, decided chargebacks and transfers to sellers. */
  heldCents: number;
  readonly feeCents: number;
  /** What a bank has taken but may return. */
  withdrawnCents: number;
  readonly chargedAt: number;
}

const expectedOf = (charge: Charge | undefined, isFeeKnown: boolean): number =>
  charge === undefined ? 0 : charge.heldCents - (isFeeKnown ? charge.feeCents : 0);

async function readBooks(stripe: Stripe) {
  const charges = new Map<string, Charge>();
  const foreign: string[] = [];
  for await (const charge of stripe.charges.list({ limit: 100, expand: ['data.balance_transaction'] })) {
    const id = idOf(charge.payment_intent) ?? charge.id;
    if (charge.paid && charge.currency !== currency) foreign.push(id);
    if (!charge.paid || charge.currency !== currency) continue;
    const { amount: heldCents, created: chargedAt } = charge;
    charges.set(id, { heldCents, feeCents: feeOf(charge), withdrawnCents: 0, chargedAt });
  }
  for await (const refund of stripe.refunds.list({ limit: 100 })) {
    const charge = charges.get(idOf(refund.payment_intent) ?? idOf(refund.charge) ?? '');
    if (refund.status === 'succeeded' && charge !== undefined) charge.heldCents -= refund.amount;
  }
  for await (const transfer of stripe.transfers.list({ limit: 100, expand: ['data.source_transaction'] })) {
    const { source_transaction: source, amount, amount_reversed: back } = transfer;
    const intent = typeof source === 'object' ? (source?.payment_intent ?? null) : null;
    const charge = charges.get(idOf(intent) ?? '');
    if (charge !== undefined) charge.heldCents -= amount - back;
  }
  for await (const dispute of stripe.disputes.list({ limit: 100 })) {
    const charge = charges.get(idOf(dispute.payment_intent) ?? idOf(dispute.charge) ?? '');
    if (charge === undefined) continue;
    const netCents = sumOf(dispute.balance_transactions.map(({ net }) => net));
    if (dispute.status === 'won' || dispute.status === 'lost') charge.heldCents += netCents;
    else charge.withdrawnCents -= netCents;
  }
  return { charges, foreign };
}

function feeOf({ balance_transaction: transaction }: Stripe.Charge): number {
  const isKnown = typeof transaction === 'object' && transaction?.currency === currency;
  return isKnown ? transaction.fee : 0;
}

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0);
