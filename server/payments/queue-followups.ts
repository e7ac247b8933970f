/** What follows a payment's end, later and outside its transaction. */
import { queue } from '#server/platform/jobs/jobs.ts';

/** Money that came for a phone that was gone goes back. */
export const refundQueue = queue<{ paymentId: string }>('payments-refund');

/** A booking ended unpaid: its intent must not be charged any more. */
export const cancelQueue = queue<{ bookingId: string }>('payments-cancel');
