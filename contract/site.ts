/** What a page needs to know about this installation. */
import * as z from 'zod/mini';

import { anyone } from './access.ts';
import { payoutMethods } from './deal-terms.ts';
import { endpoint } from './endpoint.ts';

export const SiteConfig = z.object({
  mode: z.enum(['demo', 'live']),
  stripePublishableKey: z.string(),
  /** The URL of the processor's script; in the demo that of the sandbox. */
  stripeScriptUrl: z.string(),
  /** How long an unpaid booking reserves its phone for a buyer with a confirmed e-mail address, and for one without. */
  holdMinutes: z.number(),
  unconfirmedHoldMinutes: z.number(),
  /** How long each step of a deal may take, in minutes, and what a sale costs its seller: `contract/deal-terms.ts`. */
  deals: z.object({
    minutes: z.object({
      handOver: z.number(),
      objection: z.number(),
      delivery: z.number(),
      trial: z.number(),
      answer: z.number(),
      decision: z.number(),
      returnSending: z.number(),
      returnDelivery: z.number(),
    }),
    fee: z.object({ percent: z.number(), fixedCents: z.number(), vatPercent: z.number() }),
  }),
  /** The operator of this marketplace. */
  operator: z.object({ name: z.string(), address: z.string(), email: z.string() }),
  /** How sellers get their money. */
  payouts: z.enum(payoutMethods),
  /** The demo accounts that the login page offers; empty in live. */
  demoAccounts: z.array(z.object({ label: z.string(), email: z.string(), password: z.string() })),
});
export type SiteConfig = z.infer<typeof SiteConfig>;

export const getSiteConfig = endpoint({
  method: 'GET',
  path: '/config',
  summary: 'Mode, publishable keys and limits of this site',
  access: anyone,
  reply: SiteConfig,
});
