// The product's calls for connected accounts, by the official SDK (its API version 2026-10-28.endive), and the
// documented shapes of the answers: the SDK's types are made from Stripe's own API description.
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { movePayouts, payOutAt } from './connected-payouts.ts';
import { nowSeconds } from './identifiers.ts';
import { payoutFields, type RequiredFields } from './required-fields.ts';
import { inTransaction } from './store.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

const account: RequiredFields<Stripe.Account> = {
  id: true,
  object: true,
  charges_enabled: true,
  details_submitted: true,
  email: true,
  payouts_enabled: true,
  type: true,
};
const accountLink: RequiredFields<Stripe.AccountLink> = {
  object: true,
  created: true,
  expires_at: true,
  url: true,
};
const loginLink: RequiredFields<Stripe.LoginLink> = { object: true, created: true, url: true };
const transfer: RequiredFields<Stripe.Transfer> = {
  id: true,
  object: true,
  amount: true,
  amount_reversed: true,
  balance_transaction: true,
  created: true,
  currency: true,
  description: true,
  destination: true,
  livemode: true,
  metadata: true,
  reversals: true,
  reversed: true,
  source_transaction: true,
  transfer_group: true,
};
const reversal: RequiredFields<Stripe.TransferReversal> = {
  id: true,
  object: true,
  amount: true,
  balance_transaction: true,
  created: true,
  currency: true,
  destination_payment_refund: true,
  metadata: true,
  source_refund: true,
  transfer: true,
};

let shop: TestShop;
let stripe: Stripe;
beforeAll(async () => {
  shop = await openTestShop(await createTestDatabase());
  ({ stripe } = shop);
});
afterAll(() => shop.close());

const hasAll = (object: object, fields: object) =>
  expect(Object.keys(object)).toEqual(expect.arrayContaining(Object.keys(fields)));

const newAccount = () =>
  stripe.accounts.create({
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      stripe_dashboard: { type: 'express' },
    },
    capabilities: { transfers: { requested: true } },
    email: 'seller@example.com',
    metadata: { userId: 'u1' },
  });

const newLink = (id: string) =>
  stripe.accountLinks.create({
    account: id,
    type: 'account_onboarding',
    refresh_url: 'http://shop.test/again',
    return_url: 'http://shop.test/back',
  });

/** Opens a link as a browser does. The stand-in's URLs have its public origin, where nobody listens in this test. */
const open = (url: string, form?: Record<string, string>) =>
  fetch(url.replace('http://shop.test/sandbox/stripe', shop.base), {
    redirect: 'manual',
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });

async function onboard(id: string, form: Record<string, string> = { outcome: 'complete' }): Promise<void> {
  const { url } = await newLink(id);
  const [, visit = ''] = /name="visit" value="(\w+)"/.exec(await (await open(url)).text()) ?? [];
  const answer = await open(url, { visit, ...form });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://shop.test/back']);
}

const readyAccount = async (form?: Record<string, string>): Promise<string> => {
  const { id } = await newAccount();
  await onboard(id, form);
  return id;
};

