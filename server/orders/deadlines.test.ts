// The automatic transitions of orders: each one that the machine declares, once, by moving the clock.
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { hourMs, minuteMs } from '#contract/durations.ts';
import { orders } from '#db/tables/orders.ts';
import { extendAfterOutage, runDue } from '#server/platform/states/deadlines.ts';
import { refundCharge } from '#server/payments/refund-charge.ts';
import { expectAgreement } from '#testing/agreement.ts';
import { type Market, openMarket } from '#testing/market.ts';
import {
  act,
  newSides,
  orderIn,
  paidOrder,
  passTime,
  type Sides,
  sidesAgain,
} from '#testing/order-requests.ts';
import { orderDeadline } from './service.ts';

const day = 1440;
const hour = 60;

let market: Market;
let people: Sides;
beforeAll(async () => {
  market = await openMarket();
  people = await newSides(market);
});
/** The phones whose money agreed after an earlier test. */
const agreed = new Set<string>();
afterEach(async () => {
  const { db } = market.services;
  const { rows: due } = await db.execute<{ id: string }>(
    sql`select transaction_id as id from payments where is_refund_due`,
  );
  for (const { id } of due) await refundCharge(market.services, id);
  const rows = await db.select({ productId: orders.productId }).from(orders);
  for (const { productId } of rows.filter((row) => !agreed.has(row.productId))) {
    await expectAgreement(market.services, productId);
    agreed.add(productId);
  }
});
afterAll(() => market.close());

const sides = () => sidesAgain(market, people);
const pass = (minutes: number) => passTime(market, minutes);

const see = async (id: string, as: keyof Sides = 'buyer') =>
  (await (await sides())[as].get(`/orders/${id}`)).body;

const lastOf = async (id: string) => (await see(id)).timeline.at(-1);

test('both sides are reminded of a hand-over on days 3, 7 and 12', async () => {
  const id = await paidOrder(market, await sides());
  const reminders = async (): Promise<string[]> =>
    (await see(id)).timeline
      .filter(({ what }: { what: string | null }) => what === 'reminded')
      .map(({ detail }: { detail: string }) => detail);
  await pass(3 * day - 5);
  expect(await reminders()).toEqual([]);
  await pass(10);
  expect(await reminders()).toEqual(['day 3']);
  await pass(4 * day);
  await pass(5 * day);
  await pass(0);
  expect(await reminders()).toEqual(['day 3', 'day 7', 'day 12']);
});

test('nobody is reminded of a hand-over while the order is about to be cancelled', async () => {
  const id = await paidOrder(market, await sides());
  await pass(2.5 * day);
  await act((await sides()).buyer, id, 'ask-to-cancel');
  await pass(0.5 * day + 5);
  await act((await sides()).buyer, id, 'withdraw-cancellation');
  await pass(4 * day);
  const { timeline } = await see(id);
  const reminders = timeline.filter(({ what }: { what: string | null }) => what === 'reminded');
  expect(reminders.map(({ detail }: { detail: string }) => detail)).toEqual(['day 7']);
});

test('an order whose phone is not handed over in 14 days is cancelled after another 24 hours', async () => {
  const id = await paidOrder(market, await sides());
  await pass(14 * day + 1);
  expect(await see(id)).toMatchObject({ state: 'paid', cancellation: { askedBy: 'system' } });
  expect((await see(id, 'seller')).possible).toContain('object');
  await pass(24 * hour - 5);
  expect((await see(id)).state).toBe('paid');
  await pass(10);
  const ended = await see(id);
  expect(ended).toMatchObject({ state: 'cancelled', refundedCents: 42_050 });
  expect(ended.timeline.at(-1)).toMatchObject({ role: 'system', detail: expect.stringContaining('in time') });
});

test('a cancellation that the buyer asks for takes effect in 24 hours, and not once they withdraw it', async () => {
  const { buyer } = await sides();
  const [kept, cancelled] = [await paidOrder(market, await sides()), await paidOrder(market, await sides())];
  for (const id of [kept, cancelled]) await act(buyer, id, 'ask-to-cancel');
  expect(await see(cancelled)).toMatchObject({
    cancellation: { askedBy: 'buyer' },
    next: { step: 'object', by: ['seller'], becomes: 'cancelled' },
  });
  await act(buyer, kept, 'withdraw-cancellation');
  await pass(24 * hour + 1);
  expect((await see(cancelled)).state).toBe('cancelled');
  expect(await see(kept)).toMatchObject({ state: 'paid', cancellation: null });
});

