import type { StripeCardElement } from '@stripe/stripe-js';
import { expect, test, vi } from 'vitest';

import { chargeCard } from './charge-card.ts';

const payer = { name: 'Bashir', email: 'bashir@example.com' };
// The element is only passed on.
const card = {} as StripeCardElement;

const stripeThat = (
  confirmed: object,
  created: object = { paymentMethod: { id: 'pm_1' } },
  retrieved: object = { error: { type: 'api_connection_error' } },
) => ({
  createPaymentMethod: vi.fn().mockResolvedValue(created),
  confirmCardPayment: vi.fn().mockResolvedValue(confirmed),
  retrievePaymentIntent: vi.fn().mockResolvedValue(retrieved),
});

test('a payment that succeeded is charged, in the name of the payer', async () => {
  const stripe = stripeThat({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
  expect(await chargeCard(stripe, card, 'pi_1_secret_2', payer)).toEqual({
    isCharged: true,
    transactionId: 'pi_1',
  });
  expect(stripe.confirmCardPayment).toHaveBeenCalledExactlyOnceWith('pi_1_secret_2', {
    payment_method: { card, billing_details: payer },
  });
});

test('a card that is not one is told before anything is charged', async () => {
  const error = { type: 'validation_error', message: 'Your card number is incomplete.' };
  const stripe = stripeThat({}, { error });
  expect(await chargeCard(stripe, card, 'pi_1_secret_2', payer)).toEqual({
    isCharged: false,
    isUncharged: false,
    message: 'Your card number is incomplete.',
  });
  expect(stripe.confirmCardPayment).not.toHaveBeenCalled();
});

test('if the processor fails before the charge, it is known that nothing was charged', async () => {
  const error = { type: 'api_error', message: 'An unknown error occurred.' };
  const stripe = stripeThat({}, { error });
  expect(await chargeCard(stripe, card, 'pi_1_secret_2', payer)).toEqual({
    isCharged: false,
    isUncharged: true,
    message: 'An unknown error occurred.',
  });
});

test('a processor that cannot be reached before the charge is told in our words, without the advice to change the card', async () => {
  const error = { type: 'api_connection_error', message: 'We are experiencing issues connecting.' };
  expect(await chargeCard(stripeThat({}, { error }), card, 'pi_1_secret_2', payer)).toEqual({
    isCharged: false,
    isUncharged: false,
    message: expect.stringContaining('You have not been charged; please try again'),
  });
});

test('a refusal is told in the processor’s words, and is known to have charged nothing', async () => {
  const stripe = stripeThat({ error: { type: 'card_error', message: 'Your card was declined.' } });
  expect(await chargeCard(stripe, card, 'pi_1_secret_2', payer)).toEqual({
    isCharged: false,
    isUncharged: true,
    message: 'Your card was declined.',
  });
});

test('a confirmation that the bank did not get is known to have charged nothing', async () => {
  const intent = { id: 'pi_1', status: 'requires_payment_method' };
  const error = { type: 'invalid_request_error', message: 'We are unable.', payment_intent: intent };
  expect(await chargeCard(stripeThat({ error }), card, 'pi_1_secret_2', payer)).toEqual({
    isCharged: false,
    isUncharged: true,
    message: 'We are unable.',
  });
});

test('what another tab has paid counts as charged', async () => {
  const stripe = stripeThat({ error: { message: 'x', payment_intent: { id: 'pi_1', status: 'succeeded' } } });
  expect(await chargeCard(stripe, card, 'pi_1_secret_2', payer)).toEqual({
    isCharged: true,
    transactionId: 'pi_1',
  });
});

test('a payment that the bank still works on is not called refused', async () => {
  const charge = await chargeCard(
    stripeThat({ paymentIntent: { status: 'processing' } }),
    card,
    'pi_1_secret_2',
    payer,
  );
  expect(charge).toMatchObject({
    isCharged: false,
    isUncharged: false,
    message: expect.stringContaining('still working'),
  });
});

test('after a lost answer the processor is asked how the payment ended', async () => {
  const lost = { error: { type: 'api_connection_error', message: 'You have not been charged.' } };
  const created = { paymentMethod: { id: 'pm_1' } };
  const endOf = async (retrieved?: object) =>
    chargeCard(stripeThat(lost, created, retrieved), card, 'pi_1_secret_2', payer);
  expect(await endOf({ paymentIntent: { id: 'pi_1', status: 'succeeded' } })).toEqual({
    isCharged: true,
    transactionId: 'pi_1',
  });
  expect(await endOf({ paymentIntent: { id: 'pi_1', status: 'processing' } })).toMatchObject({
    message: expect.stringContaining('still working'),
  });
  expect(await endOf({ paymentIntent: { id: 'pi_1', status: 'requires_payment_method' } })).toMatchObject({
    message: 'You have not been charged.',
  });
  // There is no connection at all.
  expect(await endOf()).toMatchObject({ message: expect.stringContaining('We did not hear') });
});
