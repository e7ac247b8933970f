/**
 * The processor stores its answer under the idempotency key, also a failure of its own: for a day, the same key gets it
 * again. So the next attempt needs another key.
 */
import Stripe from 'stripe';

/** Whether the processor repeats this failure for the same key. Without an answer, the same key must be sent again. */
export const isStoredFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500;

/** The key of an attempt; attempts count from 1. */
export const keyOfAttempt = (name: string, attempt: number): string =>
  attempt === 1 ? name : `${name}-${attempt}`;

/**
 * The key of what can be made twice without harm and is not stored before: requests of the same minute get the same
 * answer.
 */
export const keyOfMinute = (name: string, now: Date): string =>
  `${name}-${Math.floor(now.getTime() / 60_000)}`;
