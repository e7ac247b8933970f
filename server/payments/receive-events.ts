/** Puts events into the inbox, from a webhook or from the processor's list of events. */
import type { EventSource, ProcessorEvent } from '#contract/payments-inbox.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { idOf } from '#server/platform/stripe/id-of.ts';
import type { PaymentServices } from './payment-services.ts';
import { processorEventQueue } from './queue-followups.ts';
import { insertEvents } from './store-events.ts';

/**
 * Stores events of the processor, which must have been signed or requested, and queues their processing. One that is
 * stored already changes nothing.
 *
 * @param source the endpoint that they came to, or would have come to
 * @returns how many were new
 */
export async function receiveEvents(
  { db, jobs, clock }: Pick<PaymentServices, 'db' | 'jobs' | 'clock'>,
  events: readonly ProcessorEvent[],
  source: EventSource = 'platform',
): Promise<number> {
  const receivedAt = clock.now();
  return db.transaction(async (tx) => {
    const rows = events.map((event) => ({ id: newId(), ...summaryOf(event), source, receivedAt }));
    const ids = await insertEvents(tx, rows);
    if (ids.length > 0) {
      const jobsOfRows = ids.map((id) => ({ id, data: { id } }));
      await jobs.enqueueAll(tx, processorEventQueue, jobsOfRows);
    }
    return ids.length;
  });
}

/** What is stored of an event: no personal data, and nothing that may be out of date when it is read. */
function summaryOf({ id: eventId, type, account, created, data: { object } }: ProcessorEvent) {
  const { id: objectId = null, payment_intent: intent = null } = object;
  return {
    eventId,
    type,
    account: account ?? null,
    objectId,
    transactionId: object.object === 'payment_intent' ? objectId : (idOf(intent) ?? null),
    happenedAt: new Date(created * 1000),
  };
}
