import { getSiteConfig, type SiteConfig } from '#contract/site.ts';
import { holdRules } from '#server/bookings/service.ts';
import { type Config, demoAccounts } from '#server/platform/config.ts';
import type { Api } from '#server/platform/http/http.ts';

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
    deals: config.deals,
    operator: config.operator,
    payouts: config.payouts,
    demoAccounts: config.mode === 'demo' ? [...demoAccounts] : [],
  };
  api.on(getSiteConfig, { handle: async () => site });
}
