// One payout's transfer: made once, and what follows if the processor refuses it.
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { hourMs } from '#contract/durations.ts';
import { sellerAccount } from '#contract/ledger.ts';
import type { SellerBalance } from '#contract/payouts-manual.ts';
import { system } from '#contract/states.ts';
import { payouts, payoutSellers } from '#db/tables/payouts.ts';
import { postToLedger } from '#server/ledger/service.ts';
import { allMailsTo } from '#testing/all-mail.ts';
import { chargeOfOrder } from '#testing/card-processor.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import {
  accountOf,
  completedSale,
  confirmAddress,
  onboard,
  openSides,
  overviewOf,
  transfersOf,
  takeTransfersFrom,
} from '#testing/payouts.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { idOf } from '#server/platform/stripe/id-of.ts';
import { findDue } from './find-due.ts';
import { makeTransfer } from './make-transfer.ts';
import { removeAccount } from './repository.ts';
import { recordTransfer } from './record-transfer.ts';
import { requestPayout } from './request-payout.ts';
import { insertPayout } from './store-payouts.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());
// Runs before the market is closed: hooks end in the opposite order.
afterAll(() => expectBooks(market));

/** A payout that is set aside. The jobs make none: the seller's address is not confirmed. */
async function setAside(amountCents = 39_898) {
  const { db } = market.services;
  const sides = await openSides(market);
  await onboard(sides.seller);
  await sides.seller.post('/payouts/onboarding/check', {});
  await db.execute(`update users set email_verified = false where id = '${sides.seller.id}'`);
  const orderId = await completedSale(market, sides);
  const accountId = await accountOf(market, sides.seller);
  const charge = await chargeOfOrder(market, orderId);
  const row = { sellerId: sides.seller.id, amountCents, orderId, charge, accountId };
  const id = await db.transaction((tx) => insertPayout(tx, { ...row, method: 'stripe' }));
  return { id, orderId, seller: sides.seller };
}

const make = (id: string) => makeTransfer(market.services.payouts, id);
const find = async (id: string) =>
  (await market.services.db.select().from(payouts).where(eq(payouts.id, id)))[0];

