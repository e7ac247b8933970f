// The processor's events: repeated, reordered, lost, forged, late, and with a failing processor or process.
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { maxEventAttempts } from '#contract/payments-inbox.ts';
import { processorEvents } from '#db/tables/payments.ts';
import { chargedBy, expectAgreement } from '#testing/agreement.ts';
import { callerOf } from '#testing/caller.ts';
import {
  beginOrder,
  chargeEvent,
  confirmCard,
  deliver,
  intentOf,
  openSilentMarket,
  type Order,
  sendEvent,
  takeProcessorDown,
} from '#testing/card-processor.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { sumLedgerOfCharge, sumLedgerOfKind } from '#server/ledger/service.ts';
import { processDueEvents, pruneEvents } from './process-events.ts';
import { readEvents } from './read-events.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openSilentMarket();
  admin = await market.person('admin');
});
afterAll(() => market.close());

test('a webhook is stored with what it is about, and processed once however often it comes', async () => {
  const { event, order } = await charged();
  for (let times = 0; times < 3; times += 1) await deliver(market, event);
  const intent = intentOf(order.secret);
  expect(await rowsOf(event)).toMatchObject([
    {
      type: 'payment_intent.succeeded',
      objectId: intent,
      transactionId: intent,
      attempts: 1,
      failedAt: null,
    },
  ]);
  expect(await isPaid(order)).toBe(true);
  await expectAgreement(market.services, order.productId);
});

test('an event is taken whatever its object is called, and refused if it happened at no possible time', async () => {
  const product = { ...bare('product.updated'), data: { object: { object: 'product', id: 'case-13.v2' } } };
  expect((await sendEvent(market, product)).status).toBe(200);
  expect((await sendEvent(market, { ...product, created: 10 ** 15 })).status).toBe(400);
});

test('the content of a signed event is not trusted: the object is read from the processor', async () => {
  const order = await beginOrder(market);
  const intent = await market.services.stripe.paymentIntents.retrieve(intentOf(order.secret));
  const event = { ...bare('payment_intent.succeeded'), data: { object: { ...intent, status: 'succeeded' } } };
  await deliver(market, event);
  expect(await rowsOf(event)).toMatchObject([{ processedAt: expect.any(Date) }]);
  expect(await isPaid(order)).toBe(false);
});

test('a refund that is reported before its charge has the same result', async () => {
  const { event, order } = await charged();
  const { stripe } = market.services;
  const refund = await stripe.refunds.create({ payment_intent: intentOf(order.secret), amount: 50 });
  const early = { ...bare('refund.created'), data: { object: refund } };
  await deliver(market, early);
  expect(await isPaid(order)).toBe(false);
  await deliver(market, event);
  expect(await isPaid(order)).toBe(true);
  expect((await chargedBy(stripe, intentOf(order.secret))).keptCents).toBe(42_000);
  await expectHeld(intentOf(order.secret), 42_000);
  const shown = (await admin.get(`/orders/${order.bookingId}`)).body;
  expect(shown).toMatchObject({ refundedCents: 50, refund: 'done' });
  expect(shown.timeline).toContainEqual(expect.objectContaining({ what: 'given-back', detail: '$0.50' }));
});

test('an event that no webhook brought is put into the inbox from the list, and comes too late afterwards', async () => {
  const { event, order } = await charged();
  expect(await readEvents(market.services)).toBeGreaterThan(0);
  await processed(event);
  expect(await isPaid(order)).toBe(true);
  await deliver(market, event);
  expect(await rowsOf(event)).toMatchObject([{ attempts: 1 }]);
  expect(await readEvents(market.services)).toBe(0);
});

test('what happened before the list begins is found among the charges and refunds', async () => {
  const { order } = await charged();
  await moveBeforeList([intentOf(order.secret)]);
  await readEvents(market.services);
  expect(await isPaid(order)).toBe(true);
  await expectAgreement(market.services, order.productId);
  const { rows } = await market.services.db.$client.query<{ isRecent: boolean }>(
    `select read_to > now() - interval '31 days' as "isRecent" from event_reading`,
  );
  expect(rows).toEqual([{ isRecent: true }]);
});

