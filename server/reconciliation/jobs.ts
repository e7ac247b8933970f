import { hourMs } from '#contract/durations.ts';
import {
  compareEvents,
  reconcileQueue,
  runReconciliation,
  startReconciliation,
} from './run-reconciliation.ts';
import type { ReconciliationServices } from './reconciliation-services.ts';
import { findLast, findLastFinished } from './repository.ts';
import { listOpen } from './store-differences.ts';
import { hasCode } from '#server/platform/failure.ts';

/** How often to check whether the nightly comparison is due. */
const dueSeconds = 300;

/** How often to compare open differences again: late events close them automatically. */
const recheckSeconds = 600;

/** The hour of the nightly comparison, by UTC: a day's movements are listed by then. */
const nightlyHour = 2;

/** After how long a failed comparison is started again, in milliseconds. */
const retryMs = hourMs;

export function reconciliationJobs(services: ReconciliationServices): void {
  const { jobs } = services;
  jobs.handle(reconcileQueue, ({ id }) => runReconciliation(services, id));
  jobs.every(dueSeconds, 'compare the ledger with the processor every night', () => startIfDue(services));
  jobs.every(recheckSeconds, 'compare open differences again', () => recheckOpen(services));
}

/** Starts the nightly comparison if it is due. @returns its id, or undefined */
export async function startIfDue(services: ReconciliationServices): Promise<string | undefined> {
  const { db, clock } = services;
  const now = clock.now();
  const [finished, last] = [await findLastFinished(db, now), await findLast(db, now)];
  if (finished !== undefined && finished.startedAt >= lastNight(now)) return undefined;
  if (last !== undefined && now.getTime() - last.startedAt.getTime() < retryMs) return undefined;
  try {
    return await startReconciliation(services, null);
  } catch (error) {
    // Another process, or an admin, was faster.
    if (hasCode(error, 'reconciliation.running')) return undefined;
    throw error;
  }
}

/** When the last comparison was due. */
function lastNight(now: Date): Date {
  const night = new Date(now);
  night.setUTCHours(nightlyHour, 0, 0, 0);
  if (night > now) night.setUTCDate(night.getUTCDate() - 1);
  return night;
}

/** Compares open differences again. @returns how many agree now */
export async function recheckOpen({ db, clock }: ReconciliationServices): Promise<number> {
  const open = await listOpen(db);
  return compareEvents(
    db,
    open.map(({ key }) => key),
    clock.now(),
  );
}
