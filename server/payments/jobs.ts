import { cancelPayment } from './cancel-payment.ts';
import { cancelQueue, refundQueue } from './queue-followups.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundPayment } from './refund-payment.ts';
import type { PaymentServices } from './settle-payment.ts';

/** How often the processor is asked about payments that nobody reported. */
const reconcileSeconds = 10;

export function paymentJobs(services: PaymentServices): void {
  const { jobs } = services;
  jobs.handle(refundQueue, ({ paymentId }) => refundPayment(services, paymentId));
  jobs.handle(cancelQueue, ({ bookingId }) => cancelPayment(services, bookingId));
  jobs.every(reconcileSeconds, 'reconcile payments', async () => {
    await reconcilePayments(services);
  });
}
