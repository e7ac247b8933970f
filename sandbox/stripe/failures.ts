// Stripe's error objects, with its documented types, codes, texts and HTTP statuses.
// https://docs.stripe.com/api/errors and https://docs.stripe.com/error-codes
import type Stripe from 'stripe';

export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Partial<Stripe.PaymentIntent>;
  payment_method?: Stripe.PaymentMethod;
}

/**
 * Ends a request and discards its changes; a declined card is not a failure, but an answer whose changes are stored.
 */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.name = 'StripeFailure';
    this.status = status;
    this.body = documented(body);
  }
}

/** Adds the URL of the documentation, as Stripe does for every error with a code. */
export function documented(body: StripeErrorBody): StripeErrorBody {
  if (body.code === undefined) return body;
  return { ...body, doc_url: `https://docs.stripe.com/error-codes/${body.code.replaceAll('_', '-')}` };
}

export function parameterFailure(message: string, param: string, code?: string): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', message, param, code });
}

export function missingFailure(object: string, id: string, param = 'id'): StripeFailure {
  const message = `No such ${object}: '${id}'`;
  return new StripeFailure(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

export function cardFailure(code: string, message: string, param: string): StripeFailure {
  return new StripeFailure(402, { type: 'card_error', code, message, param });
}

export function unexpectedStateFailure(
  message: string,
  intent: Partial<Stripe.PaymentIntent>,
): StripeFailure {
  return new StripeFailure(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  });
}

export function keyFailure(message: string, code?: string): StripeFailure {
  return new StripeFailure(code === undefined ? 401 : 403, { type: 'invalid_request_error', message, code });
}

export function idempotencyFailure(status: 400 | 409, message: string, code?: string): StripeFailure {
  return new StripeFailure(status, { type: 'idempotency_error', message, code });
}
