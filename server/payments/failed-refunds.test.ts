// Refunds that fail after they had succeeded, and what an admin does about one that failed too often.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { maxFailedRefunds, refundFailures } from '#contract/payments.ts';
import { payments, refunds } from '#db/tables/payments.ts';
import {
  beginOrder,
  beginPayment,
  confirmCard,
  deliver,
  endRefunds,
  intentOf,
  openSilentMarket,
} from '#testing/card-processor.ts';
import { attemptsOf, failedForGood, lateCharge, paymentOf, refundEvent } from '#testing/late-charges.ts';
import { expectBooks } from '#testing/ledger-agreement.ts';
import { mailsTo, mailTo } from '#testing/mailbox.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { signInAgain } from '#testing/sign-in-again.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { recordRefunds } from './record-refunds.ts';
import { refundCharge } from './refund-charge.ts';
import { settleCharge } from './settle-charge.ts';
import { moveIssue } from './store-issues.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openSilentMarket();
  admin = await market.person('admin');
});
afterAll(() => market.close());
// Runs before the market is closed: hooks end in the opposite order.
afterAll(async () => {
  // A test that ends its refunds at the processor ends those of the others as well.
  const refunded = await market.services.db.selectDistinct({ charge: refunds.transactionId }).from(refunds);
  for (const { charge } of refunded) await recordRefunds(market.services, charge);
  await expectBooks(market);
});

test('a refund that the bank gives back later is owed again and tried again, then waits for an admin', async () => {
  const order = await lateCharge(market, 'pm_card_refundFail');
  await refundCharge(market.services, order.intent);
  expect(await paymentOf(market, order.intent)).toMatchObject({ state: 'refunded' });
  for (let failed = 1; failed <= maxFailedRefunds; failed += 1) {
    await endRefunds(market);
    await deliver(market, await refundEvent(market, order.intent, 'refund.failed'));
    expect(await paymentOf(market, order.intent)).toMatchObject({ state: 'succeeded', isRefundDue: true });
    expect(await attemptsOf(market, order.intent)).toHaveLength(failed);
    await refundCharge(market.services, order.intent);
  }
  expect(await attemptsOf(market, order.intent)).toEqual(
    [1, 2, 3].map((attempt) => [attempt, 'failed', 'expired_or_canceled_card']),
  );
  const issue = await issueOf(order.intent);
  expect(issue).toMatchObject({
    problem: 'refund-failed',
    state: 'open',
    amount: 420.5,
    currency: 'usd',
    failure: 'expired_or_canceled_card',
    buyer: { name: order.buyer.name, email: order.buyer.email },
    // The phone was no longer available when the money arrived: there is no order.
    orderId: null,
  });
  // The text that the admin sees.
  expect(refundFailures.get(issue.failure)).toBe('The card has expired or was canceled.');
  // Nothing more happens automatically.
  market.clock.advance(10);
  await reconcilePayments(market.services);
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(market, order.intent)).toHaveLength(maxFailedRefunds);
  const { subject } = await mailTo(market.address, order.buyer.email, 'takes longer');
  expect(subject).toMatch(/^Your refund of \$420\.50 for the .* takes longer$/);
});

test('a charge that was given back before another one paid its booking is not lost if its refund fails', async () => {
  const { buyer, bookingId, secret } = await beginOrder(market);
  const first = intentOf(secret);
  await confirmCard(market, secret, 'pm_card_refundFail');
  await market.services.stripe.refunds.create({ payment_intent: first });
  await settleCharge(market.services, first);
  expect(await beginPayment(buyer, bookingId)).not.toBe(secret);
  await endRefunds(market);
  await recordRefunds(market.services, first);
  await refundCharge(market.services, first);
  expect(await issueOf(first)).toMatchObject({ problem: 'refund-failed', amount: 420.5 });
});

test('an admin tries a failed refund again', async () => {
  const order = await failedForGood(market);
  const { _id } = await issueOf(order.intent);
  const tryAgain = async () => (await (await adminWithNewToken()).post(`/chargeIssues/${_id}/refund`)).body;
  expect(await tryAgain()).toEqual({ acknowledged: true, modifiedCount: 1 });
  await vi.waitFor(async () => expect(await attemptsOf(market, order.intent)).toHaveLength(4), 20_000);
  const { subject } = await mailTo(market.address, order.buyer.email, 'was sent again');
  expect(subject).toMatch(/^Your refund of \$420\.50 for the .* was sent again$/);
  expect((await tryAgain()).modifiedCount).toBe(0);
  expect((await (await adminWithNewToken()).post(`/chargeIssues/${_id}/settle`)).body.modifiedCount).toBe(0);
});

