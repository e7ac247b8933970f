/**
 * The processor stores its answer under the idempotency key, also a failure of its own: for a day, the same key gets it
 * again. So the next attempt needs another key.
 */
import Stripe from 'stripe';

/**
 * Whether the processor has ended a request with a failure that it repeats for the same key. Any other failure, such as
 * that of a gateway, or no answer, may belong to a request that is still carried out: the same key must be sent again,
 * since with another one it would be carried out twice.
 */
export const isStoredFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && isOver(error.headers);

/** The answer is a repeated one, or the processor says that repeating the request changes nothing. */
const isOver = (headers: Readonly<Record<string, string>> = {}): boolean =>
  headers['idempotent-replayed'] === 'true' || headers['stripe-should-retry'] === 'false';

/** The key of an attempt; attempts count from 1. */
export const keyOfAttempt = (name: string, attempt: number): string =>
  attempt === 1 ? name : `${name}-${attempt}`;

/**
 * The key of what can be made twice without harm and is not stored before: requests of the same minute get the same
 * answer.
 */
export const keyOfMinute = (name: string, now: Date): string =>
  `${name}-${Math.floor(now.getTime() / 60_000)}`;
