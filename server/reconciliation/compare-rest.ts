/** Compares what the ledger's account `processor` has without a charge with the processor's balance. */
import type Stripe from 'stripe';

import { dayMs } from '#contract/durations.ts';
import { currency } from '#contract/money.ts';
import { listChargelessEntries } from '#server/ledger/service.ts';
import { askProcessor } from '#server/payments/service.ts';
import type { Database } from '#server/platform/postgres/database.ts';
import { readMovements } from './read-movement.ts';

/** How long the processor may have known of a movement before the ledger recorded it: a payout takes days to arrive. */
const longestMs = 30 * dayMs;

/**
 * The entries without a charge, such as payouts to the bank, that the processor's balance does not have in the same
 * amount, each in words. Stores nothing. The opposite, movements that the ledger does not have, is what a comparison
 * on the page Money finds.
 *
 * @throws Failure payments.processor-unreachable
 */
export async function compareRest({
  db,
  stripe,
}: {
  readonly db: Database;
  readonly stripe: Stripe;
}): Promise<string[]> {
  // Read first: the processor knows everything that is in the ledger by now.
  const ours = await listChargelessEntries(db);
  if (ours.size === 0) return [];
  const first = Math.min(...[...ours.values()].map(({ at }) => at.getTime()));
  const theirs = await askProcessor(() => readSums(stripe, new Date(first - longestMs)));
  return [...ours].flatMap(([key, { cents }]) => {
    const atProcessor = theirs.get(key) ?? 0;
    return cents === atProcessor
      ? []
      : [`${key}: ${atProcessor} cents at the processor, ${cents} in the ledger`];
  });
}

/** The processor's movements since then, in cents, by the ledger's key. */
async function readSums(stripe: Stripe, since: Date): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for await (const each of stripe.balanceTransactions.list({
    created,
    expand: ['data.source'],
    limit: 100,
  })) {
    if (each.currency !== currency) continue;
    for (const { key, cents } of readMovements(each)) sums.set(key, (sums.get(key) ?? 0) + cents);
  }
  return sums;
}
