import Stripe from 'stripe';

import { askProcessor, retrieveIntent } from './ask-processor.ts';
import { closePending } from './close-pending.ts';
import * as repository from './repository.ts';
import { settlePayment } from './settle-payment.ts';
import type { PaymentServices } from './payment-services.ts';

/** Cancels the intent of a booking that ended unpaid; if it was charged a moment before, settles it instead. */
export async function cancelPayment(services: PaymentServices, bookingId: string): Promise<void> {
  const { db, stripe } = services;
  const payment = await repository.findByBooking(db, bookingId);
  if (payment === undefined || payment.state !== 'pending') return;
  const { transactionId } = payment;
  const intent = await cancelIntent(stripe, transactionId);
  if (intent.status === 'canceled') return closePending(db, transactionId);
  await settlePayment(services, intent);
}

async function cancelIntent(stripe: Stripe, transactionId: string): Promise<Stripe.PaymentIntent> {
  try {
    return await askProcessor(() => stripe.paymentIntents.cancel(transactionId));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // It was charged or cancelled already: its current state decides.
    return retrieveIntent({ stripe }, transactionId);
  }
}
