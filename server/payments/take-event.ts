import type Stripe from 'stripe';

import { Failure } from '#server/platform/failure.ts';
import { recordRefunds } from './record-refunds.ts';
import { settlePayment } from './settle-payment.ts';
import type { PaymentServices } from './payment-services.ts';

/**
 * Takes an event of the processor, which must have been signed or asked for. Unknown kinds change nothing; of refunds
 * the event says only that something changed, and what it is now is asked for.
 *
 * @throws Failure payments.processor-unreachable, so that the event comes again
 */
export async function takeEvent(services: PaymentServices, event: Stripe.Event): Promise<void> {
  try {
    await take(services, event);
  } catch (error) {
    // About an object that is not of this account, or not any more: there is nothing to do, now or later.
    if (error instanceof Failure && error.code === 'payments.does-not-fit') return;
    throw error;
  }
}

async function take(services: PaymentServices, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'payment_intent.succeeded':
      await settlePayment(services, event.data.object);
      return;
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refunded': {
      const { payment_intent: intent } = event.data.object;
      const transactionId = typeof intent === 'string' ? intent : intent?.id;
      if (transactionId !== undefined) await recordRefunds(services, transactionId);
      return;
    }
    default:
  }
}
