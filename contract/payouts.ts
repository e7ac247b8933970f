/** Payouts to sellers: what they see and do. What admins do is in `payouts-manual.ts`. */
import * as z from 'zod/mini';

import { alsoSuspended, withFreshSession } from './access.ts';
import { payoutMethods } from './deal-terms.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { pageQuery } from './page.ts';
import { BankDetails } from './payouts-bank.ts';
import { payoutStates } from './payouts-machine.ts';
import { Modified, notAcknowledged } from './replies.ts';

const ofSeller = { who: 'seller' } as const;

/** Whoever decides where money goes must have confirmed their e-mail address, and have authenticated recently. */
const overMoney = withFreshSession({ who: 'seller', emailConfirmed: true });

/** How far a seller is with giving bank details. */
const onboardingStates = ['none', 'unfinished', 'checking', 'refused', 'ready'] as const;
export type OnboardingState = (typeof onboardingStates)[number];

/** Why money of a seller is not paid out; null if it is, or if there is none. */
const payoutBlocks = [
  'onboarding',
  'email',
  'chargeback',
  'debt',
  'suspended',
  'processor-away',
  'refused',
] as const;
export type PayoutBlock = (typeof payoutBlocks)[number];

const Cents = z.number();

/** Where a seller's money is. */
export const PayoutOverview = z.object({
  method: z.enum(payoutMethods),
  /** Held in open orders: what they get when these are completed. */
  waitingCents: Cents,
  /** Theirs and not paid out. Below zero if a sale that was paid out went back to its buyer. */
  yoursCents: Cents,
  /** The part of what is theirs that a bank may take back by undecided chargebacks. */
  heldBackCents: Cents,
  onItsWayCents: Cents,
  paidOutCents: Cents,
  blockedBy: z.nullable(z.enum(payoutBlocks)),
  isEmailConfirmed: z.boolean(),
  onboarding: z.object({
    state: z.enum(onboardingStates),
    /** What the processor still requires, in words. */
    missing: z.array(z.string()),
    /** The last characters of the bank account's number, if we have it. */
    bankEnding: z.nullable(z.string()),
  }),
  /** The years of the statement, newest first: a file for each. */
  years: z.array(z.number()),
});
export type PayoutOverview = z.infer<typeof PayoutOverview>;

/** A payout as its seller sees it. */
export const Payout = z.object({
  _id: z.string(),
  state: z.enum(payoutStates),
  amountCents: Cents,
  orderId: z.nullable(z.string()),
  /** The phone, if the payout is for one sale. */
  model: z.nullable(z.string()),
  requestedAt: z.string(),
  sentAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  bankEnding: z.nullable(z.string()),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  /** What was taken back of it because the buyer of its sale got the money back. */
  takenBackCents: Cents,
  /** The processor's id of the transfer. */
  transferId: z.nullable(z.string()),
});
export type Payout = z.infer<typeof Payout>;

const statementKinds = [
  'sale',
  'payout',
  'payout-failed',
  'taken-back',
  'refund',
  'chargeback',
  'correction',
] as const;

/** A row of the ledger that concerns a seller. */
export const StatementRow = z.object({
  _id: z.string(),
  time: z.string(),
  kind: z.enum(statementKinds),
  orderId: z.nullable(z.string()),
  model: z.nullable(z.string()),
  /** Of a sale: what the buyer paid for it. */
  priceCents: z.nullable(Cents),
  /** Of a sale: how much of its price had gone back to the buyer by then. */
  givenBackCents: z.nullable(Cents),
  /** Our fee; below zero if it is given back. */
  feeCents: z.nullable(Cents),
  /** Below zero for money that leaves. */
  amountCents: Cents,
  /** The seller's balance after this row. */
  balanceCents: Cents,
  /** For a payout: the processor's transfer, or the reference in the bank's statement. */
  reference: z.nullable(z.string()),
});
export type StatementRow = z.infer<typeof StatementRow>;

/** A URL at the processor that can be opened once, for some minutes. */
const OneTimeLink = z.object({ url: z.string() });

export const payoutErrors = {
  'payouts.other-method': [409, 'This site pays its sellers in another way.'],
  'payouts.not-onboarded': [409, 'Please set up your payouts first.'],
  'payouts.processor-away': [
    502,
    'We cannot reach the card processor. Nothing was moved and nothing was changed; please try again.',
  ],
  'payouts.processor-refuses': [
    502,
    'The card processor refuses this at the moment. Nothing was changed; please tell us about it.',
  ],
  'payouts.not-found': [404, 'There is no such payout.'],
  'payouts.over': [409, 'This payout has already been decided.'],
  'payouts.not-by-hand': [409, 'This seller can still say where their money is to go.'],
  'payouts.nothing-due': [409, 'There is nothing to pay out.'],
} as const satisfies ErrorTable;

export const getPayoutOverview = endpoint({
  method: 'GET',
  path: '/payouts/overview',
  summary: 'Where a seller’s money is, and what keeps it from going out',
  access: alsoSuspended(ofSeller),
  reply: PayoutOverview,
});

export const listPayouts = endpoint({
  method: 'GET',
  path: '/payouts',
  summary: 'A seller’s own payouts, newest first',
  access: alsoSuspended(ofSeller),
  query: z.object(pageQuery),
  reply: z.array(Payout),
  paged: true,
});

export const getStatement = endpoint({
  method: 'GET',
  path: '/payouts/statement',
  summary: 'Every row of the ledger that concerns a seller, newest first, with what they had after each',
  access: alsoSuspended(ofSeller),
  query: z.object(pageQuery),
  reply: z.array(StatementRow),
  paged: true,
});

export const exportStatement = endpoint({
  method: 'GET',
  path: '/payouts/statement.csv',
  summary: 'The statement of a year (UTC) as a file, oldest first',
  access: alsoSuspended(ofSeller),
  query: z.object({
    year: z.coerce
      .number('year is a whole number')
      .check(
        z.int('year is a whole number'),
        z.gte(2020, 'year is at least 2020'),
        z.lte(2100, 'year is at most 2100'),
      ),
  }),
  reply: z.string(),
  produces: 'text/csv',
  rateLimit: perPerson(20, 60),
});

export const startOnboarding = endpoint({
  method: 'POST',
  path: '/payouts/onboarding',
  summary: 'The address of the processor’s page on which a seller says where their money is to go',
  access: overMoney,
  reply: OneTimeLink,
  errors: payoutErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(20, 60),
});

export const checkOnboarding = endpoint({
  method: 'POST',
  path: '/payouts/onboarding/check',
  summary: 'Ask the processor how far the onboarding is, after somebody has come back from its page',
  access: ofSeller,
  reply: PayoutOverview,
  errors: payoutErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(20, 60),
});

export const openPayoutAccount = endpoint({
  method: 'POST',
  path: '/payouts/account-page',
  summary: 'The address of the processor’s page of a seller’s own account',
  access: overMoney,
  reply: OneTimeLink,
  errors: payoutErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(20, 60),
});

export const changeBankDetails = endpoint({
  method: 'PUT',
  path: '/payouts/bank-details',
  summary:
    'Where a seller’s money is to go, where payouts are made by hand; stored encrypted and never shown whole',
  access: overMoney,
  body: BankDetails,
  reply: Modified,
  errors: payoutErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(10, 60),
});
