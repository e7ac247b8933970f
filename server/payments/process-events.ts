/** Works off the inbox: each event with growing pauses until it is processed, at most so often, then an admin decides. */
import {
  connectEventTypes,
  type FailedProcessorEvent,
  inboxErrors,
  maxEventAttempts,
  processorEventTypes,
} from '#contract/payments-inbox.ts';
import type { Page } from '#contract/page.ts';
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
 * For so long a processed event is remembered. The processor sends one again for days and lists it for 30: what is
 * removed can no longer come back as new. The rest is for questions about a payment.
 */
const keptDays = 90;

/** Processes one event, where its time has come and nobody else is at it. */
export async function processQueuedEvent(services: PaymentServices, id: string): Promise<void> {
  const event = await inbox.claimDueEvent(services.db, services.clock.now(), id);
  if (event !== undefined) await attempt(services, event);
}

/** Processes what is due, at most `limit` events. @returns how many were tried */
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

/** Removes events that were processed long ago, some at a time. @returns how many */
export const pruneEvents = ({ db, clock }: Pick<PaymentServices, 'db' | 'clock'>): Promise<number> =>
  inbox.removeProcessedEvents(db, new Date(clock.now().getTime() - keptDays * 86_400_000), 10_000);

/** Events that were given up, newest first. */
export async function listFailedProcessorEvents(
  db: Executor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
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
 * Processes an event again that was given up, as often as a new one.
 *
 * @returns 1, or 0 where somebody was quicker
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
  count: async () => {
    const failed = await inbox.countFailedEvents(db);
    const types = Object.keys({ ...processorEventTypes, ...connectEventTypes });
    return new Map(types.map((type) => [type, failed.get(type) ?? 0]));
  },
});
