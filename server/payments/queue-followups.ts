/** Queues of work that follows a payment, outside its transaction. */
import type { EventQueue } from '#server/platform/events/handle-events.ts';
import { queue } from '#server/platform/jobs/jobs.ts';

/** Sent when an event of the processor is in the inbox. If it fails, the periodic task processes it. */
export const processorEventQueue = queue<{ id: string }>('payments-process-event');

/** Sent when a charge must be refunded. */
export const refundQueue = queue<{ transactionId: string }>('payments-refund-charge');

/** Sent when a booking ended without a payment: its intent must not be charged any more. */
export const cancelQueue: EventQueue<'booking.cancelled' | 'booking.given-up'> = queue('payments-cancel');
