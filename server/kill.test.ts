// kill -9 of the server and of PostgreSQL in the middle of bookings and payments: nothing that was acknowledged is
// lost, and nothing is half done.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { bookings } from '#db/tables/bookings.ts';
import { payments, processorEvents } from '#db/tables/payments.ts';
import { processorEventQueue } from '#server/payments/queue-followups.ts';
import { disagreements } from '#testing/agreement.ts';
import {
  beginPayment,
  chargeEvent,
  confirmCard,
  holdEvents,
  intentOf,
  sendEvent,
  sendHeldEvents,
} from '#testing/card-processor.ts';
import { type Acknowledged, bookAndPay } from '#testing/kill-load.ts';
import { type KillMarket, openKillMarket } from '#testing/kill-market.ts';

const polling = { timeout: 45_000, interval: 100 };

let market: KillMarket;
beforeAll(async () => {
  market = await openKillMarket();
});
afterAll(() => market.close());

test('a server that is killed again and again in the middle of sales loses nothing', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { buyers, phones } = await opened(24);
    const load = bookAndPay(market, buyers, phones);
    await vi.waitFor(() => expect(load.seen.paid.size).toBeGreaterThan(5), polling);
    await market.killServer();
    await load.stop();
    await market.startServer();
    await expectKept(load.seen);
    await expectWholeInTheEnd(phones);
  }
}, 120_000);

test('after a kill, the reconciling job settles a charge that was never reported, and a stored webhook is processed', async () => {
  const { buyers, phones } = await opened(2);
  const [buyer, [unreported, stored]] = [buyers[0], phones];
  if (buyer === undefined || unreported === undefined || stored === undefined)
    throw new Error('nobody and nothing');
  const unreportedId = await market.booking(buyer, unreported);
  const secrets = {
    unreported: await beginPayment(buyer, unreportedId),
    stored: await beginPayment(buyer, await market.booking(buyer, stored)),
  };
  await holdEvents(market);
  try {
    await confirmCard(market, secrets.stored);
    const event = await chargeEvent(market, intentOf(secrets.stored));
    const letEventGo = await holdProcessing();
    expect((await sendEvent(market, event)).status).toBe(200);
    expect((await confirmCard(market, secrets.unreported)).body.status).toBe('succeeded');
    await market.killServer();
    await letEventGo();
    expect(await eventRow(event.id)).toMatchObject([{ attempts: 0, processedAt: null }]);
    await market.startServer();
    await vi.waitFor(async () => {
      expect((await buyer.get(`/bookedProduct/${unreportedId}`)).body.paid).toBe(true);
    }, polling);
    await vi.waitFor(async () => {
      expect(await eventRow(event.id)).toMatchObject([{ attempts: 1, processedAt: expect.any(Date) }]);
    }, polling);
  } finally {
    await sendHeldEvents(market);
  }
  await expectWholeInTheEnd(phones);
}, 60_000);

test('the server survives a kill -9 of PostgreSQL, answers meanwhile and continues', async () => {
  const { buyers, phones } = await opened(40);
  const load = bookAndPay(market, buyers, phones);
  await vi.waitFor(() => expect(load.seen.paid.size).toBeGreaterThan(5), polling);
  await market.killPostgres();
  await vi.waitFor(() => expect(load.seen.refused.some(({ status }) => status >= 500)).toBe(true), polling);
  const before = load.seen.paid.size;
  await vi.waitFor(() => expect(load.seen.paid.size).toBeGreaterThan(before + 2), polling);
  await load.stop();

  expect(market.isRunning()).toBe(true);
  expect(load.seen.broken).toEqual([]);
  for (const { status, code } of load.seen.refused) {
    expect([402, 409, 500, 502, 503]).toContain(status);
    expect(code).toEqual(expect.any(String));
  }
  await expectKept(load.seen);
  await expectWholeInTheEnd(phones);

  // Sales continue, and so do the jobs: one of them cancels the intent of a deleted booking.
  const next = await opened(20);
  const second = bookAndPay(market, next.buyers, next.phones);
  await vi.waitFor(() => expect(second.seen.deleted.size).toBeGreaterThan(0), polling);
  await second.stop();
  await expectWholeInTheEnd(next.phones);
  for (const bookingId of second.seen.deleted)
    await vi.waitFor(async () => expect((await paymentOf(bookingId))?.state).toBe('failed'), polling);
}, 90_000);

async function opened(count: number) {
  const seller = await market.person('seller');
  const buyers = await Promise.all(Array.from({ length: 4 }, () => market.person('buyer')));
  const phones: string[] = [];
  while (phones.length < count) phones.push(await market.phone(seller));
  return { buyers, phones };
}

async function expectKept({ booked, deleted, paid }: Acknowledged): Promise<void> {
  for (const id of booked) expect(['held', 'paid']).toContain(await stateOf(id));
  for (const id of deleted) expect(await stateOf(id)).toBe('cancelled');
  for (const id of paid) expect(await stateOf(id)).toBe('paid');
}

/** Right away nothing is half done; in the end every charge has an order or was refunded. */
async function expectWholeInTheEnd(phones: readonly string[]): Promise<void> {
  for (const productId of phones) expect(await disagreements(market.services, productId, false)).toEqual([]);
  for (const productId of phones)
    await vi.waitFor(
      async () => expect(await disagreements(market.services, productId, true)).toEqual([]),
      polling,
    );
}

async function stateOf(bookingId: string): Promise<string | undefined> {
  const [row] = await market.services.db.select().from(bookings).where(eq(bookings.id, bookingId));
  return row?.state;
}

const eventRow = (eventId: string) =>
  market.services.db.select().from(processorEvents).where(eq(processorEvents.eventId, eventId));

/**
 * Delays the processing of the processor's events, as if their process died before it began: neither their job starts,
 * nor are they due for the round that looks for those left over. @returns the function that ends this
 */
async function holdProcessing(): Promise<() => Promise<unknown>> {
  const { $client } = market.services.db;
  await $client.query(`
    create function hold_job() returns trigger language plpgsql
      as 'begin new.start_after = now() + interval ''1 year''; return new; end';
    create trigger hold_job before insert on pgboss.job
      for each row when (new.name = '${processorEventQueue.name}') execute function hold_job();
    create function hold_event() returns trigger language plpgsql
      as 'begin new.next_attempt_at = now() + interval ''1 year''; return new; end';
    create trigger hold_event before insert on processor_events
      for each row execute function hold_event()`);
  return () =>
    $client.query(`
      drop trigger hold_job on pgboss.job; drop function hold_job;
      drop trigger hold_event on processor_events; drop function hold_event;
      update processor_events set next_attempt_at = now() where processed_at is null`);
}

async function paymentOf(bookingId: string) {
  const [row] = await market.services.db.select().from(payments).where(eq(payments.bookingId, bookingId));
  return row;
}
