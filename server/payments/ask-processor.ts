import Stripe from 'stripe';

import { paymentErrors } from '#contract/payments.ts';
import { failWith } from '#server/platform/failure.ts';

const fail = failWith(paymentErrors);

/**
 * Makes a call to the card processor.
 *
 * @throws Failure payments.processor-unreachable when it gives no usable answer, payments.does-not-fit when it knows no
 *   such object; StripeInvalidRequestError where it refuses what was asked
 */
export async function askProcessor<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (isUnknown(error)) throw fail('payments.does-not-fit', { cause: error });
    // What is wrong with the request itself is ours to mend or the caller's to read.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw error;
    // No answer, an overloaded or failing processor, a key that it does not take: nothing that the person did.
    if (error instanceof Stripe.errors.StripeError) {
      throw fail('payments.processor-unreachable', { cause: error });
    }
    throw error;
  }
}

const isUnknown = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
