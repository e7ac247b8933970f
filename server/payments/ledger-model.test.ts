// Whatever the processor reports about a charge and its refunds, in any order and any number of times, the ledger's
// invariants hold.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type LedgerAccount, orderAccount } from '#contract/ledger.ts';
import { currency } from '#contract/money.ts';
import type { RefundState } from '#contract/payments.ts';
import { system } from '#contract/states.ts';
import { bookings } from '#db/tables/bookings.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { checkLedger, sumLedgerOfCharge } from '#server/ledger/service.ts';
import { newId } from '#server/platform/postgres/database.ts';
import {
  postBankRefund,
  postCharge,
  postRefundDecision,
  postRefunds,
  postUnallocated,
} from './post-money.ts';
import { listRefunds, storeSeen } from './store-refunds.ts';

let market: Market;
let seller: TestPerson;
let buyer: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  [seller, buyer] = await Promise.all([market.person('seller'), market.person('buyer')]);
});
afterAll(() => market.close());

const amountCents = 42_050;

type Step =
  | { readonly act: 'settle' | 'misfit' | 'decide' | 'bank' | 'repeat' }
  | { readonly act: 'refund'; readonly number: number; readonly state: RefundState };

const refundSizes = [10_000, 2_050, 30_000];
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constantFrom('settle' as const, 'decide' as const, 'repeat' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('misfit' as const, 'bank' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('refund' as const),
      number: fc.nat({ max: refundSizes.length - 1 }),
      state: fc.constantFrom<RefundState>('pending', 'succeeded', 'failed', 'canceled'),
    }),
  },
);

test('settling, refunding, failing and repeating in any order loses no cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 14 }), async (history) => {
      const charge = await openCharge();
      for (const step of history) {
        await charge.take(step);
        await charge.check();
      }
    }),
    { numRuns: 60 },
  );
}, 180_000);

/** A charge for a paid booking, from the processor's and from our side. */
async function openCharge() {
  const { db } = market.services;
  const bookingId = await paidBooking();
  const transactionId = `pi_${bookingId}`;
  const at = new Date();
  const charge = { transactionId, amountCents };
  let isPaidByBank = false;

  const take = (step: Step): Promise<void> =>
    db.transaction(async (tx) => {
      switch (step.act) {
        case 'settle':
          return postCharge(tx, { ...charge, bookingId }, at);
        case 'misfit':
          return postUnallocated(tx, { ...charge, currency }, at);
        case 'decide':
          return postRefundDecision(tx, transactionId, amountCents, { actor: system, at });
        case 'bank':
          return postBankRefund(tx, { ...charge, paidCents: amountCents }, { actor: system, at });
        case 'repeat':
          return postRefunds(tx, transactionId, at);
        default: {
          // Once it was refunded by bank, the processor is not asked to refund it.
          if (isPaidByBank) return undefined;
          const { number, state } = step;
          const refundId = `re_${number}_${bookingId}`;
          const size = refundSizes[number] ?? 0;
          await storeSeen(tx, transactionId, {
            refundId,
            amountCents: size,
            state,
            failureReason: null,
            attempt: undefined,
          });
          return postRefunds(tx, transactionId, at);
        }
      }
    });

  const check = async (): Promise<void> => {
    expect(await checkLedger(db)).toEqual([]);
    const of = (account: LedgerAccount) => sumLedgerOfCharge(db, transactionId, account);
    const [order, unallocated, due, processor, bank] = [
      await of(orderAccount(bookingId)),
      await of('unallocated'),
      await of('refunds_due'),
      await of('processor'),
      await of('bank'),
    ];
    isPaidByBank = bank !== 0;
    const isPosted = processor !== 0 || bank !== 0 || order + unallocated + due !== 0;
    if (!isPosted) return;
    const succeeded = (await listRefunds(db, transactionId))
      .filter(({ state }) => state === 'succeeded')
      .reduce((sum, refund) => sum + refund.amountCents, 0);
    expect(processor).toBe(amountCents - succeeded);
    expect(order + unallocated + due).toBe(processor + bank);
    expect(Math.min(order, unallocated, due)).toBeGreaterThanOrEqual(0);
  };

  return { take, check };
}

async function paidBooking(): Promise<string> {
  const id = newId();
  const productId = await market.phone(seller);
  const row = { id, productId, buyerId: buyer.id, sellCents: amountCents, userLocation: 'x', phone: 'x' };
  await market.services.db.insert(bookings).values({ ...row, state: 'paid', holdExpiresAt: new Date() });
  return id;
}