/** The processor refuses the next transfer, after `before` was done. */
function refuseNext(before: (create: () => Promise<Stripe.Transfer>) => Promise<unknown>): void {
  const { transfers } = market.services.stripe;
  const create = transfers.create.bind(transfers);
  const spy = vi.spyOn(transfers, 'create').mockImplementationOnce(async (...given) => {
    await before(() => create(...given));
    const message = 'No such destination';
    throw new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', message });
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
}

test('processes that make a transfer at the same moment make it once', async () => {
  // The charge has enough for several.
  const { id, orderId } = await setAside(10_000);
  await Promise.all([make(id), make(id), make(id)]);
  expect(await transfersOf(market, orderId)).toHaveLength(1);
  expect(await find(id)).toMatchObject({ state: 'sent' });
});

test('while a payout is set aside, nothing else is, and no admin decides about it as about a line', async () => {
  const { id, seller } = await setAside(10_000);
  const admin = await market.person('admin');
  for (const [action, body] of [
    ['confirm', {}],
    ['cancel', {}],
    ['fail', { reason: 'The account is closed' }],
  ] as const)
    expect((await admin.post(`/payouts/lines/${id}/${action}`, body)).status).toBe(404);
  await confirmAddress(market, seller);
  expect(await requestPayout(market.services.payouts, seller.id)).toBeUndefined();
});

test('what was set aside is not sent once its seller is suspended, or owes too much for it', async () => {
  const [suspended, indebted] = [await setAside(), await setAside()];
  const admin = await market.person('admin');
  await admin.post(`/users/${suspended.seller.id}/suspend`, { reason: 'Fake phones.' });
  const account = sellerAccount(indebted.seller.id);
  await market.services.db.transaction((tx) =>
    postToLedger(tx, {
      kind: 'refund-decided',
      key: 'refund-decided:of-a-test',
      actor: system,
      at: market.clock.now(),
      moves: [{ side: 'owner', from: account, to: 'refunds_due', amountCents: 20_000 }],
    }),
  );
  for (const { id, orderId } of [suspended, indebted]) {
    await make(id);
    expect(await find(id)).toMatchObject({ state: 'cancelled' });
    expect(await transfersOf(market, orderId)).toEqual([]);
  }
});

test('money whose transfer the processor refuses is not sent again for a day', async () => {
  const { id, orderId, seller } = await setAside();
  refuseNext(async () => undefined);
  await make(id);
  const failed = await find(id);
  expect(failed).toMatchObject({ state: 'failed', failureReason: 'No such destination' });
  const dueAfter = async (hours: number) => {
    const then = new Date((failed?.endedAt?.getTime() ?? 0) + hours * hourMs);
    return (await findDue(market.services.db, seller.id, then)).orders.map((order) => order.orderId);
  };
  expect(await dueAfter(23.9)).toEqual([]);
  expect(await dueAfter(24.1)).toEqual([orderId]);
});

test('a payout to an account that is closed to us ends, and the next one goes to the seller’s new account', async () => {
  const { id, orderId, seller } = await setAside();
  const { db } = market.services;
  const accountId = 'acct_closed';
  await db.update(payouts).set({ accountId }).where(eq(payouts.id, id));
  await db.update(payoutSellers).set({ accountId }).where(eq(payoutSellers.sellerId, seller.id));
  await make(id);
  expect(await find(id)).toMatchObject({
    state: 'failed',
    failureReason: expect.stringContaining(accountId),
  });
  await removeAccount(db, accountId);
  await confirmAddress(market, seller);
  await onboard(seller);
  await seller.post('/payouts/onboarding/check', {});
  const yesterday = new Date(market.clock.now().getTime() - 25 * hourMs);
  await db.update(payouts).set({ endedAt: yesterday }).where(eq(payouts.id, id));
  await requestPayout(market.services.payouts, seller.id);
  await expect
    .poll(() => transfersOf(market, orderId), { timeout: 20_000 })
    .toMatchObject([{ destination: await accountOf(market, seller) }]);
});

test('the processor’s words about a refused transfer are for admins, and its seller reads ours', async () => {
  const [{ id, seller }, restricted] = [await setAside(), await setAside()];
  const admin = await market.person('admin');
  refuseNext(async () => undefined);
  await make(id);
  await takeTransfersFrom(market, await accountOf(market, restricted.seller));
  await make(restricted.id);
  expect(await find(restricted.id)).toMatchObject({ failureReason: expect.stringContaining('capabilities') });
  for (const each of [seller, restricted.seller]) {
    await confirmAddress(market, each);
    const reason = 'The card processor has refused to send it.';
    expect((await each.get('/payouts')).body).toMatchObject([{ state: 'failed', reason }]);
  }
  expect(await overviewOf(seller)).toMatchObject({ yoursCents: 39_898, blockedBy: 'refused' });
  expect(await overviewOf(restricted.seller)).toMatchObject({ blockedBy: 'onboarding' });
  const { body } = await admin.get('/payouts/balances?limit=100');
  const owed = (to: TestPerson) => body.find((row: SellerBalance) => row.seller._id === to.id);
  expect(owed(seller)).toMatchObject({ blockedBy: 'refused', refusal: 'No such destination' });
  expect(owed(restricted.seller)).toMatchObject({ isReady: false, blockedBy: null, refusal: null });
  // Only whoever can do something about it gets a mail.
  const { text } = await mailTo(market.address, restricted.seller.email, 'did not arrive');
  expect(text).toContain('Please check where it should go');
  expect(text).not.toContain('We were told');
  const subjects = (await allMailsTo(market, seller.email)).map((mail) => mail.subject);
  expect(subjects.filter((subject) => subject.includes('did not arrive'))).toEqual([]);
});

test('a seller whom the processor has refused for good is asked for a bank account', async () => {
  const { id, seller } = await setAside();
  await takeTransfersFrom(market, await accountOf(market, seller), 'rejected.other');
  await make(id);
  const { text } = await mailTo(market.address, seller.email, 'did not arrive');
  expect(text).toContain('Please write to us to which bank account we should send it.');
});

/** As if the processor had carried out a request that seemed to have failed. */
async function transferTo(seller: TestPerson, payoutId: string, orderId: string): Promise<Stripe.Transfer> {
  const { stripe } = market.services;
  const intent = await stripe.paymentIntents.retrieve(await chargeOfOrder(market, orderId));
  return stripe.transfers.create({
    amount: 10_000,
    currency: 'usd',
    destination: await accountOf(market, seller),
    source_transaction: idOf(intent.latest_charge) ?? '',
    metadata: { payoutId, orderId },
  });
}

test('a payout whose transfer is found after a refusal has no reason any more', async () => {
  const { id, orderId, seller } = await setAside(10_000);
  refuseNext(async () => undefined);
  await make(id);
  const transfer = await transferTo(seller, id, orderId);
  await recordTransfer(market.services.payouts, transfer);
  expect(await find(id)).toMatchObject({ state: 'sent', transferId: transfer.id, failureReason: null });
});

test('a transfer that is found while its seller is being paid by bank waits, and takes no line back', async () => {
  const { id, orderId, seller } = await setAside(10_000);
  await market.services.db.update(payouts).set({ method: 'manual' }).where(eq(payouts.id, id));
  const transfer = await transferTo(seller, newId(), orderId);
  await expect(recordTransfer(market.services.payouts, transfer)).rejects.toThrow(
    'waiting to be paid by bank',
  );
  expect(await find(id)).toMatchObject({ state: 'requested' });
  // Once the line is decided, the transfer is recorded.
  const admin = await market.person('admin');
  expect((await admin.post(`/payouts/lines/${id}/cancel`, {})).status).toBe(200);
  await recordTransfer(market.services.payouts, transfer);
  expect(await find(id)).toMatchObject({ state: 'cancelled' });
});

test('a transfer that another process has made meanwhile does not fail by a refusal', async () => {
  const { id } = await setAside();
  refuseNext(async (create) => recordTransfer(market.services.payouts, await create()));
  await make(id);
  expect(await find(id)).toMatchObject({ state: 'sent', failureReason: null });
});
