/**
 * A seller's account at the processor: created once, completed on the processor's own page, and read whenever it
 * changes.
 */
import type Stripe from 'stripe';

import { payoutErrors } from '#contract/payouts.ts';
import { system } from '#contract/states.ts';
import { askProcessor, isRefused } from '#server/payments/service.ts';
import { emit } from '#server/platform/events/emit.ts';
import { failWith, hasCode } from '#server/platform/failure.ts';
import { keyOfMinute } from '#server/platform/stripe/stored-failure.ts';
import { findPerson } from '#server/users/service.ts';
import { type PayoutServices, sellerQueue } from './payout-services.ts';
import { findSeller, isRejected, storeAccount, storeAccountFacts } from './repository.ts';

const fail = failWith(payoutErrors);

/** The page that the processor's page returns to, and the parameter that tells it so. */
const pagePath = '/dashboard/payouts';

/**
 * Begins or continues a seller's onboarding.
 *
 * @returns a URL of the processor that works once and for some minutes
 * @throws Failure payouts.other-method, payouts.processor-away, payouts.processor-refuses
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
 * With the idempotency key, two simultaneous presses get the same account. The key contains the former account, which
 * the processor would otherwise return again.
 */
async function accountOf({ db, stripe, clock }: PayoutServices, sellerId: string): Promise<string> {
  const known = await findSeller(db, sellerId);
  if (known?.accountId != null) return known.accountId;
  const closed = known?.closedAccountId ?? null;
  const name = closed === null ? `account-${sellerId}` : `account-${sellerId}-after-${closed}`;
  const person = await findPerson(db, sellerId);
  const { id } = await stripe.accounts.create(
    {
      // The equivalent of `type: 'express'`: the processor collects what it needs, we pay losses and fees.
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
    { idempotencyKey: keyOfMinute(name, clock.now()) },
  );
  return db.transaction((tx) => storeAccount(tx, sellerId, id));
}

/**
 * The processor's page about a seller's own account.
 *
 * @throws Failure payouts.other-method, payouts.not-onboarded, payouts.processor-away, payouts.processor-refuses
 */
export async function openAccount({ db, stripe, method }: PayoutServices, sellerId: string): Promise<string> {
  if (method !== 'stripe') throw fail('payouts.other-method');
  const seller = await findSeller(db, sellerId);
  const { accountId, isSubmitted } = seller ?? {};
  if (accountId == null || isSubmitted !== true) throw fail('payouts.not-onboarded');
  return askAboutSeller(async () => (await stripe.accounts.createLoginLink(accountId)).url);
}

/**
 * Asks the processor about the state of a seller's onboarding, if it has begun.
 *
 * @throws Failure payouts.processor-away, payouts.processor-refuses
 */
export async function checkOnboarding(services: PayoutServices, sellerId: string): Promise<void> {
  const seller = await findSeller(services.db, sellerId);
  const { accountId } = seller ?? {};
  if (accountId != null) await askAboutSeller(() => refreshAccount(services, accountId));
}

/** A call to the processor while a seller waits. */
async function askAboutSeller<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await askProcessor(ask);
  } catch (error) {
    if (hasCode(error, 'payments.processor-unreachable'))
      throw fail('payouts.processor-away', { cause: error });
    // Connect is not set up at the processor, not available in its country, or the account is closed to us.
    if (isRefused(error)) throw fail('payouts.processor-refuses', { cause: error });
    throw error;
  }
}

/**
 * Updates our data of an account from the processor. An account of no seller changes nothing.
 *
 * @throws Failure payments.processor-unreachable, payments.does-not-fit
 */
export async function refreshAccount(services: PayoutServices, accountId: string): Promise<void> {
  const { db, stripe, jobs, clock } = services;
  const asOf = clock.now();
  const account = await askProcessor(() => stripe.accounts.retrieve(accountId));
  await db.transaction(async (tx) => {
    const facts = factsOf(account);
    const before = await storeAccountFacts(tx, accountId, facts, asOf);
    if (before === undefined) return;
    const { sellerId } = before;
    if (isRejected(facts) && !isRejected(before))
      await emit(tx, 'payout.refused', { subject: sellerId, actor: system, data: {} });
    // Pays out money that has waited for the account to be ready.
    await jobs.enqueue(tx, sellerQueue, { sellerId });
  });
}

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
