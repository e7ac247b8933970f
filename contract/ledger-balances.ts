/** Where the money is: the balances of the ledger now and over time, for the admin. */
import * as z from 'zod/mini';

import { admin } from './access.ts';
import { endpoint } from './endpoint.ts';

/** The accounts whose balances are shown. `order` is the sum of all orders, `seller` that of all sellers. */
export const balanceAccounts = [
  'order',
  'seller',
  'refunds_due',
  'unallocated',
  'losses',
  'fees',
  'processor_fees',
  'processor',
  'bank',
] as const;
export type BalanceAccount = (typeof balanceAccounts)[number];

/** The accounts in the chart, with the names of their lines. */
export const drawnAccounts = [
  ['processor', 'At the card processor'],
  ['order', 'Held for open orders'],
  ['seller', 'Owed to sellers'],
  ['refunds_due', 'Due to be refunded'],
] as const satisfies readonly (readonly [BalanceAccount, string])[];

const cents = z.number();
const Balances = z.object({
  order: cents,
  seller: cents,
  refunds_due: cents,
  unallocated: cents,
  losses: cents,
  fees: cents,
  processor_fees: cents,
  processor: cents,
  bank: cents,
});
export type Balances = z.infer<typeof Balances>;

/** For how many days balances can be shown. */
export const balanceDays = ['30', '90', '365'] as const;

export const MoneyOverview = z.object({
  /** In cents; below zero for costs. */
  balances: Balances,
  /** What sellers owe after chargebacks and refunds, in cents. It is already subtracted in the sellers' balance. */
  owedBySellersCents: z.number(),
  /** Balances at the end of each day by UTC, the oldest first; the last one is today's so far. */
  days: z.array(z.object({ day: z.string(), balances: Balances })),
  /** The same as a chart: an SVG as wide as its place on the page, which gives it colours and names its lines. */
  plot: z.string(),
});
export type MoneyOverview = z.infer<typeof MoneyOverview>;

export const getMoney = endpoint({
  method: 'GET',
  path: '/money',
  summary: 'The ledger’s balances now and at the end of each day, with a plot of them',
  access: admin,
  query: z.object({ days: z._default(z.enum(balanceDays, 'days is 30, 90 or 365'), '30') }),
  reply: MoneyOverview,
});
