import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { maxStreamsPerPerson } from '#contract/live.ts';
import { refundCharge } from '#server/payments/refund-charge.ts';
import { findTransactions } from '#server/payments/service.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { callerOf } from '#testing/caller.ts';
import { chargeApart, endRefunds } from '#testing/card-processor.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { act, newSides, orderIn, paidOrder } from '#testing/order-requests.ts';

const inTime = { timeout: 20_000 };

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

/** Opens a stream as this person. `until` resolves to all messages up to the n-th of a kind, by default the first. */
async function listen({ token }: TestPerson, address = market.address) {
  const response = await fetch(`${address}/api/events`, { headers: { Authorization: `Bearer ${token}` } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('no stream');
  onTestFinished(() => reader.cancel());
  let text = '';
  const kinds = (): string[] =>
    [...text.matchAll(/^data: \{"kind":"(.+)"\}$/gm)].map(([, kind = '']) => kind);
  return {
    response,
    kinds,
    until: async (last: string, times = 1): Promise<string[]> => {
      while (kinds().filter((kind) => kind === last).length < times) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`ended after ${kinds().join(', ')}`);
        text += value;
      }
      return kinds();
    },
    untilEnd: async (): Promise<string[]> => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return kinds();
        text += value;
      }
    },
  };
}

test('a booking is published to both sides, and to nobody else', async () => {
  const [seller, buyer, other] = [
    await market.person('seller'),
    await market.person('buyer'),
    await market.person('buyer'),
  ];
  const listeners = { seller: await listen(seller), buyer: await listen(buyer), other: await listen(other) };
  const booking = await market.booking(buyer, await market.phone(seller));
  expect(await listeners.buyer.until('booking.held')).toContain('booking.held');
  // Messages only say what to reload, so two simultaneous ones may arrive in any order.
  await listeners.seller.until('product.live');
  await listeners.seller.until('booking.held');
  await buyer.delete(`/bookedProduct?id=${booking}`);
  await listeners.seller.until('booking.cancelled');
  expect(await listeners.buyer.until('booking.cancelled')).not.toContain('product.reserved');
  // Messages about the first booking have been delivered by now: the first one to this person is about their own
  // booking.
  await market.booking(other, await market.phone(seller));
  expect(await listeners.other.until('booking.held')).toEqual(['booking.held']);
});

test('each step of an order is published to both sides, both transitions and checklist items', async () => {
  const [seller, buyer] = [await market.person('seller'), await market.person('buyer')];
  const id = await paidOrder(market, { buyer, seller });
  const listeners = { seller: await listen(seller), buyer: await listen(buyer) };
  await act(buyer, id, 'check');
  await listeners.seller.until('order');
  await act(seller, id, 'cancel');
  expect(await listeners.buyer.until('order', 2)).toContain('order');
});

test('a failed refund and its settlement are published to both sides of the order', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'cancelled', 'pm_card_refundFail');
  const refundOf = async () => (await sides.buyer.get(`/orders/${id}`)).body.refund;
  await expect.poll(refundOf, inTime).toBe('done');
  const listeners = { seller: await listen(sides.seller), buyer: await listen(sides.buyer) };
  const charge = (await findTransactions(market.services.db, [id])).get(id) ?? '';
  const failRefund = async () => {
    await endRefunds(market);
    await refundCharge(market.services, charge);
    return refundOf();
  };
  await expect.poll(failRefund, inTime).toBe('delayed');
  await listeners.seller.until('order');
  await listeners.buyer.until('order');
  const later = await listen(sides.buyer);
  const [issue] = (await sides.admin.get('/chargeIssues')).body;
  await sides.admin.post(`/chargeIssues/${issue._id}/settle`);
  await later.until('order');
  expect(await refundOf()).toBe('done');
});

test('hiding and showing a suspended seller’s phones is published to the seller', async () => {
  const [admin, seller] = [await market.person('admin'), await market.person('seller')];
  const listener = await listen(seller);
  await market.phone(seller);
  await listener.until('product.live');
  await admin.post(`/users/${seller.id}/suspend`, { reason: 'Fake phones.', days: 3 });
  await listener.until('product.hidden');
  await admin.post(`/users/${seller.id}/lift-suspension`, {});
  await listener.until('product.live', 2);
});

