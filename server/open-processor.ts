/** Opens the card processor and the services of payouts. */
import type Stripe from 'stripe';

import type { OnSellerEvent } from '#server/payments/service.ts';
import { followSellerEvent, type PayoutServices } from '#server/payouts/service.ts';
import type { Config } from '#server/platform/config.ts';
import { createStripeClient } from '#server/platform/stripe/stripe-client.ts';

/**
 * A client for Stripe itself, or for the stand-in of this process, which is called on the loopback interface, without a
 * proxy.
 */
export function openStripe({ stripe: { isSandbox, secretKey }, port }: Config): Stripe {
  const apiBase = isSandbox ? `http://127.0.0.1:${port}/sandbox/stripe` : undefined;
  return createStripeClient({ secretKey, apiBase, timeoutMs: 10_000, maxNetworkRetries: 2 });
}

/** The processor, and the handlers of its events about sellers' accounts. */
export function openProcessor(
  config: Config,
  shared: Pick<PayoutServices, 'db' | 'jobs' | 'clock' | 'log' | 'seal'>,
): {
  readonly stripe: Stripe;
  readonly payouts: PayoutServices;
  readonly onSellerEvent: OnSellerEvent;
} {
  const stripe = openStripe(config);
  const payouts = { ...shared, stripe, publicUrl: config.publicUrl, method: config.payouts };
  return { stripe, payouts, onSellerEvent: followSellerEvent(payouts) };
}