test('a buyer whose refund fails again after it was sent again is told a second time', async () => {
  const order = await failedForGood(market);
  const delayed = async () =>
    (await mailsTo(market.address, order.buyer.email)).filter(({ subject }) =>
      subject.includes('takes longer'),
    ).length;
  await vi.waitFor(async () => expect(await delayed()).toBe(1), 20_000);
  const { _id } = await issueOf(order.intent);
  await (await adminWithNewToken()).post(`/chargeIssues/${_id}/refund`);
  await mailTo(market.address, order.buyer.email, 'was sent again');
  for (let failed = 0; failed < maxFailedRefunds; failed += 1) {
    await endRefunds(market);
    await deliver(market, await refundEvent(market, order.intent, 'refund.failed'));
    await refundCharge(market.services, order.intent);
  }
  expect(await issueOf(order.intent)).toMatchObject({ state: 'open' });
  await vi.waitFor(async () => expect(await delayed()).toBe(2), 20_000);
});

test('an admin who has paid in another way takes the charge off the list, and nothing is owed any more', async () => {
  const order = await failedForGood(market);
  const { _id } = await issueOf(order.intent);
  const settled = await (
    await adminWithNewToken()
  ).post(`/chargeIssues/${_id}/settle`, { reference: 'SEPA 42' });
  expect(settled.body.modifiedCount).toBe(1);
  expect((await (await adminWithNewToken()).post(`/chargeIssues/${_id}/settle`)).body.modifiedCount).toBe(0);
  expect(await issueOf(order.intent)).toBeUndefined();
  expect(await paymentOf(market, order.intent)).toMatchObject({ state: 'refunded', isRefundDue: false });
  const { subject, text } = await mailTo(market.address, order.buyer.email, 'was paid back in another way');
  expect(subject).toMatch(/^\$420\.50 for the /);
  expect(text).toContain('Its reference: SEPA 42.');
  // Reading the failed refunds again does not bring it back.
  await recordRefunds(market.services, order.intent);
  expect(await paymentOf(market, order.intent)).toMatchObject({ state: 'refunded', isRefundDue: false });
});

test('the reference of a settlement is one line that reads as it was typed', async () => {
  const { intent } = await failedForGood(market);
  const { _id } = await issueOf(intent);
  const caller = await adminWithNewToken();
  for (const reference of ['SEPA\n42', 'SEPA \u202E24', 'SEPA\u000042', '\u200B'])
    expect((await caller.post(`/chargeIssues/${_id}/settle`, { reference })).body).toMatchObject({
      status: 400,
      errors: [{ path: 'reference', message: 'The reference has a character that cannot be shown' }],
    });
  expect((await caller.post(`/chargeIssues/${_id}/settle`, { reference: ' ' })).body.modifiedCount).toBe(1);
});

test('one of a simultaneous refund and settlement of a charge counts, and the other changes nothing', async () => {
  const order = await failedForGood(market);
  const { _id } = await issueOf(order.intent);
  const caller = await adminWithNewToken();
  const [refunded, settled] = await Promise.all([
    caller.post(`/chargeIssues/${_id}/refund`),
    caller.post(`/chargeIssues/${_id}/settle`),
  ]);
  expect([refunded.status, settled.status]).toEqual([200, 200]);
  const isRefunded = refunded.body.modifiedCount === 1;
  expect([refunded.body.modifiedCount, settled.body.modifiedCount]).toEqual(isRefunded ? [1, 0] : [0, 1]);
  const attempts = isRefunded ? 4 : 3;
  await vi.waitFor(async () => expect(await attemptsOf(market, order.intent)).toHaveLength(attempts), 20_000);
  await refundCharge(market.services, order.intent);
  expect(await attemptsOf(market, order.intent)).toHaveLength(attempts);
  expect(await paymentOf(market, order.intent)).toMatchObject({ state: 'refunded', isRefundDue: false });
});

test('what an admin had settled before the ledger recorded it is not owed again', async () => {
  const order = await failedForGood(market);
  const { _id } = await issueOf(order.intent);
  const { db } = market.services;
  await db.transaction((tx) => moveIssue(tx, _id, 'settled', { actor: { role: 'admin', id: admin.id } }));
  await db.update(payments).set({ isRefundDue: false }).where(eq(payments.transactionId, order.intent));
  await recordRefunds(market.services, order.intent);
  expect(await paymentOf(market, order.intent)).toMatchObject({ isRefundDue: false });
});

test('failed refunds are counted for the monitoring', async () => {
  await failedForGood(market);
  const metrics = await (await fetch(`${market.address}/metrics`)).text();
  const open = /^charge_issues_open\{problem="refund-failed"\} (\d+)$/m.exec(metrics)?.[1];
  expect(Number(open)).toBeGreaterThan(0);
});

/** Moving the clock makes access tokens expire. */
const adminWithNewToken = () => signInAgain(market, admin);

async function issueOf(intent: string) {
  const { body } = await (await adminWithNewToken()).get('/chargeIssues?limit=100');
  return body.find(({ transactionId }: { transactionId: string }) => transactionId === intent);
}
