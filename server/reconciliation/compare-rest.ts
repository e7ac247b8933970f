/** Compares with the ledger what the processor's balance has besides what belongs to a charge. */
import type Stripe from 'stripe';

import { currency } from '#contract/money.ts';
import { differenceReasons } from '#contract/reconciliation-words.ts';
import { listChargelessEntries } from '#server/ledger/service.ts';
import { askProcessor } from '#server/payments/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { compareKeys, type Difference } from './compare-keys.ts';
import { readMovements } from './read-movement.ts';
import { type DifferenceRow, listOpen } from './store-differences.ts';
import type { MovementSum } from './store-movements.ts';

/** Events that belong to no charge. */
const kinds = ['topup', 'payout', 'payout-failed', 'movement', 'movement-fee'];

/** What resolves itself. */
const passing: readonly string[] = ['on-its-way', 'payout-under-way'];

/**
 * Compares, event by event and in both directions, what belongs to no charge, such as payouts to the bank, top-ups and
 * the processor's own fees. Stores nothing.
 *
 * @returns each difference in words; explained are those that resolve themselves or that an admin has explained
 * @throws Failure payments.processor-unreachable
 */
export async function compareRest({
  db,
  stripe,
  clock,
}: {
  readonly db: Database;
  readonly stripe: Stripe;
  readonly clock: Clock;
}): Promise<{ readonly explained: readonly string[]; readonly unexplained: readonly string[] }> {
  // Read first: the processor knows everything that is in the ledger by now.
  const ours = await listChargelessEntries(db);
  const isWanted = (key: string): boolean => kinds.includes(key.split(':')[0] ?? '') || ours.has(key);
  const theirs = await askProcessor(() => readSums(stripe, isWanted));
  const keys = [...new Set([...ours.keys(), ...theirs.keys()])];
  const { differences } = await compareKeys(db, keys, clock.now(), theirs);
  const rows = new Map((await listOpen(db)).map((row) => [row.key, row]));
  const explained: string[] = [];
  const unexplained: string[] = [];
  for (const difference of differences) {
    const { key, reason, processorCents, ledgerCents } = difference;
    const why = explanationOf(difference, rows.get(key));
    const words = `${key}: ${processorCents} cents at the processor, ${ledgerCents} in the ledger`;
    if (why !== undefined) explained.push(`${words}: ${why}`);
    else if (passing.includes(reason)) explained.push(`${words}: ${differenceReasons[reason].words}`);
    else unexplained.push(words);
  }
  return { explained, unexplained };
}

/** What an admin has written about these amounts. */
function explanationOf(difference: Difference, row: DifferenceRow | undefined): string | undefined {
  const isSame =
    row?.processorCents === difference.processorCents && row.ledgerCents === difference.ledgerCents;
  return isSame ? (row.explanation ?? undefined) : undefined;
}

/** The processor's movements, by the ledger's key; only those that are wanted, since most belong to charges. */
async function readSums(
  stripe: Stripe,
  isWanted: (key: string) => boolean,
): Promise<ReadonlyMap<string, MovementSum>> {
  const sums = new Map<string, MovementSum>();
  for await (const each of stripe.balanceTransactions.list({ expand: ['data.source'], limit: 100 })) {
    if (each.currency !== currency) continue;
    for (const { key, cents, at, source, charge } of readMovements(each)) {
      if (!isWanted(key)) continue;
      const before = sums.get(key);
      sums.set(key, { source, charge, at: before?.at ?? at, cents: (before?.cents ?? 0) + cents });
    }
  }
  return sums;
}