const paidCharge = async (): Promise<string> => {
  const intent = await stripe.paymentIntents.create({
    amount: 42_050,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  return String(intent.latest_charge);
};

const send = async (destination: string, source: string, amount = 39_898) =>
  stripe.transfers.create({
    amount,
    currency: 'usd',
    destination,
    source_transaction: source,
    transfer_group: `order_${source}`,
    metadata: { payoutId: 'p1' },
  });

/** As if the days until the money is available had passed. */
const payOut = async (id: string): Promise<void> => {
  await open(`http://shop.test/sandbox/stripe/connect/accounts/${id}`, {});
  await vi.waitFor(async () => {
    const { data } = await stripe.payouts.list({}, { stripeAccount: id });
    expect(data.filter(({ status }) => status === 'in_transit')).toHaveLength(1);
  }, 10_000);
  await shop.pool.query('update sandbox_stripe.payout_outcomes set due_at = now()');
  await vi.waitFor(async () => {
    const { data } = await stripe.payouts.list({}, { stripeAccount: id });
    expect(data.filter(({ status }) => status === 'in_transit')).toEqual([]);
  }, 10_000);
};

test('an account is asked for what is missing and can be paid once its person has sent the form', async () => {
  const made = await newAccount();
  hasAll(made, account);
  expect(made).toMatchObject({ payouts_enabled: false, capabilities: { transfers: 'inactive' } });
  expect(made.requirements?.currently_due).toContain('external_account');
  hasAll(await newLink(made.id), accountLink);
  await expect(stripe.accounts.createLoginLink(made.id)).rejects.toThrow('not completed onboarding');
  await onboard(made.id, { outcome: 'incomplete' });
  const unfinished = await stripe.accounts.retrieve(made.id);
  expect(unfinished).toMatchObject({ details_submitted: true, payouts_enabled: false });
  expect(unfinished.requirements?.currently_due).toEqual(['individual.verification.document']);
  await onboard(made.id);
  expect(await stripe.accounts.retrieve(made.id)).toMatchObject({
    payouts_enabled: true,
    capabilities: { transfers: 'active' },
    requirements: { currently_due: [], disabled_reason: null },
  });
  hasAll(await stripe.accounts.createLoginLink(made.id), loginLink);
  const refused = await newAccount();
  await onboard(refused.id, { outcome: 'rejected' });
  const { requirements } = await stripe.accounts.retrieve(refused.id);
  expect(requirements?.disabled_reason).toBe('rejected.other');
});

test('a link opens once, its form counts once and only for who has opened it', async () => {
  const { id } = await newAccount();
  const { url } = await newLink(id);
  expect((await open(url)).status).toBe(200);
  const again = await open(url);
  expect([again.status, again.headers.get('location')]).toEqual([303, 'http://shop.test/again']);
  expect((await open(url, { visit: 'guessed', outcome: 'complete' })).status).toBe(404);
  expect((await open(url, { outcome: 'complete' })).status).toBe(404);
  expect((await stripe.accounts.retrieve(id)).details_submitted).toBe(false);
  const old = await newLink(id);
  await shop.pool.query(
    `update sandbox_stripe.objects set data = (data::jsonb || '{"expiresAt":0}')::json where object = 'account_link'`,
  );
  expect((await open(old.url)).headers.get('location')).toBe('http://shop.test/again');
});

test('a transfer of a charge’s money has the documented shape and moves both balances', async () => {
  const id = await readyAccount();
  const source = await paidCharge();
  const sent = await send(id, source);
  hasAll(sent, transfer);
  expect(sent).toMatchObject({
    destination: id,
    source_transaction: source,
    transfer_group: `order_${source}`,
  });
  const [leaving] = (await stripe.balanceTransactions.list({ source: sent.id })).data;
  expect(leaving).toMatchObject({ type: 'transfer', amount: -39_898, reporting_category: 'transfer' });
  const balance = await stripe.balance.retrieve({}, { stripeAccount: id });
  expect(balance.pending[0]).toMatchObject({ amount: 39_898 });
  const found = await stripe.transfers.list({ transfer_group: `order_${source}` });
  expect(found.data.map((each) => each.id)).toEqual([sent.id]);
});

test('all transfers of a charge together are at most its amount', async () => {
  const id = await readyAccount();
  const source = await paidCharge();
  await send(id, source, 42_000);
  await expect(send(id, source, 51)).rejects.toThrow('must not exceed the source amount');
  await expect(send(id, 'ch_none')).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(send((await newAccount()).id, source, 1)).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  });
});

test('without a charge a transfer takes only what is available', async () => {
  const destination = await readyAccount();
  const without = { amount: 1_000_000, currency: 'usd', destination };
  await expect(stripe.transfers.create(without)).rejects.toMatchObject({ code: 'balance_insufficient' });
});

