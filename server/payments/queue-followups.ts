/** What follows a payment's end, later and outside its transaction. */
import type { EventQueue } from '#server/platform/events/handle-events.ts';
import { queue } from '#server/platform/jobs/jobs.ts';

/** An event of the processor is in the inbox: processed at once, and by the periodic task where that fails. */
export const processorEventQueue = queue<{ id: string }>('payments-process-event');

/** Money that came for a phone that was gone, or for nothing, goes back. */
export const refundQueue = queue<{ transactionId: string }>('payments-refund-charge');

/** A booking ended unpaid for good: its intent must not be charged any more. */
export const cancelQueue: EventQueue<'booking.cancelled' | 'booking.given-up'> = queue('payments-cancel');
