import { cancelPayment } from './cancel-payment.ts';
import { processDueEvents, processQueuedEvent, pruneEvents } from './process-events.ts';
import { cancelQueue, processorEventQueue, refundQueue } from './queue-followups.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { readEvents } from './read-events.ts';
import { recordFees } from './record-fees.ts';
import { refundCharge } from './refund-charge.ts';
import type { PaymentServices } from './payment-services.ts';

/** How often to ask the processor about payments that nobody reported. */
const reconcileSeconds = 10;

/** How often to look for events whose next attempt is due. */
const dueEventsSeconds = 10;

/** How often to ask the processor for its fees. */
const feesSeconds = 60;

/** How often to remove old events from the inbox. */
const pruneSeconds = 3600;

/** How often to read the processor's list of events, in case a webhook was lost. */
const eventsSeconds = 60;

export function paymentJobs(services: PaymentServices): void {
  const { jobs } = services;
  jobs.handle(refundQueue, ({ transactionId }) => refundCharge(services, transactionId));
  // Cancelling twice is harmless.
  jobs.handle(cancelQueue, ({ subject }) => cancelPayment(services, subject));
  jobs.handle(processorEventQueue, ({ id }) => processQueuedEvent(services, id));
  jobs.every(dueEventsSeconds, 'process due events of the processor', () => processDueEvents(services));
  jobs.every(pruneSeconds, 'remove old events of the processor', () => pruneEvents(services));
}

/** Asks the processor for its fees, and for what neither a webhook nor a page has reported. */
export function askProcessorJobs(services: PaymentServices): void {
  const { jobs } = services;
  jobs.every(reconcileSeconds, 'reconcile payments', () => reconcilePayments(services));
  jobs.every(eventsSeconds, 'read events of the processor', () => readEvents(services));
  jobs.every(feesSeconds, 'record fees of the processor', () => recordFees(services));
}
