/** Compares all of the ledger with the processor's balance at once, without the copy of it. */
import type Stripe from 'stripe';

import { currency } from '#contract/money.ts';
import { type DifferenceReason, differenceReasons } from '#contract/reconciliation-words.ts';
import { findFirstEntry, listProcessorKeys, sumAccounts } from '#server/ledger/service.ts';
import { askProcessor } from '#server/payments/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { batchesOf, compareKeys, type Difference } from './compare-keys.ts';
import { daysBetween } from './copy-movements.ts';
import { readMovements } from './read-movement.ts';
import { endOfTime } from './run-reconciliation.ts';
import { type DifferenceRow, listOpen } from './store-differences.ts';
import type { MovementSum } from './store-movements.ts';

/** Whether ledger and processor agree on what the processor holds. */
export interface Comparison {
  readonly ledgerCents: number;
  readonly processorCents: number;
  /** Differences that resolve themselves, that an admin has explained, or that the ledger leaves out on purpose. */
  readonly explained: readonly string[];
  readonly unexplained: readonly string[];
}

/** Differences that are no error: they resolve themselves, or somebody has to decide first. */
const temporaryReasons: ReadonlySet<DifferenceReason> = new Set([
  'on-its-way',
  'not-on-balance',
  'refund-under-way',
  'chargeback-undecided',
  'payout-under-way',
  'other-currency',
]);

/**
 * Compares every event of the account `processor` with the movements that the processor lists, in both directions.
 * Stores nothing.
 *
 * @returns both balances in cents, and each difference in words
 * @throws Failure payments.processor-unreachable
 */
export async function compareBooks({
  db,
  stripe,
  clock,
}: {
  readonly db: Database;
  readonly stripe: Stripe;
  readonly clock: Clock;
}): Promise<Comparison> {
  // Read first: the processor knows everything that is in the ledger by now.
  const ours = await listAllKeys(db, clock.now());
  const { sums, foreign } = await askProcessor(() => readBooks(stripe));
  const differences = new Map<string, Difference>();
  for (const keys of batchesOf([...ours, ...sums.keys()])) {
    const compared = await compareKeys(db, keys, clock.now(), sums);
    for (const each of compared.differences) differences.set(each.key, each);
  }
  const rows = new Map((await listOpen(db)).map((row) => [row.key, row]));
  const explained = foreign.map((key) => `${key}: in another currency, not in the ledger`);
  const unexplained: string[] = [];
  for (const difference of differences.values()) {
    const { key, processorCents, ledgerCents } = difference;
    const why = explanationOf(difference, rows.get(key));
    const words = `${key}: ${processorCents} cents at the processor, ${ledgerCents} in the ledger`;
    if (why === undefined) unexplained.push(words);
    else explained.push(`${words}: ${why}`);
  }
  const ledgerCents = (await sumAccounts(db)).get('processor') ?? 0;
  const processorCents = [...sums.values()].reduce((sum, { cents }) => sum + cents, 0);
  return { ledgerCents, processorCents, explained, unexplained };
}

/** The events of the whole journal, read day by day: no statement gets longer with its age. */
async function listAllKeys(db: Database, now: Date): Promise<ReadonlySet<string>> {
  const all = new Set<string>();
  for (const { from, to } of daysBetween((await findFirstEntry(db)) ?? now, now))
    for (const key of await listProcessorKeys(db, from, to ?? endOfTime)) all.add(key);
  return all;
}

/** What an admin has written about these amounts, or why nobody has to. */
function explanationOf(
  { reason, processorCents, ledgerCents }: Difference,
  row: DifferenceRow | undefined,
): string | undefined {
  const isSame = row?.processorCents === processorCents && row.ledgerCents === ledgerCents;
  const written = isSame ? row.explanation : null;
  return written ?? (temporaryReasons.has(reason) ? differenceReasons[reason].words : undefined);
}

/** The sums of the processor's movements by the ledger's key, and the keys of those in another currency. */
async function readBooks(
  stripe: Stripe,
): Promise<{ sums: ReadonlyMap<string, MovementSum>; foreign: readonly string[] }> {
  const sums = new Map<string, MovementSum>();
  const foreign = new Set<string>();
  for await (const each of stripe.balanceTransactions.list({ expand: ['data.source'], limit: 100 })) {
    for (const { key, cents, at, source, charge } of readMovements(each)) {
      if (each.currency !== currency) foreign.add(key);
      else sums.set(key, { source, charge, at, cents: (sums.get(key)?.cents ?? 0) + cents });
    }
  }
  return { sums, foreign: [...foreign] };
}
