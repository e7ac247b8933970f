import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';

import { inserted, modified } from '#contract/replies.ts';
import * as payments from '#contract/payments.ts';
import * as chargebacks from '#contract/payments-chargebacks.ts';
import * as inbox from '#contract/payments-inbox.ts';
import { ownsBooking } from '#server/bookings/service.ts';
import { acceptChargeback, answerChargeback, listChargebacks } from './decide-chargeback.ts';
import { listChargeIssues, refundIssue, settleIssue } from './decide-issue.ts';
import { listFailedProcessorEvents, retryProcessorEvent } from './process-events.ts';
import { receiveEvents } from './receive-events.ts';
import * as service from './service.ts';
import type { PaymentServices } from './payment-services.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Api } from '#server/platform/http/http.ts';
import { throttleErrors } from '#server/platform/log/throttle-errors.ts';

export interface PaymentDependencies extends PaymentServices {
  readonly webhookSecret: string;
  /** The secret of the webhook for sellers' accounts; undefined if there is none. */
  readonly connectWebhookSecret: string | undefined;
}

const fail = failWith(payments.paymentErrors);

export function paymentRoutes(api: Api, services: PaymentDependencies): void {
  const { db } = services;

  api.on(payments.createPaymentIntent, {
    owns: (bookingId, person) => ownsBooking(db, bookingId, person),
    handle: async ({ body }) => ({
      clientSecret: await service.createPaymentIntent(services, body.paymentId),
    }),
  });
  api.on(payments.recordPayment, {
    owns: (bookingId, person) => ownsBooking(db, bookingId, person),
    handle: async ({ body }) => inserted(await service.recordPayment(services, body)),
  });
  api.on(payments.listChargeIssues, { handle: ({ query }) => listChargeIssues(db, query) });
  api.on(payments.refundChargeIssue, {
    handle: async ({ params, person }) => modified(await refundIssue(services, params._id, person)),
  });
  api.on(payments.settleChargeIssue, {
    handle: async ({ params, body, person }) =>
      modified(await settleIssue(services, params._id, body, person)),
  });
  api.on(chargebacks.listChargebacks, { handle: ({ query }) => listChargebacks(db, query) });
  api.on(chargebacks.answerChargeback, {
    handle: async ({ params, body, person }) =>
      modified(await answerChargeback(services, params._id, body.evidence, person)),
  });
  api.on(chargebacks.acceptChargeback, {
    handle: async ({ params, person }) => modified(await acceptChargeback(services, params._id, person)),
  });
  api.on(inbox.listFailedProcessorEvents, { handle: ({ query }) => listFailedProcessorEvents(db, query) });
  api.on(inbox.retryProcessorEvent, {
    handle: async ({ params }) => modified(await retryProcessorEvent(services, params._id)),
  });
}

/**
 * The processor's webhooks, which store events before acknowledging them. To be registered encapsulated: the signature
 * is over the raw body.
 */
export async function webhookRoutes(app: FastifyInstance, services: PaymentDependencies): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    '*',
    { parseAs: 'string', bodyLimit: 256 * 1024 },
    (_request, body, done) => {
      done(null, body);
    },
  );
  const { webhookSecret, connectWebhookSecret } = services;
  const logError = throttleErrors(services.log);
  const endpoints = [
    {
      path: payments.receiveStripeEvent.path,
      source: 'platform',
      secret: webhookSecret,
      setting: 'STRIPE_WEBHOOK_SECRET',
    },
    {
      path: payments.receiveConnectEvent.path,
      source: 'connect',
      secret: connectWebhookSecret,
      setting: 'STRIPE_CONNECT_WEBHOOK_SECRET',
    },
  ] as const;
  for (const { path, source, secret, setting } of endpoints)
    app.post<{ Body: unknown }>(path, async ({ body, headers }) => {
      const signed = verifiedEvent(services.stripe, secret, body, headers['stripe-signature'], (error) => {
        logError(setting, { err: error }, `a webhook is refused: its signature does not match ${setting}`);
      });
      const event = inbox.ProcessorEvent.safeParse(signed);
      if (!event.success) throw fail('payments.not-an-event', { cause: event.error });
      // Events of a seller's account always name it, and events of our own account never do.
      if ((event.data.account !== undefined) !== (source === 'connect')) throw fail('payments.not-an-event');
      await receiveEvents(services, [event.data], source);
      return { received: true };
    });
}

function verifiedEvent(
  stripe: Stripe,
  secret: string | undefined,
  body: unknown,
  signature: string | string[] | undefined,
  onMismatch: (error: unknown) => void,
): Stripe.Event {
  if (typeof body !== 'string' || signature === undefined || secret === undefined)
    throw fail('payments.signature');
  try {
    return stripe.webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    // A wrong secret in the configuration looks like a forgery, so it is logged for the operator.
    onMismatch(error);
    throw fail('payments.signature', { cause: error });
  }
}