test('a buyer who withdraws a cancellation after the 14 days leaves the order with a deadline', async () => {
  const id = await paidOrder(market, await sides());
  await pass(14 * day - 2 * hour);
  await act((await sides()).buyer, id, 'ask-to-cancel');
  await pass(3 * hour);
  await act((await sides()).buyer, id, 'withdraw-cancellation');
  expect(await see(id)).toMatchObject({ state: 'paid', cancellation: null, next: { becomes: 'cancelled' } });
  await pass(24 * hour);
  expect(await see(id)).toMatchObject({ state: 'paid', cancellation: { askedBy: 'system' } });
  await pass(24 * hour + 1);
  expect((await see(id)).state).toBe('cancelled');
});

test('a cancellation to which the seller objects goes to the admin, whose decision is late after 7 days', async () => {
  // What other tests have left to the admin is late from now on.
  await pass(8 * day);
  const before = await late();
  const id = await paidOrder(market, await sides());
  await act((await sides()).buyer, id, 'ask-to-cancel');
  await pass(23 * hour);
  await act((await sides()).seller, id, 'object');
  expect(await see(id)).toMatchObject({ state: 'disputed', cancellation: null, next: { step: 'decide' } });
  expect(await late()).toBe(before);
  await pass(7 * day + 1);
  expect((await see(id)).state).toBe('disputed');
  expect(await late()).toBe(before + 1);
  await act((await sides()).admin, id, 'decide');
  expect(await late()).toBe(before);
});

/** The number of late decisions in `/metrics`, for the operator's alarm. */
async function late(): Promise<number> {
  const metrics = await (await fetch(`${market.address}/metrics`)).text();
  return Number(/order_decisions_late\{[^}]*\} (\d+)/.exec(metrics)?.[1]);
}

test('a parcel counts as handed over after 14 days with proof of delivery', async () => {
  const id = await orderIn(market, await sides(), 'sent');
  await act((await sides()).admin, id, 'confirm-delivery');
  expect((await see(id)).next).toMatchObject({ step: 'receive', becomes: 'handed_over' });
  await pass(14 * day + 1);
  expect((await see(id)).state).toBe('handed_over');
});

test('a parcel without proof of delivery goes to the admin after 14 days', async () => {
  const id = await orderIn(market, await sides(), 'sent');
  await pass(14 * day + 1);
  expect(await see(id)).toMatchObject({ state: 'disputed', next: { step: 'decide', by: ['admin'] } });
});

test('48 hours after the hand-over the seller gets the money', async () => {
  const id = await orderIn(market, await sides(), 'handed_over');
  await pass(48 * hour - 5);
  expect((await see(id)).state).toBe('handed_over');
  await pass(10);
  expect((await see(id)).state).toBe('completed');
  expect(await lastOf(id)).toMatchObject({ role: 'system', name: null });
});

test('if a seller does not answer for 72 hours and the buyer has the phone, the phone goes back', async () => {
  const id = await orderIn(market, await sides(), 'disputed');
  await pass(72 * hour + 1);
  expect(await see(id)).toMatchObject({ state: 'returning', next: { step: 'send-back', by: ['buyer'] } });
  await pass(14 * day + 1);
  expect((await see(id)).state).toBe('completed');
});

test('if a seller does not answer for 72 hours and the buyer never got the phone, the buyer is refunded', async () => {
  const { buyer } = await sides();
  const id = await orderIn(market, await sides(), 'sent');
  await act(buyer, id, 'report-problem', {
    reason: 'never-arrived',
    text: 'The carrier knows nothing of it',
  });
  await pass(72 * hour + 1);
  expect(await see(id)).toMatchObject({ state: 'refunded', refundedCents: 42_050 });
});

