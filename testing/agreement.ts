/** The invariants across bookings, phones, advertisements, payments and charges, whatever happened. */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { and, eq, inArray, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';
import { expect } from 'vitest';

import { type LedgerAccount, orderAccount, sellerAccount } from '#contract/ledger.ts';
import { isOpenOrder } from '#contract/orders-machine.ts';
import { advertisements } from '#db/tables/advertisements.ts';
import { bookings } from '#db/tables/bookings.ts';
import { stateChanges } from '#db/tables/events.ts';
import { orders } from '#db/tables/orders.ts';
import { payments, refunds } from '#db/tables/payments.ts';
import { payouts } from '#db/tables/payouts.ts';
import { products } from '#db/tables/products.ts';
import { checkLedger, sumLedgerOfCharge, sumLedgerOfKind } from '#server/ledger/service.ts';
import { sellerCentsOf } from '#server/orders/move-money.ts';
import type { Database, Executor } from '#server/platform/postgres/database.ts';

interface Sources {
  readonly db: Database;
  readonly stripe: Stripe;
}

/** What the processor charged for an intent and did not refund. */
interface Charged {
  readonly count: number;
  readonly keptCents: number;
}

/**
 * Fails for every inconsistency of a phone.
 *
 * @param isFinal whether every report has arrived and every job has run: then each charge is a paid order or refunded
 */
export async function expectAgreement(sources: Sources, productId: string, isFinal = true): Promise<void> {
  expect(await disagreements(sources, productId, isFinal)).toEqual([]);
}

/**
 * All inconsistencies of a phone, in words. The processor is queried after the rows were read. The comparison is
 * repeated if rows have changed meanwhile, or, with `isFinal`, while the reply about a refund is in flight.
 */
export async function disagreements(
  sources: Sources,
  productId: string,
  isFinal: boolean,
): Promise<string[]> {
  let before = await readPhone(sources, productId);
  for (;;) {
    const wrong = await compare(sources, before, isFinal);
    if (wrong.length === 0) return [];
    const after = await readPhone(sources, productId);
    const isMoving = isFinal && after.asked.length > 0;
    if (isDeepStrictEqual(before, after) && !isMoving) return wrong;
    await delay(20);
    before = after;
  }
}

const readPhone = ({ db }: Sources, productId: string) =>
  db.transaction((tx) => readRows(tx, productId), { isolationLevel: 'repeatable read' });

async function compare(
  { db, stripe }: Sources,
  {
    product,
    booked,
    ordered,
    paid,
    paidOut,
    asked,
    advertised,
    changes,
  }: Awaited<ReturnType<typeof readRows>>,
  isFinal: boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  const check = (isRight: boolean, what: string) => void (isRight || wrong.push(what));
  const stored = { product: [product], booking: booked, order: ordered, payment: paid, payout: paidOut };
  wrong.push(...disagreementsOfHistory(stored, changes));
  const states = booked.map(({ state }) => state);
  const bought = states.filter((state) => state === 'paid').length;
  const held = states.filter((state) => state === 'held').length;
  const sold = ordered.filter(isSale).length;
  check(held + bought <= 1, `held by ${held}, bought by ${bought}`);
  check(bought === ordered.length, `${bought} paid bookings with ${ordered.length} orders`);
  check((product.state === 'reserved') === (held === 1), `a ${product.state} phone with ${held} holds`);
  check((product.state === 'sold') === (sold === 1), `a ${product.state} phone with ${sold} sales`);
  check((product.state === 'withdrawn') === bought > sold, `a ${product.state} phone, ${bought} bought`);
  if (!['live', 'paused', 'reserved'].includes(product.state))
    check(advertised === 0, `a ${product.state} phone is advertised`);
  let kept = 0;
  for (const payment of paid) {
    const booking = booked.find(({ id }) => id === payment.bookingId);
    const charged = await chargedBy(stripe, payment.transactionId);
    // What an admin refunded by bank is still at the processor, but no longer part of the sale.
    const byBank = await sumLedgerOfKind(db, payment.transactionId, 'refund-by-bank');
    const ours = { ...charged, keptCents: charged.keptCents - byBank };
    kept += ours.keptCents > 0 ? 1 : 0;
    const order = ordered.find(({ id }) => id === payment.bookingId);
    const moment = { isFinal, isRefundAsked: asked.includes(payment.transactionId) };
    wrong.push(...disagreementsOfPayment(payment, booking?.state ?? 'missing', order, ours, moment));
    if (isFinal) wrong.push(...(await disagreementsOfLedger(db, payment, order, charged)));
  }
  const settled = paid.filter(isKeptCharge).length;
  check(settled === sold, `${sold} sales with ${settled} settled payments`);
  if (isFinal) check(kept === sold, `${sold} sales with ${kept} charges kept`);
  for (const { account, problem } of await checkLedger(db)) wrong.push(`ledger: ${account}: ${problem}`);
  return wrong;
}

/** Each step of a history begins where the one before it ended, and the last one led to the stored state. */
function disagreementsOfHistory(
  stored: Readonly<Record<string, readonly { readonly id: string; readonly state: string }[]>>,
  changes: readonly (typeof stateChanges.$inferSelect)[],
): string[] {
  const wrong: string[] = [];
  const lastStates = new Map<string, string>();
  for (const { machine, subject, fromState, toState } of changes) {
    const last = lastStates.get(`${machine}:${subject}`) ?? null;
    if (fromState !== last)
      wrong.push(`${machine} from ${fromState} to ${toState} after ${last} in the history`);
    lastStates.set(`${machine}:${subject}`, toState);
  }
  for (const [machine, rows] of Object.entries(stored))
    for (const { id, state } of rows) {
      const last = lastStates.get(`${machine}:${id}`);
      if (last !== state) wrong.push(`${machine} ${state}, but ${last} in the history`);
    }
  return wrong;
}

type Order = typeof orders.$inferSelect;

/** Whether the money is for the seller: not once all of it was refunded. */
const isSale = ({ state, refundedCents, amountCents }: Order): boolean =>
  state !== 'cancelled' && state !== 'refunded' && refundedCents < amountCents;

/** The ledger's entries of a payment, compared with the payment and the processor. */
async function disagreementsOfLedger(
  db: Database,
  { transactionId, bookingId, state, amountCents }: typeof payments.$inferSelect,
  order: Order | undefined,
  { keptCents }: Charged,
): Promise<string[]> {
  // A job may pay the seller, or reverse that, at this moment.
  const found = await db.transaction((tx) => readLedger(tx, transactionId, bookingId, order), {
    isolationLevel: 'repeatable read',
  });
  const heldCents = order !== undefined && isOpenOrder(order.state) ? amountCents - order.refundedCents : 0;
  // Only of a completed order the seller has what its page says.
  const sellerCents = order?.state === 'completed' ? sellerCentsOf(order) : found[3];
  const expected = [keptCents, heldCents, 0, sellerCents];
  const isSame = found.every((cents, index) => cents === expected[index]);
  return isSame
    ? []
    : [`ledger: processor, order, refunds due, seller ${found} instead of ${expected} (${state})`];
}

/** The ledger's amounts of a charge: at the processor, for its order, due to be refunded, and its seller's. */
async function readLedger(
  tx: Executor,
  charge: string,
  bookingId: string,
  order: Order | undefined,
): Promise<number[]> {
  const of = (account: LedgerAccount): Promise<number> => sumLedgerOfCharge(tx, charge, account);
  const byKind = (kind: Parameters<typeof sumLedgerOfKind>[2]) => sumLedgerOfKind(tx, charge, kind);
  // The processor's fee may be recorded already, or some minutes later.
  const fees = (await byKind('processor-fee')) + (await byKind('chargeback-fee'));
  // What was transferred to the seller has left the processor, and is not part of the buyer's refund.
  const back = (await byKind('transfer-failed')) + (await byKind('transfer-reversed'));
  const sent = (await byKind('transfer')) - back;
  const held = (await of('processor')) + fees + sent;
  const ofSeller = order === undefined ? 0 : (await of(sellerAccount(order.sellerId))) + sent;
  return [held, await of(orderAccount(bookingId)), await of('refunds_due'), ofSeller];
}

type Reader = Parameters<Parameters<Database['transaction']>[0]>[0];

async function readRows(db: Reader, productId: string) {
  const [product] = await db.select().from(products).where(eq(products.id, productId));
  if (product === undefined) throw new Error(`no phone ${productId}`);
  const booked = await db.select().from(bookings).where(eq(bookings.productId, productId));
  const ids = booked.map(({ id }) => id);
  const ordered = await db.select().from(orders).where(eq(orders.productId, productId));
  const paid =
    ids.length === 0 ? [] : await db.select().from(payments).where(inArray(payments.bookingId, ids));
  const paidOut =
    ids.length === 0 ? [] : await db.select().from(payouts).where(inArray(payouts.orderId, ids));
  const subjects = [productId, ...ids, ...[...paid, ...paidOut].map(({ id }) => id)];
  const charges = paid.map(({ transactionId }) => transactionId);
  const isAsked = and(inArray(refunds.transactionId, charges), eq(refunds.state, 'requested'));
  const asked = (await db.select().from(refunds).where(isAsked)).map(({ transactionId }) => transactionId);
  const live = and(eq(advertisements.productId, productId), isNull(advertisements.endedAt));
  const advertised = (await db.select().from(advertisements).where(live)).length;
  const changes = await db
    .select()
    .from(stateChanges)
    .where(inArray(stateChanges.subject, subjects))
    .orderBy(stateChanges.position);
  return { product, booked, ordered, paid, paidOut, asked, advertised, changes };
}

/** A charge that we keep, or a part of it: the other part may still be on its way back. */
const isKeptCharge = ({ state, isRefundDue, refundCents, amountCents }: typeof payments.$inferSelect) =>
  state === 'succeeded' && !(isRefundDue && refundCents === amountCents);

interface Moment {
  readonly isFinal: boolean;
  /**
   * Whether the processor may have made a refund whose reply has not arrived, in addition to one that was made by hand.
   */
  readonly isRefundAsked: boolean;
}

function disagreementsOfPayment(
  payment: typeof payments.$inferSelect,
  bookingState: string,
  order: Order | undefined,
  { count, keptCents }: Charged,
  { isFinal, isRefundAsked }: Moment,
): string[] {
  const { state, isRefundDue, amountCents } = payment;
  const wrong: string[] = [];
  const check = (isRight: boolean, what: string) => void (isRight || wrong.push(what));
  const isKept = isKeptCharge(payment);
  const isBought = order !== undefined && isSale(order);
  // A part may have been refunded by hand at the processor.
  const soldCents = amountCents - (order?.refundedCents ?? 0);
  check(count <= 1, `charged ${count} times`);
  check(isKept === isBought, `a ${state} payment (due back: ${isRefundDue}) of an order ${order?.state}`);
  check(
    (state === 'refunded') === (bookingState === 'refunded') || order !== undefined,
    `${state} payment, ${bookingState} booking`,
  );
  // A bank takes back the whole charge, even if a part was refunded before.
  check(state !== 'refunded' || keptCents <= 0, `a refunded payment of which ${keptCents} was kept`);
  const isGoing = isRefundDue || (isRefundAsked && !isFinal);
  check(!isKept || isGoing || keptCents === soldCents, `a sale of ${soldCents} for ${keptCents}`);
  check(!isFinal || isKept || keptCents <= 0, `${keptCents} kept by a ${state} payment (${bookingState})`);
  check(!isFinal || !isRefundDue, 'a refund that is still due');
  return wrong;
}

/** What an intent charged and neither a refund nor a bank has taken back, according to the processor. */
export async function chargedBy(stripe: Stripe, transactionId: string): Promise<Charged> {
  const { data } = await stripe.charges.list({ payment_intent: transactionId, limit: 100 });
  const good = data.filter(({ paid }) => paid);
  const keptCents = good.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0);
  const lostCents = good.some(({ disputed }) => disputed) ? await lostBy(stripe, transactionId) : 0;
  return { count: good.length, keptCents: keptCents - lostCents };
}

async function lostBy(stripe: Stripe, transactionId: string): Promise<number> {
  const { data } = await stripe.disputes.list({ payment_intent: transactionId, limit: 100 });
  return data.filter(({ status }) => status === 'lost').reduce((sum, { amount }) => sum + amount, 0);
}