test('an earlier charge that cannot be recorded does not prevent others from being recorded', async () => {
  const { stripe } = market.services;
  const one = (await charged()).order;
  const broken = intentOf((await charged()).order.secret);
  const other = (await charged()).order;
  await moveBeforeList([intentOf(one.secret), broken, intentOf(other.secret)]);
  const retrieve = stripe.paymentIntents.retrieve.bind(stripe.paymentIntents);
  const spy = vi.spyOn(stripe.paymentIntents, 'retrieve').mockImplementation((id, ...rest) => {
    if (id === broken) throw new Error('broken');
    return retrieve(id, ...rest);
  });
  await readEvents(market.services);
  spy.mockRestore();
  for (const order of [one, other]) expect(await isPaid(order)).toBe(true);
});

test('an event whose processing was broken off is processed by the next round', async () => {
  const { event, order } = await charged();
  await storeUntried(event, order);
  // A process has claimed it and died.
  await market.services.db
    .update(processorEvents)
    .set({ attempts: 1, nextAttemptAt: new Date(market.clock.now().getTime() + 15_000) })
    .where(eq(processorEvents.eventId, event.id));
  expect(await isPaid(order)).toBe(false);
  market.clock.advance(1);
  await processDueEvents(market.services);
  await processed(event);
  expect(await rowsOf(event)).toMatchObject([{ attempts: 2, processedAt: expect.any(Date) }]);
  expect(await isPaid(order)).toBe(true);
});

test('an event that fails is acknowledged, tried with growing pauses, shown to the admin and tried again', async () => {
  const { event, order } = await charged();
  const back = await takeProcessorDown(market);
  try {
    expect(await deliver(market, event)).toMatchObject({ status: 200, body: { received: true } });
    const [first] = await rowsOf(event);
    expect(first).toMatchObject({ attempts: 1, failedAt: null, processedAt: null });
    expect(first?.lastError).toContain('cannot reach the card processor');
    expect(await pausesOf(event, 3)).toEqual([30_000, 60_000, 120_000]);
    await almostGivenUp(event);
    market.clock.advance(61);
    await processDueEvents(market.services);
    // The market's own job may be making the attempt.
    await expect
      .poll(() => rowsOf(event), { timeout: 20_000 })
      .toMatchObject([{ attempts: maxEventAttempts, failedAt: expect.any(Date), processedAt: null }]);
    market.clock.advance(120);
    expect(await processDueEvents(market.services)).toBe(0);
  } finally {
    await back();
  }
  const [shown] = await failedEvents();
  expect(shown).toEqual({
    _id: expect.any(String),
    eventId: event.id,
    type: 'payment_intent.succeeded',
    objectId: intentOf(order.secret),
    time: new Date(event.created * 1000).toISOString(),
    failedAt: expect.stringMatching(/Z$/),
    attempts: maxEventAttempts,
    lastError: expect.stringContaining('cannot reach the card processor'),
  });
  expect(await (await fetch(`${market.address}/metrics`)).text()).toContain(
    'processor_events_failed{type="payment_intent.succeeded"} 1',
  );
  const caller = await adminWithNewToken();
  expect((await caller.post(`/failedProcessorEvents/${shown._id}/retry`)).body.modifiedCount).toBe(1);
  await processed(event);
  expect(await isPaid(order)).toBe(true);
  expect(await failedEvents()).toEqual([]);
  expect(await caller.post(`/failedProcessorEvents/${shown._id}/retry`)).toMatchObject({
    status: 404,
    body: { code: 'payments.event-not-found' },
  });
});

test('events are removed 90 days after they were processed, those that wait are not', async () => {
  const old = await charged();
  await deliver(market, old.event);
  const waiting = await charged();
  await storeUntried(waiting.event, waiting.order);
  await market.services.db
    .update(processorEvents)
    .set({ attempts: maxEventAttempts, failedAt: market.clock.now(), lastError: 'x' })
    .where(eq(processorEvents.eventId, waiting.event.id));
  market.clock.advance(89 * 24 * 60);
  await pruneEvents(market.services);
  expect(await rowsOf(old.event)).toHaveLength(1);
  market.clock.advance(2 * 24 * 60);
  await pruneEvents(market.services);
  market.clock.advance(-91 * 24 * 60);
  expect(await rowsOf(old.event)).toEqual([]);
  expect(await rowsOf(waiting.event)).toHaveLength(1);
  await market.services.db.delete(processorEvents).where(eq(processorEvents.eventId, waiting.event.id));
});

