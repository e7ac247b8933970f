// The webhook for sellers' accounts: forged, repeated, reordered and lost events.
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { receiveConnectEvent, receiveStripeEvent } from '#contract/payments.ts';
import { payoutSellers } from '#db/tables/payouts.ts';
import { holdEvents } from '#testing/card-processor.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import type { Sides } from '#testing/order-requests.ts';
import {
  accountOf,
  banks,
  completedSale,
  findSent,
  letBankAnswer,
  onboard,
  openSides,
  overviewOf,
  statementOf,
  takeTransfersFrom,
  untilOverview,
  untilSent,
} from '#testing/payouts.ts';
import { checkLedger } from '#server/ledger/service.ts';
import { refreshAccount } from './onboard-seller.ts';
import { endReversal, insertReversal } from './store-payouts.ts';
import { readAccounts } from './sweep-payouts.ts';

let market: Market;
let sides: Sides;
beforeAll(async () => {
  market = await openMarket();
  // Each test decides which events arrive.
  await holdEvents(market);
});
beforeEach(async () => {
  sides = await openSides(market);
});
afterAll(() => market.close());

const share = 39_898;

const eventsOf = async (seller: TestPerson, type?: string): Promise<Stripe.Event[]> => {
  const { data } = await market.services.stripe.events.list(
    { limit: 100, ...(type === undefined ? {} : { type }) },
    { stripeAccount: await accountOf(market, seller) },
  );
  return data;
};

interface Sending {
  readonly path?: string;
  readonly secret?: string;
}

async function send(event: object, { path = receiveConnectEvent.path, secret }: Sending = {}) {
  const payload = JSON.stringify(event);
  const { stripe, config } = market.services;
  const header = stripe.webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? config.stripe.connectWebhookSecret ?? '',
  });
  const response = await fetch(`${market.address}/api${path}`, {
    method: 'POST',
    body: payload,
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': header },
  });
  return response.status;
}

async function untilProcessed(events: readonly { id: string }[]): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await market.services.db.$client.query(
      'select 1 from processor_events where event_id = any($1) and processed_at is not null',
      [events.map(({ id }) => id)],
    );
    expect(rows).toHaveLength(events.length);
  }, 20_000);
}

