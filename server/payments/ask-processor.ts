import Stripe from 'stripe';

import { paymentErrors } from '#contract/payments.ts';
import { failWith, hasCode } from '#server/platform/failure.ts';

const fail = failWith(paymentErrors);

/**
 * Makes a call to the card processor.
 *
 * @throws Failure payments.processor-unreachable if it gives no usable answer, payments.does-not-fit if it knows no
 *   such object; StripeInvalidRequestError if it refuses the request
 */
export async function askProcessor<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (isUnknown(error)) throw fail('payments.does-not-fit', { cause: error });
    // An invalid request is our mistake, or the caller handles it.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw error;
    // No answer, an overloaded or failing processor, a rejected key: not the person's fault.
    if (error instanceof Stripe.errors.StripeError) {
      throw fail('payments.processor-unreachable', { cause: error });
    }
    throw error;
  }
}

/**
 * An intent with its latest charge, as settling needs it.
 *
 * @throws Failure as {@link askProcessor}
 */
export const retrieveIntent = ({ stripe }: { stripe: Stripe }, transactionId: string) =>
  askProcessor(() => stripe.paymentIntents.retrieve(transactionId, { expand: ['latest_charge'] }));

/** Runs `work`; ignores that the processor does not, or no longer, know an object. */
export async function unlessUnknown(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!hasCode(error, 'payments.does-not-fit')) throw error;
  }
}

/** Whether the processor will never do what a call asks for: it refuses the request, or knows no such object. */
export const isRefused = (error: unknown): error is Error =>
  error instanceof Stripe.errors.StripeInvalidRequestError || hasCode(error, 'payments.does-not-fit');

/** Of a connected account the processor does not say whether it is unknown or closed to us. */
const isUnknown = (error: unknown): boolean =>
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') ||
  (error instanceof Stripe.errors.StripePermissionError && error.code === 'account_invalid');
