/** One comparison of the ledger with the processor's records, from copying them to the differences. */
import { dayMs, minuteMs } from '#contract/durations.ts';
import { reconciliationErrors } from '#contract/reconciliation.ts';
import { findFirstEntry, listProcessorKeys, sumAccounts } from '#server/ledger/service.ts';
import { processAgain, unlessUnknown } from '#server/payments/service.ts';
import { failWith, hasCode } from '#server/platform/failure.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { type Executor, type Transaction, violatedIndex } from '#server/platform/postgres/database.ts';
import { batchesOf, compareKeys } from './compare-keys.ts';
import { copyMovements, daysBetween, readBalance } from './copy-movements.ts';
import type { ReconciliationServices } from './reconciliation-services.ts';
import * as repository from './repository.ts';
import {
  balanceKey,
  closeDifferences,
  countOpen,
  listOpen,
  storeDifferences,
  sumDifferences,
} from './store-differences.ts';
import { findFirstMovement, listMovedKeys, sumAllMovements } from './store-movements.ts';

const fail = failWith(reconciliationErrors);

/** Sent when a comparison was requested. */
export const reconcileQueue = queue<{ id: string }>('reconciliation-run');

/** After this time without progress, a comparison counts as dead: its process and all retries have failed. */
const silentMinutes = 30;

/**
 * Starts a comparison, which runs in a job.
 *
 * @param requestedBy the admin; null if it is automatic
 * @returns its id
 * @throws Failure reconciliation.running
 */
export async function startReconciliation(
  { db, jobs, clock }: Pick<ReconciliationServices, 'db' | 'jobs' | 'clock'>,
  requestedBy: string | null,
): Promise<string> {
  const now = clock.now();
  try {
    return await db.transaction(async (tx) => {
      await repository.endSilentRuns(tx, now, silentMinutes * minuteMs);
      const id = await repository.insertRun(tx, requestedBy, now);
      await jobs.enqueue(tx, reconcileQueue, { id });
      return id;
    });
  } catch (error) {
    if (violatedIndex(error) === repository.oneRunning) throw fail('reconciliation.running');
    throw error;
  }
}

/** Runs a comparison that was started. An interrupted one continues where it stopped. */
export async function runReconciliation(services: ReconciliationServices, id: string): Promise<void> {
  const { db, clock, log } = services;
  if ((await repository.findRunning(db, id)) === undefined) return;
  try {
    await reconcile(services, id);
  } catch (error) {
    const isUnreachable = hasCode(error, 'payments.processor-unreachable');
    if (!isUnreachable) log.error({ err: error }, 'the ledger could not be compared with the processor');
    const failure = isUnreachable
      ? 'The card processor could not be reached.'
      : 'It failed. The server’s log says why.';
    await repository.endRun(db, id, { endedAt: clock.now(), failure });
  }
}

async function reconcile(services: ReconciliationServices, id: string): Promise<void> {
  const { db, clock } = services;
  const last = await repository.findLastFinished(db, clock.now());
  await copyMovements(services, id);
  const balanceCents = await readBalance(services, id);
  await compareSince(services, id, await beginning(services, last));
  await followPayouts(services);
  let books = await compareOpen(services);
  if (books.unexplainedCents !== 0) {
    // Something older than the last comparison has changed, which should never happen: everything is compared.
    await compareSince(services, id, await beginning(services, undefined));
    books = await compareOpen(services);
  }
  const processorCents = balanceCents ?? books.copiedCents;
  const restCents = processorCents - books.copiedCents + books.unexplainedCents;
  await storeRest(db, restCents, clock.now());
  await repository.endRun(db, id, {
    endedAt: clock.now(),
    ledgerCents: books.ledgerCents,
    processorCents,
    differences: await countOpen(db),
  });
}

/** The time from which to compare: everything before was compared, and does not change any more. */
async function beginning(
  { db, clock }: ReconciliationServices,
  last: repository.RunRow | undefined,
): Promise<Date> {
  const known =
    last === undefined
      ? [await findFirstEntry(db), await findFirstMovement(db)]
      : [last.startedAt, last.readTo ?? undefined];
  const moments = known.flatMap((moment) => moment?.getTime() ?? []);
  return new Date(Math.min(clock.now().getTime(), ...moments) - dayMs);
}

async function compareSince(services: ReconciliationServices, id: string, since: Date): Promise<void> {
  const { db, clock } = services;
  for (const { from, to } of daysBetween(since, clock.now())) {
    const until = to ?? endOfTime;
    const keys = [...(await listMovedKeys(db, from, until)), ...(await listProcessorKeys(db, from, until))];
    await compareEvents(db, keys, clock.now());
    await repository.recordProgress(db, id, { seenAt: clock.now(), movements: 0, readTo: null });
  }
}

/** Later than every event. */
export const endOfTime = new Date('9999-01-01T00:00:00Z');

/** Compares events and stores the result. @returns how many differences were closed */
export async function compareEvents(db: Executor, events: readonly string[], now: Date): Promise<number> {
  let closed = 0;
  for (const batch of batchesOf(events)) {
    const { keys, differences } = await compareKeys(db, batch, now);
    await storeDifferences(db, differences, now);
    const open = new Set(differences.map(({ key }) => key));
    closed += await closeDifferences(
      db,
      keys.filter((key) => !open.has(key)),
      now,
    );
  }
  return closed;
}

/** If no event reported a payout, the processor's movement is the reason to record it. */
async function followPayouts(services: ReconciliationServices): Promise<void> {
  const open = await listOpen(services.db);
  for (const row of open.filter(({ key }) => key.startsWith('payout')))
    await unlessUnknown(() => processAgain(services, row));
}

/** Compares everything open again, and sums up both sides at that moment. */
function compareOpen({ db, clock }: ReconciliationServices) {
  const compare = async (tx: Transaction) => {
    const now = clock.now();
    // This includes what was recorded during the comparison.
    const since = new Date(now.getTime() - dayMs);
    const recent = await listProcessorKeys(tx, since, endOfTime);
    await compareEvents(tx, [...recent, ...(await listOpen(tx)).map(({ key }) => key)], now);
    const ledgerCents = (await sumAccounts(tx)).get('processor') ?? 0;
    const copiedCents = await sumAllMovements(tx);
    const unexplainedCents = copiedCents - ledgerCents - (await sumDifferences(tx));
    return { ledgerCents, copiedCents, unexplainedCents };
  };
  return db.transaction(compare, { isolationLevel: 'repeatable read' });
}

async function storeRest(db: Executor, restCents: number, now: Date): Promise<void> {
  if (restCents === 0) return void (await closeDifferences(db, [balanceKey], now));
  const nothing = { source: null, charge: null, orderId: null };
  const rest = { ...nothing, key: balanceKey, reason: 'balance-differs', ledgerCents: 0 } as const;
  await storeDifferences(db, [{ ...rest, processorCents: restCents, happenedAt: now }], now);
}