async function deliverAll(events: readonly { id: string }[]): Promise<void> {
  const statuses = await Promise.all(events.map((event) => send(event)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await untilProcessed(events);
}

test('each endpoint takes only what is signed with its own secret and of its own kind', async () => {
  await onboard(sides.seller);
  const [event] = await eventsOf(sides.seller, 'account.updated');
  const { webhookSecret, connectWebhookSecret = '' } = market.services.config.stripe;
  expect(await send(event ?? {}, { secret: webhookSecret })).toBe(400);
  expect(await send(event ?? {}, { path: receiveStripeEvent.path, secret: connectWebhookSecret })).toBe(400);
  expect(await send(event ?? {}, { path: receiveStripeEvent.path, secret: webhookSecret })).toBe(400);
  const { account: _account, ...without } = event ?? {};
  expect(await send(without)).toBe(400);
  expect(await overviewOf(sides.seller)).toMatchObject({ onboarding: { state: 'unfinished' } });
  expect(await send(event ?? {})).toBe(200);
  await untilOverview(sides.seller, { onboarding: { state: 'ready', missing: [], bankEnding: null } });
});

test('newer states of an account are stored although an earlier clock was ahead', async () => {
  await onboard(sides.seller);
  const tomorrow = new Date(market.clock.now().getTime() + dayMs);
  await market.services.db.update(payoutSellers).set({ checkedAt: tomorrow });
  await deliverAll(await eventsOf(sides.seller, 'account.updated'));
  expect(await overviewOf(sides.seller)).toMatchObject({ onboarding: { state: 'ready' } });
});

test('a seller whom the processor refuses, and all admins, are told once', async () => {
  const { seller, admin } = sides;
  await onboard(seller);
  await deliverAll(await eventsOf(seller, 'account.updated'));
  await takeTransfersFrom(market, await accountOf(market, seller), 'rejected.fraud');
  // No event of it arrives: the account is read again with the next ones.
  for (const _time of [1, 2]) await refreshAccount(market.services.payouts, await accountOf(market, seller));
  const subject = 'The card processor refuses to pay you';
  const { text } = await mailTo(market.address, seller.email, subject);
  expect(text).toContain('please write to us');
  const toAdmin = await mailTo(market.address, admin.email, 'The card processor refuses to pay');
  expect(toAdmin.text).toContain('Pay Sellers');
  const { rows } = await market.services.db.$client.query(
    `select 1 from events where kind = 'payout.refused' and subject = $1`,
    [seller.id],
  );
  expect(rows).toHaveLength(1);
});

test('the content of an event is not trusted: the object is read from the processor', async () => {
  await onboard(sides.seller, { outcome: 'incomplete' });
  const [event] = await eventsOf(sides.seller, 'account.updated');
  const forged = structuredClone(event);
  Object.assign(forged?.data.object ?? {}, { payouts_enabled: true, capabilities: { transfers: 'active' } });
  await deliverAll(forged === undefined ? [] : [forged]);
  expect(await overviewOf(sides.seller)).toMatchObject({ onboarding: { state: 'unfinished' } });
  await completedSale(market, sides);
  expect(await overviewOf(sides.seller)).toMatchObject({ yoursCents: share, blockedBy: 'onboarding' });
});

test('events of an account that we cannot read are processed, and change nothing', async () => {
  await onboard(sides.seller);
  const [event] = await eventsOf(sides.seller, 'account.updated');
  const ofAccount = { ...event, id: 'evt_unknown', account: 'acct_nobodys' };
  const ofBank = { ...ofAccount, id: 'evt_unknown_payout', type: 'payout.paid' };
  await deliverAll([ofAccount, ofBank]);
  expect(await overviewOf(sides.seller)).toMatchObject({ onboarding: { state: 'unfinished' } });
});

test('a seller whose account the processor no longer knows is told that it refuses', async () => {
  const { seller } = sides;
  await onboard(seller);
  const isTheirs = eq(payoutSellers.sellerId, seller.id);
  await market.services.db.update(payoutSellers).set({ accountId: 'acct_gone' }).where(isTheirs);
  for (const path of ['/payouts/onboarding', '/payouts/onboarding/check'])
    expect((await seller.post(path, {})).body.code).toBe('payouts.processor-refuses');
});

test('repeated events in the wrong order end in the processor’s state', async () => {
  const { seller } = sides;
  await onboard(seller, { bank: banks.refusing });
  await seller.post('/payouts/onboarding/check', {});
  await completedSale(market, sides);
  await untilSent(seller, share);
  await letBankAnswer(market, seller);
  const events = await eventsOf(seller);
  // The newest first, as in `data`, and each of them twice.
  await deliverAll(events);
  await Promise.all(events.map((event) => send(event)));
  await untilOverview(seller, { yoursCents: share, onItsWayCents: 0, blockedBy: 'onboarding' });
  expect((await statementOf(seller)).map(({ kind }) => kind)).toEqual(['payout-failed', 'payout', 'sale']);
  expect(await checkLedger(market.services.db)).toEqual([]);
});

test('a payout of one seller’s account says nothing about another’s', async () => {
  const other = await openSides(market);
  for (const each of [sides, other]) {
    await onboard(each.seller);
    await each.seller.post('/payouts/onboarding/check', {});
    await completedSale(market, each);
    await untilSent(each.seller, share);
  }
  await letBankAnswer(market, sides.seller);
  const [paid] = await eventsOf(sides.seller, 'payout.paid');
  const swapped = { ...paid, id: 'evt_swapped', account: await accountOf(market, other.seller) };
  expect(await send(swapped)).toBe(200);
  await untilProcessed([swapped]);
  expect(await overviewOf(other.seller)).toMatchObject({ onItsWayCents: share, paidOutCents: 0 });
  expect(await overviewOf(sides.seller)).toMatchObject({ onItsWayCents: share, paidOutCents: 0 });
  await deliverAll(paid === undefined ? [] : [paid]);
  await untilOverview(sides.seller, { onItsWayCents: 0, paidOutCents: share });
});

test('a seller whose account is closed to us starts again with another one, and is paid', async () => {
  const { seller } = sides;
  await onboard(seller);
  await seller.post('/payouts/onboarding/check', {});
  const before = await accountOf(market, seller);
  const [event] = await eventsOf(seller, 'account.updated');
  const closed = { ...event, id: 'evt_closed', type: 'account.application.deauthorized' };
  expect(await send(closed)).toBe(200);
  await untilProcessed([closed]);
  await completedSale(market, sides);
  expect(await overviewOf(seller)).toMatchObject({ onboarding: { state: 'none' }, blockedBy: 'onboarding' });
  await onboard(seller);
  await seller.post('/payouts/onboarding/check', {});
  const after = await accountOf(market, seller);
  expect(after).not.toBe(before);
  await untilSent(seller, share);
  // A late event of the old account does not affect the new one.
  expect(await send({ ...closed, id: 'evt_closed_again' })).toBe(200);
  await untilProcessed([{ id: 'evt_closed_again' }]);
  expect(await accountOf(market, seller)).toBe(after);
});

test('a payout to an account that is closed to us does not keep its seller from deleting their own', async () => {
  const { seller } = sides;
  const obstacles = async () => (await seller.get('/privacy')).body.obstacles;
  await onboard(seller);
  await seller.post('/payouts/onboarding/check', {});
  await completedSale(market, sides);
  await untilSent(seller, share);
  expect(await obstacles()).toEqual([
    { what: 'A payout that is on its way to you', path: '/dashboard/payouts' },
  ]);
  const [event] = await eventsOf(seller, 'account.updated');
  const closed = { ...event, id: 'evt_closed_for_good', type: 'account.application.deauthorized' };
  expect(await send(closed)).toBe(200);
  await untilProcessed([closed]);
  expect(await obstacles()).toEqual([]);
});

test('what no webhook brought is found on the account’s own list of events', async () => {
  const { seller } = sides;
  await onboard(seller);
  await readAccounts(market.services.payouts);
  await untilOverview(seller, { onboarding: { state: 'ready', missing: [], bankEnding: null } });
  await completedSale(market, sides);
  await untilSent(seller, share);
  await letBankAnswer(market, seller);
  // As if the hour had passed after which it is read again.
  await market.services.db.$client.query('update payout_sellers set events_read_at = null');
  await readAccounts(market.services.payouts);
  await untilOverview(seller, { onItsWayCents: 0, paidOutCents: share });
});

test('a seller whose transfer was taken back in full is not asked about any more', async () => {
  const { seller } = sides;
  const { db, payouts } = market.services;
  await onboard(seller);
  await readAccounts(payouts);
  await completedSale(market, sides);
  await untilSent(seller, share);
  const { payoutId } = await findSent(market, seller);
  await db.transaction(async (tx) => {
    const id = await insertReversal(tx, { payoutId, cause: 'debt', amountCents: share });
    await endReversal(tx, id ?? '', `trr_${id}`);
  });
  await db.update(payoutSellers).set({ eventsReadAt: null });
  await readAccounts(payouts);
  const [row] = await db.select().from(payoutSellers).where(eq(payoutSellers.sellerId, seller.id));
  expect(row).toMatchObject({ isReady: true, eventsReadAt: null });
});

test('an account that is closed to us is asked about once an hour, as others are', async () => {
  const { db, payouts } = market.services;
  await onboard(sides.seller);
  const isTheirs = eq(payoutSellers.sellerId, sides.seller.id);
  await db.update(payoutSellers).set({ accountId: 'acct_closed', eventsReadAt: null }).where(isTheirs);
  await readAccounts(payouts);
  const [row] = await db.select().from(payoutSellers).where(isTheirs);
  expect(row).toMatchObject({ accountId: 'acct_closed', eventsReadAt: expect.any(Date) });
});
