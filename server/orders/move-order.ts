/** The only code that changes an order's state: with its deadlines, money and phone, in one transaction. */
import { type DealDuration, type DealTerms, lastDayMinutes } from '#contract/deal-terms.ts';
import { minuteMs } from '#contract/durations.ts';
import { isOpenOrder, type OrderState } from '#contract/orders-machine.ts';
import { type Actor, system } from '#contract/states.ts';
import { refundSale } from '#server/payments/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import type { Change } from '#server/platform/states/transition.ts';
import { findProduct, moveProduct } from '#server/products/service.ts';
import { personTopic } from '#server/users/service.ts';
import { paySeller, reverseCompletion } from './move-money.ts';
import type { OrderServices } from './order-services.ts';
import {
  appendToLog,
  changeOrder,
  moveOrderState,
  noOffer,
  type LockedOrder,
  type OrderChanges,
  type OrderRow,
} from './repository.ts';

/** The services that a transition needs. */
export type MoveServices = Pick<OrderServices, 'jobs' | 'clock' | 'terms'>;

/** A transition and its data. */
interface Move extends Change {
  /** Columns that are stored with the new state, such as those of a parcel or a problem. */
  readonly changes?: OrderChanges;
  /** For a completed order: a further refund to the buyer, in addition to earlier ones. */
  readonly partCents?: number;
}

/**
 * Moves a locked order, whose phone and booking are locked as well, and does all that follows from it.
 *
 * @throws Error if its machine has no such transition for this actor
 */
export async function moveOrder(
  tx: Transaction,
  services: MoveServices,
  order: LockedOrder,
  to: OrderState,
  { changes = {}, partCents, ...change }: Move,
): Promise<void> {
  const at = services.clock.now();
  const isWithAdmin = to === 'disputed' && (changes.isWithAdmin ?? false);
  const backCents = backOf(order, to, partCents);
  await moveOrderState(
    tx,
    order.id,
    to,
    { ...change, data: { backCents } },
    {
      ...changes,
      ...deadlinesOf(to, at, services, isWithAdmin),
      isWithAdmin,
      isAnswered: isWithAdmin,
      ...noOffer,
      codeHash: null,
      codeSealed: null,
      codeLockedUntil: null,
      ...(to === 'returning' ? { returnCarrier: null, returnTrackingNumber: null, returnSentAt: null } : {}),
      ...(isOpenOrder(to) && !isOpenOrder(order.state) ? { corrections: order.corrections + 1 } : {}),
      refundedCents: order.refundedCents + backCents,
      endedAt: isOpenOrder(to) ? null : at,
    },
  );
  if (isWithAdmin) await appendToLog(tx, order.id, 'escalated', { actor: change.actor });
  // Their public pages show the number of completed orders.
  if (to === 'completed' || order.state === 'completed')
    tx.$changes.publish(personTopic(order.buyerId), personTopic(order.sellerId));
  const cause = { actor: change.actor, at };
  if (order.state === 'completed' && to === 'disputed') await reverseCompletion(tx, order, cause);
  if (to === 'completed') {
    if (backCents > 0) await refundSale(tx, services, order.id, cause, backCents);
    await paySeller(tx, order, cause);
  }
  if (to === 'cancelled' || to === 'refunded') {
    await refundSale(tx, services, order.id, cause);
    await withdrawPhone(tx, order.productId, change);
  }
}

/** The refund that a transition makes, in addition to earlier ones, in cents. */
function backOf({ amountCents, refundedCents }: OrderRow, to: OrderState, partCents = 0): number {
  if (to === 'completed') return partCents;
  return isOpenOrder(to) ? 0 : amountCents - refundedCents;
}

/**
 * The two sides do not agree, so an admin has to decide. Changes nothing if an admin has to decide already.
 *
 * @param detail the reason, if it came from neither side: then both sides are notified
 */
export async function passToAdmin(
  tx: Transaction,
  { clock, terms }: Pick<OrderServices, 'clock' | 'terms'>,
  { id, isWithAdmin }: OrderRow,
  actor: Actor,
  detail: string | null = null,
): Promise<void> {
  if (isWithAdmin) return;
  const dueAt = minutesAfter(clock.now(), terms.minutes.decision);
  await changeOrder(tx, id, { isWithAdmin: true, dueAt, remindAt: null });
  await appendToLog(tx, id, 'escalated', { actor, detail });
}

/** The deadline and reminders of a state that is entered now. */
export function deadlinesOf(
  state: OrderState,
  now: Date,
  { terms }: Pick<OrderServices, 'terms'>,
  isWithAdmin = false,
): Pick<OrderRow, 'dueAt' | 'cancelDueAt' | 'cancelAskedBy' | 'remindAt'> {
  const duration = isWithAdmin ? 'decision' : durationOf[state];
  const none = { dueAt: null, cancelDueAt: null, cancelAskedBy: null, remindAt: null };
  if (duration === undefined) return none;
  const deadline = deadlineIn(terms.minutes[duration], now);
  if (state === 'paid') return { ...none, ...deadline, remindAt: firstReminder(terms, now) };
  return isWithAdmin ? { ...none, dueAt: deadline.dueAt } : { ...none, ...deadline };
}

/** When a paid order's two sides are reminded of the hand-over for the first time. */
export const firstReminder = ({ reminders: [first] }: DealTerms, now: Date): Date | null =>
  first === undefined ? null : minutesAfter(now, first);

/** A deadline, and the reminder a day before it; none if the deadline is nearer. */
export const deadlineIn = (minutes: number, now: Date): { dueAt: Date; remindAt: Date | null } => ({
  dueAt: minutesAfter(now, minutes),
  remindAt: minutes > lastDayMinutes ? minutesAfter(now, minutes - lastDayMinutes) : null,
});

const durationOf: Partial<Record<OrderState, DealDuration>> = {
  paid: 'handOver',
  sent: 'delivery',
  handed_over: 'trial',
  disputed: 'answer',
  returning: 'returnSending',
};

/** A moment some minutes after another. */
export const minutesAfter = (moment: Date, minutes: number): Date =>
  new Date(moment.getTime() + minutes * minuteMs);

/** The sale is void, so the seller may list the phone again. */
async function withdrawPhone(tx: Transaction, productId: string, { actor, reason }: Change): Promise<void> {
  const product = await findProduct(tx, productId);
  if (product?.state !== 'sold') return;
  // A buyer may not move a seller's phone, so the system does.
  const by = actor.role === 'buyer' ? system : actor;
  await moveProduct(tx, productId, 'withdrawn', { actor: by, reason });
}
