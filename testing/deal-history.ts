/**
 * Histories of a deal, as data: what both sides, an admin, the processor and jobs do with one order, concurrently or
 * one after another. The server runs in this process or in another one.
 */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';

import { dayMs } from '#contract/durations.ts';
import { orderActionNames, possibleActions, type OrderAction } from '#contract/orders-machine.ts';
import { orders } from '#db/tables/orders.ts';
import { factsOf } from '#server/orders/act-on-order.ts';
import { moveDeadlinesOf } from '#server/orders/repository.ts';
import { findCharge } from '#server/payments/service.ts';
import type { Services } from '#server/services.ts';
import { confirmCard, beginPayment, deliver, findEvents, intentOf, report } from './card-processor.ts';
import type { Makers, TestPerson } from './market.ts';
import { orderBodies, type Sides } from './order-requests.ts';

/**
 * The numbers for `npm test`; `npm test -- --only=histories` runs many more. Histories in which the process dies
 * restart it.
 */
export const wantedHistories = {
  usual: Number(process.env['HISTORIES'] ?? 200),
  killed: Number(process.env['KILL_HISTORIES'] ?? 3),
} as const;

/** What a history needs from a market. */
export interface Shop extends Makers {
  readonly address: string;
  readonly services: Pick<Services, 'db' | 'stripe' | 'config'>;
}

/** A person's call, or a webhook of the processor. */
export type CallStep =
  /** One of the actions that are possible for a side, or one of all actions, possible or not. */
  | { readonly act: 'press'; readonly as: keyof Sides; readonly choice: number; readonly isWild: boolean }
  | { readonly act: 'code'; readonly isRight: boolean }
  | { readonly act: 'pass'; readonly days: number }
  /** An event of the charge: late, in another order, or repeated. */
  | { readonly act: 'event'; readonly choice: number };

const choice = fc.nat({ max: 40 });

/** Steps that are calls. */
export const callStep: fc.Arbitrary<CallStep> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      act: fc.constant('press' as const),
      as: fc.constantFrom<keyof Sides>('buyer', 'seller', 'admin'),
      choice,
      isWild: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('code' as const), isRight: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('pass' as const), days: fc.constantFrom(1, 2, 3, 14) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('event' as const), choice }) },
);

/** The payment that begins a history: with which card, and who reports it. */
export interface Beginning {
  readonly card: string;
  readonly reportedBy: 'page' | 'event' | 'both' | 'twice';
}

export const beginning: fc.Arbitrary<Beginning> = fc.record({
  card: fc.oneof(
    { weight: 6, arbitrary: fc.constant('pm_card_visa') },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        'pm_card_createDispute',
        'pm_card_createDisputeInquiry',
        'pm_card_refundFail',
        'pm_card_pendingRefund',
      ),
    },
  ),
  reportedBy: fc.constantFrom('page', 'page', 'event', 'both', 'twice'),
});

/** At most `most` groups of steps; those of one group, at least `fewest`, run concurrently. */
export const groupsOf = <Step>(step: fc.Arbitrary<Step>, most: number, fewest = 1): fc.Arbitrary<Step[][]> =>
  fc.array(fc.array(step, { minLength: fewest, maxLength: 3 }), { minLength: 2, maxLength: most });

/** A paid order, and the steps on it. */
export interface Deal {
  readonly id: string;
  readonly productId: string;
  readonly intent: string;
  /** @returns the status of the answer; 0 if there was nothing to do */
  take(step: CallStep): Promise<number>;
}

/** Lists a phone, books it and pays for it. */
export async function openDeal(shop: Shop, people: Sides, { card, reportedBy }: Beginning): Promise<Deal> {
  const productId = await shop.phone(people.seller);
  const id = await shop.booking(people.buyer, productId);
  const secret = await beginPayment(people.buyer, id);
  const intent = intentOf(secret);
  await confirmCard(shop, secret, card);
  const reports = {
    page: () => report(people.buyer, id, intent),
    event: () => deliverOne(shop, intent, 0),
  };
  const reportsBy = {
    page: ['page'],
    event: ['event'],
    both: ['page', 'event'],
    twice: ['event', 'event'],
  } as const;
  await Promise.all(reportsBy[reportedBy].map((each) => reports[each]()));
  return { id, productId, intent, take: (step) => takeCall(shop, people, { id, intent }, step) };
}

async function takeCall(
  shop: Shop,
  people: Sides,
  { id, intent }: Pick<Deal, 'id' | 'intent'>,
  step: CallStep,
): Promise<number> {
  switch (step.act) {
    case 'press':
      return press(shop, people[step.as], id, step);
    case 'code':
      return enterCode(people, id, step.isRight);
    case 'event':
      return deliverOne(shop, intent, step.choice);
    case 'pass':
      await shop.services.db.transaction((tx) => moveDeadlinesOf(tx, id, -(step.days - 1) * dayMs));
      return (await people.admin.post(`/orders/${id}/pass-day`, {})).status;
    default:
      return step satisfies never;
  }
}

async function press(
  { services: { db } }: Shop,
  person: TestPerson,
  id: string,
  { as, choice: chosen, isWild }: Extract<CallStep, { act: 'press' }>,
): Promise<number> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (order === undefined) return 0;
  const { hasOpenChargeback } = await findCharge(db, id);
  const facts = factsOf({ ...order, hasOpenChargeback, isListingRemoved: false, isSellerSuspended: false });
  const possible = isWild ? orderActionNames : possibleActions(facts, as);
  const action = possible[chosen % possible.length];
  if (action === undefined) return 0;
  return (await person.post(`/orders/${id}/${action}`, bodyOf(action, chosen))).status;
}

const outcomes = ['complete', 'refund', 'return', 'part'];

/** Also parts that are larger than what is left after refunds by hand. */
const parts = [20.5, 320.5, 420.49];

function bodyOf(action: OrderAction, variant: number): object {
  if (action === 'offer')
    return variant % 2 === 1 ? { kind: 'return' } : { kind: 'part', amount: parts[(variant / 2) % 3] };
  const body = orderBodies[action] ?? {};
  return action === 'decide' ? { ...body, outcome: outcomes[variant % 4], amount: 100.5 } : body;
}

async function enterCode({ buyer, seller }: Sides, id: string, isRight: boolean): Promise<number> {
  const shown = isRight ? (await buyer.get(`/orders/${id}`)).body.code?.digits : undefined;
  return (await seller.post(`/orders/${id}/hand-over`, { code: shown ?? '000000' })).status;
}

async function deliverOne(shop: Shop, intent: string, chosen: number): Promise<number> {
  const events = await findEvents(shop, intent);
  const event = events[chosen % Math.max(events.length, 1)];
  return event === undefined ? 0 : (await deliver(shop, event)).status;
}
