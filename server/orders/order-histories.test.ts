// Any history of an order, with presses at the same moment, by the clock and at the processor: it is where the machine
// says, and no cent is lost.
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { isOpenOrder, type OrderAction, orderActionNames, targetsOf } from '#contract/orders-machine.ts';
import { orders } from '#db/tables/orders.ts';
import { payments } from '#db/tables/payments.ts';
import { recordRefunds } from '#server/payments/record-refunds.ts';
import { refundCharge } from '#server/payments/refund-charge.ts';
import { runDue } from '#server/platform/states/deadlines.ts';
import { disagreements } from '#testing/agreement.ts';
import { openSilentMarket } from '#testing/card-processor.ts';
import type { Market } from '#testing/market.ts';
import { newSides, orderBodies, paidOrder, type Sides } from '#testing/order-requests.ts';
import { signInAgain } from '#testing/sign-in-again.ts';
import { orderDeadline } from './service.ts';

let market: Market;
let people: Sides;
beforeAll(async () => {
  market = await openSilentMarket();
  people = await newSides(market);
});
afterAll(() => market.close());

type Step =
  | { readonly act: OrderAction; readonly as: keyof Sides; readonly variant: number }
  | { readonly act: 'hand over with the code' }
  | { readonly act: 'pass'; readonly hours: number }
  | { readonly act: 'refund job' }
  | { readonly act: 'refund by hand'; readonly cents: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      act: fc.constantFrom(...orderActionNames),
      as: fc.constantFrom<keyof Sides>('buyer', 'seller', 'admin'),
      variant: fc.nat({ max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ act: 'hand over with the code' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('pass' as const),
      hours: fc.constantFrom(1, 25, 49, 73, 15 * 24),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ act: 'refund job' } as const) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('refund by hand' as const),
      cents: fc.integer({ min: 1, max: 42_050 }),
    }),
  },
);
/** Steps of one group happen at the same moment. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 14 });

test('whatever both sides, an admin, the clock and the processor do in any order, order and money agree', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (groups) => {
      const id = await paidOrder(market, await awakeSides());
      const { productId, charge } = await namesOf(id);
      for (const group of groups) {
        const statuses = await Promise.all(group.map((each) => take(id, charge, each)));
        expect(statuses.filter((status) => status >= 500)).toEqual([]);
        expect(await disagreements(market.services, productId, false)).toEqual([]);
      }
      await refundCharge(market.services, charge);
      await recordRefunds(market.services, charge);
      expect(await disagreements(market.services, productId, true)).toEqual([]);
    }),
    { numRuns: 30, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: false },
  );
}, 70_000);

async function namesOf(id: string): Promise<{ productId: string; charge: string }> {
  const { db } = market.services;
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  const [payment] = await db.select().from(payments).where(eq(payments.bookingId, id));
  return { productId: order?.productId ?? '', charge: payment?.transactionId ?? '' };
}

const awakeSides = async (): Promise<Sides> => ({
  buyer: await signInAgain(market, people.buyer),
  seller: await signInAgain(market, people.seller),
  admin: await signInAgain(market, people.admin),
});

async function take(id: string, charge: string, each: Step): Promise<number> {
  switch (each.act) {
    case 'pass':
      market.clock.advance(each.hours * 60);
      await runDue(market.services, orderDeadline(market.services));
      return 0;
    case 'refund job':
      await refundCharge(market.services, charge);
      return 0;
    case 'refund by hand':
      return refundByHand(charge, each.cents);
    case 'hand over with the code': {
      const { body } = await (await signInAgain(market, people.buyer)).get(`/orders/${id}`);
      const code = body.code?.digits ?? '000000';
      return (await (await signInAgain(market, people.seller)).post(`/orders/${id}/hand-over`, { code }))
        .status;
    }
    default:
      return press(id, each.act, each.as, each.variant);
  }
}

const outcomes = ['complete', 'refund', 'return', 'part'];

async function press(id: string, action: OrderAction, as: keyof Sides, variant: number): Promise<number> {
  const person = await signInAgain(market, people[as]);
  const body = {
    ...orderBodies[action],
    ...(action === 'offer' && variant > 1 ? { kind: 'return' } : {}),
    ...(action === 'decide' ? { outcome: outcomes[variant], amount: 100.5 } : {}),
  };
  const { status, body: answer } = await person.post(`/orders/${id}/${action}`, body);
  const targets = targetsOf(action);
  // What else happened at the same moment may have moved it on.
  if (status === 200 && targets.length > 0 && !isOpenOrder(answer.state))
    expect(['completed', 'cancelled', 'refunded']).toContain(answer.state);
  return status;
}

/** The processor refuses more than it has. */
async function refundByHand(charge: string, amount: number): Promise<number> {
  try {
    await market.services.stripe.refunds.create({ payment_intent: charge, amount });
  } catch {
    return 0;
  }
  await recordRefunds(market.services, charge);
  return 0;
}
