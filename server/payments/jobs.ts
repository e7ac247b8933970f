import { cancelPayment } from './cancel-payment.ts';
import { mailRefund } from './mail-refund.ts';
import { handleEvents } from '#server/platform/events/handle-events.ts';
import { cancelQueue, refundMailQueue, refundQueue } from './queue-followups.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundPayment } from './refund-payment.ts';
import type { PaymentServices } from './settle-payment.ts';

/** How often the processor is asked about payments that nobody reported. */
const reconcileSeconds = 10;

export function paymentJobs(services: PaymentServices): void {
  const { db, jobs } = services;
  jobs.handle(refundQueue, ({ paymentId }) => refundPayment(services, paymentId));
  // Cancelling what is cancelled changes nothing.
  jobs.handle(cancelQueue, ({ subject }) => cancelPayment(services, subject));
  handleEvents(jobs, db, refundMailQueue, (tx, event) => mailRefund(tx, jobs, event));
  jobs.every(reconcileSeconds, 'reconcile payments', async () => {
    await reconcilePayments(services);
  });
}