test('a transfer comes back as far as its account still has it', async () => {
  const id = await readyAccount();
  const { id: sentId } = await send(id, await paidCharge());
  const back = await stripe.transfers.createReversal(sentId, {
    amount: 10_000,
    metadata: { reversalId: 'r1' },
  });
  hasAll(back, reversal);
  expect((await stripe.transfers.listReversals(sentId)).data).toMatchObject([
    { metadata: { reversalId: 'r1' } },
  ]);
  expect(await stripe.transfers.retrieve(sentId)).toMatchObject({ amount_reversed: 10_000, reversed: false });
  await payOut(id);
  await expect(stripe.transfers.createReversal(sentId, { amount: 1 })).rejects.toMatchObject({
    code: 'balance_insufficient',
  });
});

test('what an account has is paid to its bank, and the payout names the transfers in it', async () => {
  const id = await readyAccount();
  const sent = await send(id, await paidCharge());
  await payOut(id);
  const [paid] = (await stripe.payouts.list({}, { stripeAccount: id })).data;
  hasAll(paid ?? {}, payoutFields);
  expect(paid).toMatchObject({ status: 'paid', amount: 39_898, automatic: true });
  const parts = await stripe.balanceTransactions.list(
    { payout: paid?.id ?? '', type: 'payment', expand: ['data.source'] },
    { stripeAccount: id },
  );
  expect(parts.data).toMatchObject([{ source: { source_transfer: sent.id } }]);
  // Neither those of the platform nor of another account.
  await expect(stripe.payouts.retrieve(paid?.id ?? '')).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(stripe.payouts.list({}, { stripeAccount: 'acct_none' })).rejects.toMatchObject({
    code: 'account_invalid',
  });
});

test('a bank that refuses a payout gives the money back, and the account needs another bank', async () => {
  const id = await readyAccount({ outcome: 'complete', bank: '000111111116' });
  const { id: sentId } = await send(id, await paidCharge());
  await payOut(id);
  const [failed] = (await stripe.payouts.list({}, { stripeAccount: id })).data;
  expect(failed).toMatchObject({ status: 'failed', failure_code: 'no_account' });
  expect(await stripe.accounts.retrieve(id)).toMatchObject({
    payouts_enabled: false,
    requirements: { currently_due: ['external_account'] },
  });
  const events = await stripe.events.list({ type: 'payout.failed' }, { stripeAccount: id });
  expect(events.data).toMatchObject([{ account: id, data: { object: { id: failed?.id } } }]);
  expect((await stripe.events.list({ type: 'payout.failed' })).data).toEqual([]);
  expect(await stripe.transfers.createReversal(sentId)).toMatchObject({ amount: 39_898 });
});

test('a bank that refuses a payout refuses the others that are on their way to it', async () => {
  const id = await readyAccount({ outcome: 'complete', bank: '000111111116' });
  const statuses = async () =>
    (await stripe.payouts.list({}, { stripeAccount: id })).data.map(({ status }) => status);
  for (const begun of [['in_transit'], ['in_transit', 'in_transit']]) {
    await send(id, await paidCharge());
    await open(`http://shop.test/sandbox/stripe/connect/accounts/${id}`, {});
    await vi.waitFor(async () => expect(await statuses()).toEqual(begun), 10_000);
    await shop.pool.query(`update sandbox_stripe.payout_outcomes set due_at = 'infinity'`);
  }
  await shop.pool.query('update sandbox_stripe.payout_outcomes set due_at = now()');
  await vi.waitFor(async () => expect(await statuses()).not.toContain('in_transit'), 10_000);
  expect(await statuses()).toEqual(['failed', 'failed']);
});

test('what changes an account and plans its payout never meets a payout that begins in a deadlock', async () => {
  const { pool } = shop;
  const id = await readyAccount();
  const { moving } = await inTransaction(pool, async (tx) => {
    await tx.query('select from sandbox_stripe.objects where id = $1 for update', [id]);
    await inTransaction(pool, (other) => payOutAt(other, id, nowSeconds() - 60));
    const begun = movePayouts(pool);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect((await pool.query(waiting)).rowCount).toBeGreaterThan(0), 10_000);
    await payOutAt(tx, id, nowSeconds());
    // Returned within an object, because the transaction would await a bare promise.
    return { moving: begun };
  });
  await moving;
});
