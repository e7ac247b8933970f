import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';

/** The outcome of a charge: the processor's id of it, or the error to show. */
export type Charge = { readonly isCharged: true; readonly transactionId: string } | Refused;

interface Refused extends Refusal {
  readonly isCharged: false;
}

/** Why nothing was paid, as far as it is known. */
export interface Refusal {
  readonly message: string;
  /**
   * The card was refused, its owner did not confirm the payment, or the processor has failed before the charge: it is
   * certain that nothing was charged, and the page says so below the message.
   */
  readonly isUncharged: boolean;
}

/**
 * Charges a card for an intent: creates the payment method, which reports errors of the card before anything is charged,
 * then confirms the payment with the payer's name and e-mail address.
 */
export async function chargeCard(
  stripe: Pick<Stripe, 'createPaymentMethod' | 'confirmCardPayment' | 'retrievePaymentIntent'>,
  card: StripeCardElement,
  clientSecret: string,
  payer: { readonly name: string; readonly email: string },
): Promise<Charge> {
  const { error: cardError } = await stripe.createPaymentMethod({
    type: 'card',
    card,
    billing_details: payer,
  });
  if (cardError?.type === 'api_connection_error') return unreached;
  // This call charges nothing. After a validation error, such as a mistyped number, the page need not say so.
  if (cardError !== undefined)
    return { ...refused(cardError), isUncharged: cardError.type !== 'validation_error' };
  const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: { card, billing_details: payer },
  });
  const isLost = error?.type === 'api_connection_error';
  // The processor may have charged the card although its answer did not arrive.
  const found = isLost ? (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent : paymentIntent;
  // If another tab has paid the intent, the refusal contains the paid intent.
  const intent = found ?? error?.payment_intent;
  if (intent?.status === 'succeeded') return { isCharged: true, transactionId: intent.id };
  if (error === undefined || intent?.status === 'processing') return stillWorking;
  return isLost && found === undefined ? unknownOutcome : refused(error);
}

/** Nobody could say how the payment ended. */
export const unknownOutcome: Charge = {
  isCharged: false,
  isUncharged: false,
  message:
    'We did not hear how the payment ended. If your card was charged, the order turns to Paid by itself; it is never charged twice.',
};

/** The processor could not be asked to charge anything. */
const unreached: Charge = {
  isCharged: false,
  // The message says so already, and another card would not help.
  isUncharged: false,
  message:
    'The card processor cannot be reached at the moment. You have not been charged; please try again in a moment.',
};

const stillWorking: Charge = {
  isCharged: false,
  isUncharged: false,
  message:
    'Your bank is still working on this payment. The order turns to Paid by itself once it is through.',
};

const refused = ({ type, message, payment_intent: intent }: StripeError): Refused => ({
  isCharged: false,
  isUncharged: type === 'card_error' || intent?.status === 'requires_payment_method',
  message: message ?? 'The card was refused.',
});
