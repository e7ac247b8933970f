// Whatever buyers, admin, processor and jobs do with one phone, in any order, money and phone stay consistent.
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { bookings } from '#db/tables/bookings.ts';
import { payments } from '#db/tables/payments.ts';
import { disagreements } from '#testing/agreement.ts';
import {
  confirmCard,
  deliver,
  findChargeEvent,
  intentOf,
  openSilentMarket,
  report,
} from '#testing/card-processor.ts';
import { type Caller, callerOf } from '#testing/caller.ts';
import { type Market, newBooking, type TestPerson } from '#testing/market.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { holdDeadline } from '#server/bookings/service.ts';
import { makeTransfer } from '#server/payouts/make-transfer.ts';
import { requestPayout } from '#server/payouts/request-payout.ts';
import { findRequested } from '#server/payouts/store-payouts.ts';
import { onboard } from '#testing/payouts.ts';
import { refuseTransfers } from '#testing/refuse-transfers.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundCharge } from './refund-charge.ts';

let market: Market;
let seller: TestPerson;
let buyers: readonly TestPerson[];
beforeAll(async () => {
  market = await openSilentMarket();
  seller = await market.person('seller', { emailVerified: true });
  await onboard(seller);
  await seller.post('/payouts/onboarding/check', {});
  buyers = await Promise.all([market.person('buyer'), market.person('buyer'), market.person('buyer')]);
});
afterAll(() => market.close());

const ofBuyer = ['book', 'unbook', 'begin', 'confirm', 'decline', 'report', 'webhook', 'accept'] as const;
const ofNobody = ['run out', 'reconcile', 'refund', 'pay out', 'bank refuses'] as const;
type Step = {
  readonly act: (typeof ofBuyer)[number] | (typeof ofNobody)[number] | 'remove';
  readonly who: number;
};

const who = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ act: fc.constantFrom(...ofBuyer), who }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constantFrom(...ofNobody), who: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('remove' as const), who: fc.constant(0) }) },
);
/** Steps of one group run concurrently. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 14 });

/** A case that random sequences rarely reach: the seller's money is paid out, returned and paid out again. */
const paidOut: Step[][] = (
  ['book', 'begin', 'confirm', 'report', 'accept', 'pay out', 'bank refuses', 'pay out'] as const
).map((act) => [{ act, who: 0 }]);

test('whatever buyers, admin, processor and jobs do in any order, charges, orders and the phone agree', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (groups) => {
      const phone = await openPhone();
      for (const group of groups) {
        const statuses = await Promise.all(group.map((each) => phone.take(each)));
        expect(statuses.filter((status) => status >= 500)).toEqual([]);
        expect(await disagreements(market.services, phone.id, false)).toEqual([]);
      }
      await phone.finish();
      // A job that settles a payment at this moment goes on afterwards: what is called above skips its row.
      await expect
        .poll(() => disagreements(market.services, phone.id, true), { timeout: 20_000 })
        .toEqual([]);
    }),
    { numRuns: 40, examples: [[paidOut]] },
  );
  const { rows } = await market.services.db.$client.query('select distinct state from payouts');
  expect(rows.map(({ state }) => state)).toEqual(expect.arrayContaining(['failed', 'sent']));
}, 300_000);

/** A phone, and the state of each buyer's page. */
async function openPhone() {
  const id = await market.phone(await withNewToken(seller));
  const pages = buyers.map(() => ({ bookingId: '', secret: '' }));

  const take = async ({ act, who: index }: Step): Promise<number> => {
    const buyer = buyers[index];
    const page = pages[index];
    if (buyer === undefined || page === undefined) return 0;
    const caller = await withNewToken(buyer);
    switch (act) {
      case 'book': {
        const { status, body } = await caller.post('/bookedProduct', { productId: id, ...newBooking });
        if (status === 200) Object.assign(page, { bookingId: body.insertedId, secret: '' });
        return status;
      }
      case 'begin': {
        const { status, body } = await caller.post('/create-payment-intent', { paymentId: page.bookingId });
        if (status === 200) page.secret = body.clientSecret;
        return status;
      }
      case 'unbook':
        return (await caller.delete(`/bookedProduct?id=${page.bookingId}`)).status;
      case 'report':
        return (await report(caller, page.bookingId, intentOf(page.secret))).status;
      case 'confirm':
      case 'decline': {
        const card = act === 'confirm' ? 'pm_card_visa' : 'pm_card_chargeDeclined';
        return page.secret === '' ? 0 : (await confirmCard(market, page.secret, card)).status;
      }
      case 'accept': {
        await caller.post(`/orders/${page.bookingId}/confirm-receipt`, {});
        return (await caller.post(`/orders/${page.bookingId}/accept`, {})).status;
      }
      case 'webhook':
        return deliverIfCharged(page.secret);
      default:
        return takeOwn(act, id);
    }
  };

  return { id, take, finish: () => settleAll(id) };
}

async function takeOwn(
  act: Exclude<Step['act'], (typeof ofBuyer)[number]>,
  productId: string,
): Promise<number> {
  if (act === 'remove') return (await (await withNewToken(seller)).delete(`/products/${productId}`)).status;
  if (act === 'refund') return refundAll(productId);
  if (act === 'pay out') return payOut();
  if (act === 'bank refuses') {
    await refuseTransfers(market, productId);
    return 0;
  }
  market.clock.advance(act === 'run out' ? 6 : 1);
  if (act === 'run out') await runDue(market.services, holdDeadline);
  else await reconcilePayments(market.services);
  return 0;
}

/** Runs the jobs for the seller's money at once. */
async function payOut(): Promise<number> {
  const { payouts: services } = market.services;
  await requestPayout(services, seller.id);
  // Including one that a job has set aside at this moment.
  const requested = await findRequested(services.db, seller.id);
  if (requested !== undefined) await makeTransfer(services, requested.id);
  return 0;
}

/** Moving the clock makes access tokens expire; like a page, this renews the token before each call. */
const withNewToken = async (person: TestPerson): Promise<TestPerson> => {
  const caller: Caller = callerOf(market.address, await market.services.tokens.issue(person));
  return { ...person, ...caller };
};

async function deliverIfCharged(secret: string): Promise<number> {
  const event = await findChargeEvent(market, intentOf(secret));
  return event === undefined ? 0 : (await deliver(market, event)).status;
}

/** No webhooks arrive any more: the jobs alone must finish everything. */
async function settleAll(productId: string): Promise<void> {
  market.clock.advance(6);
  await reconcilePayments(market.services);
  await refundAll(productId);
  await payOut();
}

async function refundAll(productId: string): Promise<number> {
  const rows = await market.services.db
    .select({ id: payments.transactionId })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(eq(bookings.productId, productId));
  for (const { id } of rows) await refundCharge(market.services, id);
  return 0;
}
