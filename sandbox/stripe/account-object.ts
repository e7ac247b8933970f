// A connected account as https://docs.stripe.com/api/accounts/object shows it, and its changes by onboarding.
import type Stripe from 'stripe';
import { makeId, nowSeconds } from './identifiers.ts';

/** Stripe's requirements for the capability `transfers`, before the person has entered anything. */
const asked = [
  'external_account',
  'individual.dob.day',
  'individual.dob.month',
  'individual.dob.year',
  'individual.first_name',
  'individual.last_name',
  'tos_acceptance.date',
  'tos_acceptance.ip',
];

export interface NewAccount {
  controller: Stripe.Account.Controller;
  country: string;
  email: string | null;
  metadata: Record<string, string>;
}

export function newAccount({ controller, country, email, metadata }: NewAccount): Stripe.Account {
  const id = makeId('acct');
  return {
    id,
    object: 'account',
    business_profile: null,
    business_type: 'individual',
    capabilities: { transfers: 'inactive' },
    charges_enabled: false,
    controller,
    country,
    created: nowSeconds(),
    default_currency: 'usd',
    details_submitted: false,
    email,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${id}/external_accounts`,
    },
    future_requirements: noRequirements,
    metadata,
    payouts_enabled: false,
    requirements: requirementsOf(asked, 'requirements.past_due'),
    settings: null,
    tos_acceptance: { date: null },
    type: 'none',
  };
}

/** The possible results of an onboarding. */
export type Outcome = 'complete' | 'incomplete' | 'rejected';

/** The account after its person has submitted the form. */
export function onboarded(account: Stripe.Account, outcome: Outcome, bankNumber: string): Stripe.Account {
  const bank = bankAccount(account, bankNumber);
  const submitted: Stripe.Account = {
    ...account,
    details_submitted: true,
    external_accounts: {
      object: 'list',
      data: [bank],
      has_more: false,
      url: `/v1/accounts/${account.id}/external_accounts`,
    },
    tos_acceptance: { date: nowSeconds() },
  };
  if (outcome === 'complete') return withTransfers(submitted, true, noRequirements);
  return outcome === 'incomplete'
    ? withTransfers(
        submitted,
        false,
        requirementsOf(['individual.verification.document'], 'requirements.past_due'),
      )
    : withTransfers(submitted, false, requirementsOf([], 'rejected.other'));
}

/** The account after its bank refused a payout: Stripe pays out nothing more until there is another bank account. */
export function withoutBank(account: Stripe.Account): Stripe.Account {
  return {
    ...account,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${account.id}/external_accounts`,
    },
    payouts_enabled: false,
    requirements: requirementsOf(['external_account'], null),
  };
}

function withTransfers(
  account: Stripe.Account,
  isActive: boolean,
  requirements: Stripe.Account.Requirements,
): Stripe.Account {
  return {
    ...account,
    capabilities: { transfers: isActive ? 'active' : 'inactive' },
    payouts_enabled: isActive,
    requirements,
  };
}

function requirementsOf(
  currentlyDue: string[],
  reason: Stripe.Account.Requirements['disabled_reason'],
): Stripe.Account.Requirements {
  return {
    ...noRequirements,
    currently_due: currentlyDue,
    disabled_reason: reason,
    eventually_due: currentlyDue,
    past_due: reason === 'requirements.past_due' ? currentlyDue : [],
  };
}

const noRequirements: Stripe.Account.Requirements & Stripe.Account.FutureRequirements = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
};

function bankAccount({ id, country }: Stripe.Account, number: string): Stripe.BankAccount {
  return {
    id: makeId('ba'),
    object: 'bank_account',
    account: id,
    account_holder_name: null,
    account_holder_type: null,
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country: country ?? 'US',
    currency: 'usd',
    default_for_currency: true,
    fingerprint: null,
    last4: number.slice(-4),
    metadata: {},
    routing_number: '110000000',
    status: 'new',
  };
}