/** A booking whose card is charged, before any report of the charge. */
async function charged(): Promise<{ order: Order; event: Stripe.Event }> {
  const order = await beginOrder(market);
  expect((await confirmCard(market, order.secret)).body.status).toBe('succeeded');
  return { order, event: await chargeEvent(market, intentOf(order.secret)) };
}

let made = 0;

/** An event with nothing but its type. */
const bare = (type: string) => ({
  id: `evt_made_${(made += 1)}`,
  object: 'event',
  type,
  created: Math.floor(Date.now() / 1000),
});

const rowsOf = ({ id }: { id: string }) =>
  market.services.db.select().from(processorEvents).where(eq(processorEvents.eventId, id));

/** Stores an event as a process leaves it that dies after acknowledging the webhook, with its job lost. */
async function storeUntried({ id: eventId, type, created }: Stripe.Event, { bookingId, secret }: Order) {
  const now = market.clock.now();
  await market.services.db.insert(processorEvents).values({
    id: bookingId,
    eventId,
    type,
    objectId: intentOf(secret),
    transactionId: intentOf(secret),
    happenedAt: new Date(created * 1000),
    receivedAt: now,
    nextAttemptAt: new Date(now.getTime() + 15_000),
  });
}

/** How long after each of the next attempts it is retried, in milliseconds. */
async function pausesOf(event: Stripe.Event, times: number): Promise<number[]> {
  const pauses: number[] = [];
  while (pauses.length < times) {
    const [before] = await rowsOf(event);
    const now = before?.nextAttemptAt ?? new Date();
    await processDueEvents({ ...market.services, clock: { now: () => now } });
    const [after] = await rowsOf(event);
    pauses.push((after?.nextAttemptAt.getTime() ?? 0) - now.getTime());
  }
  return pauses;
}

const almostGivenUp = ({ id }: Stripe.Event) =>
  market.services.db
    .update(processorEvents)
    .set({ attempts: maxEventAttempts - 1 })
    .where(eq(processorEvents.eventId, id));

const processed = (event: Stripe.Event) =>
  expect.poll(() => rowsOf(event), { timeout: 20_000 }).toMatchObject([{ processedAt: expect.any(Date) }]);

async function isPaid({ buyer, bookingId }: Order): Promise<boolean> {
  const caller = callerOf(market.address, await market.services.tokens.issue(buyer));
  return (await caller.get(`/bookedProduct/${bookingId}`)).body.paid;
}

/** Moving the clock makes access tokens expire. */
const adminWithNewToken = async () => callerOf(market.address, await market.services.tokens.issue(admin));

async function failedEvents() {
  const { body } = await (await adminWithNewToken()).get('/failedProcessorEvents');
  return body;
}

/** What the processor holds of a charge according to the ledger, without its fee, which is recorded minutes later. */
async function expectHeld(charge: string, cents: number): Promise<void> {
  const { db } = market.services;
  const fee = await sumLedgerOfKind(db, charge, 'processor-fee');
  expect((await sumLedgerOfCharge(db, charge, 'processor')) + fee).toBe(cents);
}

/** Everything about these charges is older than the list of events, which was last read before them. */
async function moveBeforeList(intents: readonly string[]): Promise<void> {
  const { $client } = market.services.db;
  await $client.query(
    `
    update sandbox_stripe.objects set created = extract(epoch from now() - interval '35 days')
    where id = any($1) or data ->> 'payment_intent' = any($1) or data #>> '{data,object,id}' = any($1)`,
    [intents],
  );
  await $client.query(`
    insert into event_reading (id, read_to) values ('events', now() - interval '36 days')
    on conflict (id) do update set read_to = excluded.read_to, read_whole_at = null`);
}