test('a second charge of an order and its refund are published to the buyer', async () => {
  const sides = await newSides(market);
  const listener = await listen(sides.buyer);
  const id = await paidOrder(market, sides);
  await listener.until('order');
  const second = await chargeApart(market, 42_050, id);
  await listener.until('order', 2);
  const { body: issues } = await sides.admin.get('/chargeIssues');
  const issue = issues.find(({ transactionId }: { transactionId: string }) => transactionId === second);
  await sides.admin.post(`/chargeIssues/${issue._id}/refund`);
  await listener.until('order', 3);
});

test('disputes are published to admins, other orders are not', async () => {
  const admin = await market.person('admin');
  const sides = { buyer: await market.person('buyer'), seller: await market.person('seller'), admin };
  const [quiet, id] = [await paidOrder(market, sides), await paidOrder(market, sides)];
  const listener = await listen(admin);
  const seller = await listen(sides.seller);
  await act(sides.seller, quiet, 'cancel');
  await seller.until('order');
  const { db, notify } = market.services;
  await db.transaction((tx) =>
    notify(tx, newId(), [{ kind: 'guesses', personId: admin.id, data: undefined }]),
  );
  expect(await listener.until('notification')).not.toContain('order');
  await act(sides.buyer, id, 'confirm-receipt');
  await act(sides.buyer, id, 'report-problem');
  await listener.until('order');
});

test('a stream has the headers that proxies need, and requires a token', async () => {
  const { response } = await listen(await market.person('buyer'));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect((await market.stranger.get('/events')).status).toBe(401);
});

test('notifications, and that they are read, are published to their person only', async () => {
  const [person, other] = [await market.person('buyer'), await market.person('buyer')];
  const listeners = { person: await listen(person), other: await listen(other) };
  const { db, notify } = market.services;
  const warn = ({ id }: TestPerson) =>
    db.transaction((tx) => notify(tx, newId(), [{ kind: 'guesses', personId: id, data: undefined }]));
  await warn(person);
  expect(await listeners.person.until('notification')).toEqual(['notification']);
  await person.put('/notifications/read');
  await listeners.person.until('notification', 2);
  await warn(other);
  expect(await listeners.other.until('notification')).toEqual(['notification']);
});

test('the stream of a removed person ends', async () => {
  const [admin, seller, buyer] = [
    await market.person('admin'),
    await market.person('seller'),
    await market.person('buyer'),
  ];
  const listener = await listen(seller);
  await market.booking(buyer, await market.phone(seller));
  await listener.until('booking.held');
  // The deletion also removes their phones, which would cause messages, too.
  await admin.delete(`/users/${seller.id}`);
  expect(await listener.untilEnd()).not.toContain('product.removed');
});

test('HEAD is answered at once and opens no stream', async () => {
  const person = await market.person('buyer');
  const first = await listen(person);
  for (let count = 0; count < maxStreamsPerPerson; count += 1) {
    const { status, headers } = await person.request('HEAD', '/events', {
      signal: AbortSignal.timeout(5_000),
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  }
  await market.booking(person, await market.phone(await market.person('seller')));
  expect(await first.until('booking.held')).toEqual(['booking.held']);
});

test('a stream beyond a person’s limit ends their oldest one', async () => {
  const person = await market.person('buyer');
  const first = await listen(person);
  for (let count = 0; count < maxStreamsPerPerson; count += 1) await listen(person);
  expect(await first.untilEnd()).toEqual([]);
});

test('streams end when the process stops, which does not wait for them', async () => {
  const own = await openMarket();
  const person = await own.person('buyer');
  const listener = await listen(person, own.address);
  await own.close();
  expect(await listener.untilEnd()).toEqual([]);
  await expect(callerOf(own.address, person.token).get('/events')).rejects.toThrow('fetch failed');
});
