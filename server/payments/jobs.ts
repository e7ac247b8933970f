import { cancelPayment } from './cancel-payment.ts';
import { processDueEvents, processQueuedEvent, pruneEvents } from './process-events.ts';
import { cancelQueue, processorEventQueue, refundQueue } from './queue-followups.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { readEvents } from './read-events.ts';
import { recordFees } from './record-fees.ts';
import { refundCharge } from './refund-charge.ts';
import type { PaymentServices } from './payment-services.ts';

/** How often the processor is asked about payments that nobody reported. */
const reconcileSeconds = 10;

/** How often events are looked for whose next attempt is due. */
const dueEventsSeconds = 10;

/** How often the processor is asked what its fees were. */
const feesSeconds = 60;

/** How often old events are removed from the inbox. */
const pruneSeconds = 3600;

/** How often its list of events is read for what no webhook brought. */
const eventsSeconds = 60;

export function paymentJobs(services: PaymentServices): void {
  const { jobs } = services;
  jobs.handle(refundQueue, ({ transactionId }) => refundCharge(services, transactionId));
  // Cancelling what is cancelled changes nothing.
  jobs.handle(cancelQueue, ({ subject }) => cancelPayment(services, subject));
  jobs.handle(processorEventQueue, ({ id }) => processQueuedEvent(services, id));
  jobs.every(dueEventsSeconds, 'process due events of the processor', async () => {
    await processDueEvents(services);
  });
  jobs.every(feesSeconds, 'record fees of the processor', async () => {
    await recordFees(services);
  });
  jobs.every(pruneSeconds, 'remove old events of the processor', async () => {
    await pruneEvents(services);
  });
}

/** Asks the processor for what neither a webhook nor a page has told. */
export function askProcessorJobs(services: PaymentServices): void {
  const { jobs } = services;
  jobs.every(reconcileSeconds, 'reconcile payments', async () => {
    await reconcilePayments(services);
  });
  jobs.every(eventsSeconds, 'read events of the processor', async () => {
    await readEvents(services);
  });
}
