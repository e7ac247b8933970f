/** The card processor, and what pays sellers through it. */
import type Stripe from 'stripe';

import type { OnSellerEvent } from '#server/payments/service.ts';
import { followSellerEvent, type PayoutServices } from '#server/payouts/service.ts';
import type { Config } from '#server/platform/config.ts';
import { createStripeClient } from '#server/platform/stripe/stripe-client.ts';

/** Stripe itself, or the stand-in that this process mounts: reached on the loopback, whatever is in front. */
export function openStripe({ stripe: { isSandbox, secretKey }, port }: Config): Stripe {
  const apiBase = isSandbox ? `http://127.0.0.1:${port}/sandbox/stripe` : undefined;
  return createStripeClient({ secretKey, apiBase, timeoutMs: 10_000, maxNetworkRetries: 2 });
}

/** The processor with all that follows its news of sellers' accounts. */
export function openProcessor(
  config: Config,
  shared: Pick<PayoutServices, 'db' | 'jobs' | 'clock' | 'log' | 'seal'>,
): {
  readonly stripe: Stripe;
  readonly payouts: PayoutServices;
  readonly onSellerEvent: readonly OnSellerEvent[];
} {
  const stripe = openStripe(config);
  const payouts = { ...shared, stripe, publicUrl: config.publicUrl, method: config.payouts };
  return { stripe, payouts, onSellerEvent: [followSellerEvent(payouts)] };
}
