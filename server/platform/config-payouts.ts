import { type PayoutMethod, payoutMethods } from '#contract/deal-terms.ts';

/**
 * How sellers are paid. Where nothing is set: by the processor if its endpoint for sellers' accounts is set up, which
 * the stand-in's always is; else by hand, so that an installation of before there were payouts starts as it is.
 */
export function readPayouts(
  given: string | undefined,
  { connectWebhookSecret }: { readonly connectWebhookSecret: string | undefined },
  problems: string[],
): PayoutMethod {
  const hasEndpoint = connectWebhookSecret !== undefined;
  if (given === undefined) return hasEndpoint ? 'stripe' : 'manual';
  const method = payoutMethods.find((each) => each === given);
  if (method === undefined) problems.push(`PAYOUTS is "stripe" or "manual", not "${given}"`);
  if (method === 'stripe' && !hasEndpoint)
    problems.push(
      'STRIPE_CONNECT_WEBHOOK_SECRET is missing: the signing secret of the webhook at /api/webhooks/stripe/connect, which PAYOUTS=stripe needs',
    );
  return method ?? 'manual';
}
