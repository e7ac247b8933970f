// Connected accounts and the links to their pages: https://docs.stripe.com/api/accounts
import type Stripe from 'stripe';
import { newAccount } from './account-object.ts';
import { ok, type Answer, type Call } from './call.ts';
import { recordEvent, type Origin } from './events.ts';
import { missingFailure, parameterFailure } from './failures.ts';
import {
  changeMetadata,
  onlyKnown,
  readFlag,
  readGroup,
  readText,
  requireText,
  type Params,
} from './form.ts';
import { makeToken, nowSeconds } from './identifiers.ts';
import { insertObject, lockObject, updateObject, type Database } from './store.ts';

/** How long a link to the onboarding is valid. */
const linkSeconds = 300;

/** POST /v1/accounts: by `controller`; the deprecated `type` is refused. */
export async function createAccount(tx: Database, { params }: Call): Promise<Answer> {
  onlyKnown(params, [
    'business_type',
    'capabilities',
    'controller',
    'country',
    'email',
    'expand',
    'metadata',
  ]);
  const account = newAccount({
    controller: readController(readGroup(params, 'controller')),
    country: readText(params, 'country') ?? 'US',
    email: readText(params, 'email') ?? null,
    metadata: changeMetadata(params, {}),
  });
  const capabilities = readGroup(params, 'capabilities');
  onlyKnown(capabilities ?? {}, ['transfers']);
  if (!readFlag(readGroup(capabilities, 'transfers'), 'requested'))
    throw parameterFailure('You must request at least one capability.', 'capabilities');
  await insertObject(tx, account);
  return ok(account);
}

/** Only the kind of account that the product uses: Stripe collects what it needs, we pay losses and fees. */
function readController(group: Params | undefined): Stripe.Account.Controller {
  onlyKnown(group ?? {}, ['fees', 'losses', 'requirement_collection', 'stripe_dashboard']);
  const fees = readText(readGroup(group, 'fees'), 'payer');
  const losses = readText(readGroup(group, 'losses'), 'payments');
  const dashboard = readText(readGroup(group, 'stripe_dashboard'), 'type');
  const collection = readText(group, 'requirement_collection') ?? 'stripe';
  if (
    fees !== 'application' ||
    losses !== 'application' ||
    dashboard !== 'express' ||
    collection !== 'stripe'
  )
    throw parameterFailure('This combination of controller properties is not supported here.', 'controller');
  return {
    fees: { payer: fees },
    is_controller: true,
    losses: { payments: losses },
    requirement_collection: collection,
    stripe_dashboard: { type: dashboard },
    type: 'application',
  };
}

/** POST /v1/account_links: a URL that opens the onboarding once, and for some minutes. */
export async function createAccountLink(tx: Database, { params, connectUrl }: Call): Promise<Answer> {
  onlyKnown(params, ['account', 'collection_options', 'expand', 'refresh_url', 'return_url', 'type']);
  const account = await lockAccount(tx, requireText(params, 'account'), 'account');
  if (requireText(params, 'type') !== 'account_onboarding')
    throw parameterFailure('Only account_onboarding links can be made for this account.', 'type');
  const created = nowSeconds();
  const id = makeToken(24);
  await insertObject(tx, {
    id,
    object: 'account_link',
    created,
    account: account.id,
    refreshUrl: readAddress(params, 'refresh_url'),
    returnUrl: readAddress(params, 'return_url'),
    expiresAt: created + linkSeconds,
    visit: null,
  });
  const link: Stripe.AccountLink = {
    object: 'account_link',
    created,
    expires_at: created + linkSeconds,
    url: connectUrl(`setup/${id}`),
  };
  return ok(link);
}

/** POST /v1/accounts/{id}/login_links: the account's own page, once its person has submitted the form. */
export async function createLoginLink(tx: Database, { id, params, connectUrl }: Call): Promise<Answer> {
  onlyKnown(params, ['expand']);
  const account = await lockAccount(tx, id, 'account');
  if (!account.details_submitted)
    throw parameterFailure(
      'Cannot create a login link for an account that has not completed onboarding.',
      'account',
    );
  const link: Stripe.LoginLink = {
    object: 'login_link',
    created: nowSeconds(),
    url: connectUrl(`accounts/${account.id}`),
  };
  return ok(link);
}

/** An account, locked until the transaction ends. */
export async function lockAccount(tx: Database, id: string, param: string): Promise<Stripe.Account> {
  const account = await lockObject(tx, 'account', id);
  if (account === undefined) throw missingFailure('account', id, param);
  return account;
}

/** Stores a changed account, and sends its event to the endpoint for connected accounts. */
export async function changeAccount(
  tx: Database,
  origin: Origin,
  before: Stripe.Account,
  after: Stripe.Account,
): Promise<void> {
  await updateObject(tx, after);
  const { capabilities, details_submitted, payouts_enabled, requirements } = before;
  const previous = { capabilities, details_submitted, payouts_enabled, requirements };
  await recordEvent(tx, origin, 'account.updated', after, previous, after.id);
}

function readAddress(params: Params, name: string): string {
  const address = requireText(params, name);
  if (URL.canParse(address) && /^https?:/.test(address)) return address;
  throw parameterFailure('Not a valid URL', name, 'url_invalid');
}