test('10 days after a return was sent the money goes back', async () => {
  const id = await orderIn(market, await sides(), 'returning');
  await pass(13 * day);
  await act((await sides()).buyer, id, 'send-back');
  await pass(10 * day - 5);
  expect(await see(id)).toMatchObject({ state: 'returning', returnParcel: { trackingNumber: 'SB-321' } });
  await pass(10);
  expect((await see(id)).state).toBe('refunded');
});

test('the state decides, not the clock: what is pressed after its time and before the job still counts', async () => {
  const id = await orderIn(market, await sides(), 'handed_over');
  market.clock.advance(48 * hour + 1);
  const { buyer } = await sides();
  const reply = await buyer.post(`/orders/${id}/report-problem`, {
    reason: 'locked',
    text: 'It asks for a code',
  });
  // Only the job of the market itself may have been quicker.
  const state = reply.status === 200 ? 'disputed' : 'completed';
  expect((await see(id)).state).toBe(state);
  await runDue(market.services, orderDeadline(market.services));
  expect((await see(id)).state).toBe(state);
});

test('a deadline that is run twice, and by two at once, happens once', async () => {
  const id = await orderIn(market, await sides(), 'handed_over');
  market.clock.advance(48 * hour + 1);
  const { db, clock } = market.services;
  const { run } = orderDeadline(market.services);
  await Promise.all([run(db, id, clock.now()), run(db, id, clock.now()), run(db, id, clock.now())]);
  const states = (await see(id)).timeline.filter(({ state }: { state: string }) => state === 'completed');
  expect(states).toHaveLength(1);
  await expectAgreement(market.services, (await see(id)).productId);
});

test('an outage moves the deadlines of people by its length, once', async () => {
  const { db } = market.services;
  const { buyer } = await sides();
  const id = await paidOrder(market, await sides());
  const untouched = await orderIn(market, await sides(), 'completed');
  await act(buyer, id, 'ask-to-cancel');
  const read = async () => (await db.select().from(orders).where(eq(orders.id, id)))[0];
  const before = await read();
  const extend = orderDeadline(market.services).extend ?? (async () => undefined);
  await db.execute(sql`
    insert into deadline_runs (id, ran_at) values ('deadlines', now() - interval '5 hours')
    on conflict (id) do update set ran_at = excluded.ran_at`);
  const lengths = await Promise.all([extendAfterOutage(db, [extend]), extendAfterOutage(db, [extend])]);
  // Both are 0 if the market's own job was faster.
  expect(lengths.filter((length) => length > 0).length).toBeLessThanOrEqual(1);
  const after = await read();
  for (const column of ['dueAt', 'cancelDueAt', 'remindAt'] as const) {
    const movedMs = (after?.[column]?.getTime() ?? 0) - (before?.[column]?.getTime() ?? 0);
    expect(Math.round(movedMs / hourMs), column).toBe(5);
  }
  expect(await lastOf(id)).toMatchObject({
    what: 'extended',
    role: 'system',
    detail: expect.stringContaining('hours'),
  });
  expect((await lastOf(untouched)).state).toBe('completed');
});

test('the timeline says by how much an outage has moved the deadlines, to the minute', async () => {
  const id = await paidOrder(market, await sides());
  const extend = orderDeadline(market.services).extend ?? (async () => undefined);
  for (const [byMs, detail] of [
    [11 * minuteMs, '11 minutes'],
    [180 * minuteMs + 900, '3 hours'],
    [61 * minuteMs, '1 hour 1 minute'],
  ] as const) {
    await market.services.db.transaction((tx) => extend(tx, byMs));
    expect(await lastOf(id)).toMatchObject({ what: 'extended', detail });
  }
});

test('what was paid before there were orders is reminded of, and gives no money back by itself', async () => {
  const id = await paidOrder(market, await sides());
  await market.services.db.update(orders).set({ isAdopted: true }).where(eq(orders.id, id));
  await pass(30 * day);
  await pass(30 * day);
  expect(await see(id)).toMatchObject({
    state: 'paid',
    cancellation: null,
    next: { until: null, becomes: null },
  });
  await act((await sides()).buyer, id, 'report-problem', { reason: 'never-arrived', text: 'I never got it' });
  await pass(72 * hour + 1);
  expect(await see(id)).toMatchObject({ state: 'disputed', next: { step: 'decide', by: ['admin'] } });
});
