// "One day passes", the demo's button: it moves one order's deadlines a day nearer, and exists only in the demo.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { expectAgreement } from '#testing/agreement.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { newSides, orderIn, paidOrder, type Sides } from '#testing/order-requests.ts';

let market: Market;
let sides: Sides;
beforeAll(async () => {
  market = await openMarket();
  sides = await newSides(market);
});
afterAll(() => market.close());

const passDay = (person: TestPerson, id: string) => person.post(`/orders/${id}/pass-day`);
const seen = async (id: string) => (await sides.buyer.get(`/orders/${id}`)).body;

test.each(['buyer', 'seller', 'admin'] as const)(
  'one day passes for its %s: the deadlines of this order alone come a day nearer',
  async (side) => {
    const id = await paidOrder(market, sides);
    const other = await paidOrder(market, sides);
    const before = Date.parse((await seen(id)).next.until);
    const otherBefore = (await seen(other)).next.until;
    const { status, body } = await passDay(sides[side], id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: id, state: 'paid', role: side });
    expect(before - Date.parse(body.next.until)).toBe(dayMs);
    expect(body.timeline.at(-1)).toMatchObject({ what: 'day-passed', role: side });
    expect((await seen(other)).next.until).toBe(otherBefore);
  },
);

test('a paid order has reminders, ends after enough days of the demo’s button, and is refunded', async () => {
  const id = await paidOrder(market, sides);
  for (let day = 1; day <= 14; day += 1) expect((await passDay(sides.buyer, id)).status).toBe(200);
  const waiting = await seen(id);
  expect(waiting).toMatchObject({ state: 'paid', cancellation: { askedBy: 'system' } });
  const reminders = waiting.timeline.filter(({ what }: { what: string | null }) => what === 'reminded');
  expect(reminders.map(({ detail }: { detail: string }) => detail)).toEqual(['day 3', 'day 7', 'day 12']);
  expect((await passDay(sides.seller, id)).body).toMatchObject({ state: 'cancelled' });
  await expect.poll(async () => (await seen(id)).refund, { timeout: 20_000 }).toBe('done');
  await expectAgreement(market.services, (await seen(id)).productId);
  const ended = await passDay(sides.buyer, id);
  expect(ended.status).toBe(409);
  expect(ended.body).toMatchObject({ code: 'orders.not-possible', state: 'cancelled', acknowledged: false });
});

test('two days after the hand-over the seller is paid', async () => {
  const id = await orderIn(market, sides, 'handed_over');
  expect((await passDay(sides.buyer, id)).body.state).toBe('handed_over');
  expect((await passDay(sides.buyer, id)).body.state).toBe('completed');
});

test('a pause after wrong codes is over the next day', async () => {
  const id = await paidOrder(market, sides);
  const digits: string = (await seen(id)).code.digits;
  const wrong = digits === '000000' ? '111111' : '000000';
  for (let tries = 0; tries < 5; tries += 1)
    await sides.seller.post(`/orders/${id}/hand-over`, { code: wrong });
  expect((await sides.seller.post(`/orders/${id}/hand-over`, { code: digits })).status).toBe(429);
  await passDay(sides.seller, id);
  expect((await sides.seller.post(`/orders/${id}/hand-over`, { code: digits })).status).toBe(200);
});

test('one day passes for a suspended side as well, since their open orders go on', async () => {
  const seller = await market.person('seller');
  const id = await paidOrder(market, { ...sides, seller });
  expect((await sides.admin.post(`/users/${seller.id}/suspend`, { reason: 'Fakes.' })).status).toBe(200);
  expect((await passDay(seller, id)).body.timeline.at(-1)).toMatchObject({ what: 'day-passed' });
});

test('the call is refused for a stranger’s order and without a token', async () => {
  const id = await paidOrder(market, sides);
  const { until } = (await seen(id)).next;
  expect((await passDay(await market.person('seller'), id)).status).toBe(404);
  expect((await market.stranger.post(`/orders/${id}/pass-day`)).status).toBe(401);
  expect((await seen(id)).next.until).toBe(until);
});

test('in live mode the call does not exist, and no document names it', async () => {
  const live = await openMarket({ mode: 'live', smtpUrl: 'smtp://127.0.0.1:9' });
  try {
    const path = '/orders/019a0000-0000-7000-8000-000000000001/pass-day';
    const admin = await live.person('admin');
    expect((await admin.post(path)).status).toBe(404);
    expect((await live.stranger.post(path)).status).toBe(404);
    expect(Object.keys((await admin.get('/openapi.json')).body.paths)).not.toContain(
      '/orders/{_id}/pass-day',
    );
    const inDemo = Object.keys((await sides.admin.get('/openapi.json')).body.paths);
    expect(inDemo).toContain('/orders/{_id}/pass-day');
  } finally {
    await live.close();
  }
});
