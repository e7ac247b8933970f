/** Booking and paying over HTTP: what happens elsewhere while a page is open. */
import type { APIRequestContext } from '@playwright/test';

import { bookProduct } from '#contract/bookings.ts';
import { createPaymentIntent, recordPayment } from '#contract/payments.ts';

import type { Member } from './journey.ts';

/** Books a phone of {@link newPhone}. @returns the booking's id */
export async function book(buyer: Member, productId: string): Promise<string> {
  const body = { productId, userLocation: 'Gulshan 2', phone: '01811000000', sell: 420.5 };
  return (await buyer.call(bookProduct, { body })).insertedId;
}

/** Pays for a booking as the payment page does. */
export async function pay(
  request: APIRequestContext,
  buyer: Member,
  paymentId: string,
  card = 'pm_card_visa',
): Promise<void> {
  const { clientSecret } = await buyer.call(createPaymentIntent, { body: { paymentId } });
  const transactionId = clientSecret.split('_secret_')[0] ?? '';
  const { stripePublishableKey: key } = await (await request.get('/api/config')).json();
  await request.post(`/sandbox/stripe/v1/payment_intents/${transactionId}/confirm`, {
    form: { key, client_secret: clientSecret, payment_method: card },
  });
  await buyer.call(recordPayment, { body: { transactionId, paymentId } });
}
