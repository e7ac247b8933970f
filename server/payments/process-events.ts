/** Processes the inbox: each event is retried with growing pauses, up to a limit; then an admin decides. */
import { dayMs } from '#contract/durations.ts';
import {
  connectEventTypes,
  type FailedProcessorEvent,
  inboxErrors,
  maxEventAttempts,
  processorEventTypes,
} from '#contract/payments-inbox.ts';
import type { Page, PageQuery } from '#contract/page.ts';
import { failWith } from '#server/platform/failure.ts';
import { idAfter, pageOf } from '#server/platform/http/page-of.ts';
import type { WatchedCount } from '#server/platform/log/metrics.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { handleEvent } from './handle-event.ts';
import type { PaymentServices } from './payment-services.ts';
import { processorEventQueue } from './queue-followups.ts';
import * as inbox from './store-events.ts';

const fail = failWith(inboxErrors);

/**
 * How long a processed event is kept, in days. The processor repeats an event for days and lists it for 30: a removed
 * one cannot arrive again as new. The rest of the time is for questions about a payment.
 */
const keptDays = 90;

/** Processes one event, if it is due and no other process has claimed it. */
export async function processQueuedEvent(services: PaymentServices, id: string): Promise<void> {
  const event = await inbox.claimDueEvent(services.db, services.clock.now(), id);
  if (event !== undefined) await attempt(services, event);
}

/** Processes due events, at most `limit`. @returns how many were tried */
export async function processDueEvents(services: PaymentServices, limit = 50): Promise<number> {
  for (let tried = 0; tried < limit; tried += 1) {
    const event = await inbox.claimDueEvent(services.db, services.clock.now());
    if (event === undefined) return tried;
    await attempt(services, event);
  }
  return limit;
}

async function attempt(services: PaymentServices, event: inbox.ProcessorEventRow): Promise<void> {
  const { db, clock, log } = services;
  const { id, eventId, type, attempts } = event;
  try {
    await handleEvent(services, event);
  } catch (error) {
    const isLast = attempts >= maxEventAttempts;
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    log[isLast ? 'error' : 'warn'](
      { err: error, event: eventId, type, attempts },
      'an event of the processor could not be processed',
    );
    return inbox.storeAttempt(db, id, { lastError, failedAt: isLast ? clock.now() : null });
  }
  return inbox.storeAttempt(db, id, { processedAt: clock.now(), lastError: null });
}

/** Removes events that were processed long ago, up to 10,000 in a round. @returns how many */
export const pruneEvents = ({ db, clock }: Pick<PaymentServices, 'db' | 'clock'>): Promise<number> =>
  inbox.removeProcessedEvents(db, new Date(clock.now().getTime() - keptDays * dayMs), 10_000);

/** Events that were given up, newest first. */
export async function listFailedProcessorEvents(
  db: Executor,
  { cursor, limit }: PageQuery,
): Promise<Page<FailedProcessorEvent>> {
  const rows = await inbox.listFailedEvents(db, idAfter(cursor), limit + 1);
  const page = pageOf(rows, limit, ({ id }) => id);
  return {
    ...page,
    items: page.items.map(({ id, happenedAt, receivedAt, failedAt, lastError, ...event }) => ({
      ...event,
      _id: id,
      time: happenedAt.toISOString(),
      failedAt: (failedAt ?? receivedAt).toISOString(),
      lastError: lastError ?? '',
    })),
  };
}

/**
 * Processes an event again that was given up, with as many attempts as a new one.
 *
 * @returns 1, or 0 if somebody else did it before
 * @throws Failure payments.event-not-found
 */
export async function retryProcessorEvent(
  { db, jobs, clock }: Pick<PaymentServices, 'db' | 'jobs' | 'clock'>,
  id: string,
): Promise<number> {
  if ((await inbox.findFailedEvent(db, id)) === undefined) throw fail('payments.event-not-found');
  return db.transaction(async (tx) => {
    if ((await inbox.requeueEvent(tx, id, clock.now())) === 0) return 0;
    await jobs.enqueue(tx, processorEventQueue, { id });
    return 1;
  });
}

/** How many events could not be processed, for `/metrics`. */
export const failedProcessorEventCount = (db: Executor): WatchedCount => ({
  name: 'processor_events_failed',
  help: 'Events of the card processor that could not be processed, which wait for an admin',
  label: 'type',
  values: Object.keys({ ...processorEventTypes, ...connectEventTypes }),
  count: () => inbox.countFailedEvents(db),
});
