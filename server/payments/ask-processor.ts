import Stripe from 'stripe';

import { paymentErrors } from '#contract/payments.ts';
import { failWith } from '#server/platform/failure.ts';

const fail = failWith(paymentErrors);

/**
 * Makes a call to the card processor.
 *
 * @throws Failure payments.processor-unreachable when it gives no answer, payments.does-not-fit when it knows no such
 *   object; its other errors as they are
 */
export async function askProcessor<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError
    ) {
      throw fail('payments.processor-unreachable', { cause: error });
    }
    if (isUnknown(error)) throw fail('payments.does-not-fit', { cause: error });
    throw error;
  }
}

const isUnknown = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
