import { getSiteConfig, type SiteConfig } from '#contract/site.ts';
import { holdRules } from '#server/bookings/service.ts';
import type { Config } from '#server/platform/config.ts';
import type { Api } from '#server/platform/http/http.ts';

/** The demo's people, whom the login page offers. */
export const demoAccounts = [
  { label: 'Seller', email: 'seller@example.com', password: 'Seller1234' },
  { label: 'Buyer', email: 'buyer@example.com', password: 'Buyer1234' },
  { label: 'Admin', email: 'admin@example.com', password: 'Admin1234' },
] as const;

export function siteRoutes(api: Api, config: Config): void {
  const { confirmed, unconfirmed } = holdRules(config);
  const site: SiteConfig = {
    mode: config.mode,
    stripePublishableKey: config.stripe.publishableKey,
    stripeScriptUrl: config.stripe.isSandbox
      ? '/sandbox/stripe/v3'
      : 'https://js.stripe.com/dahlia/stripe.js',
    holdMinutes: confirmed.minutes,
    unconfirmedHoldMinutes: unconfirmed.minutes,
    demoAccounts: config.mode === 'demo' ? [...demoAccounts] : [],
  };
  api.on(getSiteConfig, { handle: async () => site });
}
