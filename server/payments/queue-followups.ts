/** What follows a payment's end, later and outside its transaction. */
import type { EventQueue } from '#server/platform/events/handle-events.ts';
import { queue } from '#server/platform/jobs/jobs.ts';

/** Money that came for a phone that was gone goes back. */
export const refundQueue = queue<{ paymentId: string }>('payments-refund');

/** A booking ended unpaid for good: its intent must not be charged any more. */
export const cancelQueue: EventQueue<'booking.cancelled' | 'booking.given-up'> = queue('payments-cancel');

/** Both sides of a booking are told that its payment was returned. */
export const refundMailQueue: EventQueue<'payment.refunded'> = queue('payments-refund-mail');
