/** A seller's account at the processor: made once, described on the processor's own page, and read whenever it changes. */
import Stripe from 'stripe';

import { payoutErrors } from '#contract/payouts.ts';
import { askProcessor } from '#server/payments/service.ts';
import { Failure, failWith } from '#server/platform/failure.ts';
import { findPerson } from '#server/users/service.ts';
import { type PayoutServices, sellerQueue } from './payout-services.ts';
import { findSeller, removeAccount, storeAccount, storeAccountFacts } from './repository.ts';

const fail = failWith(payoutErrors);

/** The page to which the processor's page leads back, and what that tells it. */
const pagePath = '/dashboard/payouts';

/**
 * Begins a seller's onboarding, or goes on with it.
 *
 * @returns an address of the processor that opens once and for some minutes
 * @throws Failure payouts.other-method, payouts.processor-away
 */
export async function startOnboarding(services: PayoutServices, sellerId: string): Promise<string> {
  const { stripe, publicUrl, method } = services;
  if (method !== 'stripe') throw fail('payouts.other-method');
  return askAboutSeller(async () => {
    const account = await accountOf(services, sellerId);
    const { url } = await stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      return_url: `${publicUrl}${pagePath}?onboarding=back`,
      refresh_url: `${publicUrl}${pagePath}?onboarding=again`,
      collection_options: { fields: 'eventually_due' },
    });
    return url;
  });
}

/**
 * The idempotency key makes two presses at once get one and the same account. It names the account before, which the
 * processor would otherwise give out once more.
 */
async function accountOf({ db, stripe }: PayoutServices, sellerId: string): Promise<string> {
  const known = await findSeller(db, sellerId);
  if (known?.accountId != null) return known.accountId;
  const closed = known?.closedAccountId ?? null;
  const person = await findPerson(db, sellerId);
  const { id } = await stripe.accounts.create(
    {
      // What `type: 'express'` stood for: the processor collects what it needs, we bear losses and fees.
      controller: {
        fees: { payer: 'application' },
        losses: { payments: 'application' },
        requirement_collection: 'stripe',
        stripe_dashboard: { type: 'express' },
      },
      business_type: 'individual',
      capabilities: { transfers: { requested: true } },
      ...(person === undefined ? {} : { email: person.email }),
      metadata: { userId: sellerId },
    },
    { idempotencyKey: closed === null ? `account-${sellerId}` : `account-${sellerId}-after-${closed}` },
  );
  return db.transaction((tx) => storeAccount(tx, sellerId, id));
}

/**
 * The processor's page of a seller's own account.
 *
 * @throws Failure payouts.other-method, payouts.not-onboarded, payouts.processor-away
 */
export async function openAccount({ db, stripe, method }: PayoutServices, sellerId: string): Promise<string> {
  if (method !== 'stripe') throw fail('payouts.other-method');
  const seller = await findSeller(db, sellerId);
  const { accountId, isSubmitted } = seller ?? {};
  if (accountId == null || isSubmitted !== true) throw fail('payouts.not-onboarded');
  return askAboutSeller(async () => (await stripe.accounts.createLoginLink(accountId)).url);
}

/**
 * Asks the processor how far a seller's onboarding is, as far as it has begun.
 *
 * @throws Failure payouts.processor-away
 */
export async function checkOnboarding(services: PayoutServices, sellerId: string): Promise<void> {
  const seller = await findSeller(services.db, sellerId);
  const { accountId } = seller ?? {};
  if (accountId != null) await askAboutSeller(() => refreshAccount(services, accountId));
}

/** A call to the processor that a seller waits for. */
async function askAboutSeller<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await askProcessor(ask);
  } catch (error) {
    if (error instanceof Failure && error.code === 'payments.processor-unreachable')
      throw fail('payouts.processor-away', { cause: error });
    // Connect is not set up at the processor, or not offered to its country.
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      throw fail('payouts.processor-refuses', { cause: error });
    throw error;
  }
}

/**
 * Brings what we know of an account in line with the processor. One that is nobody's here changes nothing.
 *
 * @throws Failure payments.processor-unreachable, payments.does-not-fit
 */
export async function refreshAccount(services: PayoutServices, accountId: string): Promise<void> {
  const { db, stripe, jobs, clock } = services;
  const asOf = clock.now();
  const account = await askProcessor(() => stripe.accounts.retrieve(accountId));
  const sellerId = await storeAccountFacts(db, accountId, factsOf(account), asOf);
  // What has waited for this goes out.
  if (sellerId !== undefined) await jobs.enqueue(db, sellerQueue, { sellerId });
}

/** Gives up an account that is closed to us. */
export const forgetAccount = removeAccount;

function factsOf(account: Stripe.Account) {
  const {
    capabilities,
    payouts_enabled: takesPayouts,
    details_submitted: isSubmitted,
    requirements,
  } = account;
  return {
    isReady: capabilities?.transfers === 'active' && takesPayouts,
    isSubmitted,
    requirements: requirements?.currently_due ?? [],
    disabledReason: requirements?.disabled_reason ?? null,
  };
}
