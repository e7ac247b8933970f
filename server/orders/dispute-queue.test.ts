// The admins' queue of disputes.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { hourMs } from '#contract/durations.ts';
import { orders } from '#db/tables/orders.ts';
import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { chargeOfOrder } from '#testing/card-processor.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, newSides, orderIn, type Sides } from '#testing/order-requests.ts';
import { signInAgain } from '#testing/sign-in-again.ts';

let market: Market;
let people: Sides;
beforeAll(async () => {
  market = await openMarket();
  people = await newSides(market);
});
afterAll(() => market.close());

const queue = async (query = '') =>
  (await (await signInAgain(market, people.admin)).get(`/disputes${query}`)).body;
const idsOf = (items: { _id: string }[]): string[] => items.map(({ _id }) => _id);
const setDue = (id: string, hours: number) =>
  market.services.db
    .update(orders)
    .set({ dueAt: new Date(market.clock.now().getTime() + hours * hourMs) })
    .where(eq(orders.id, id));

test('what waits for an admin stands first, the oldest deadline before the others, page after page', async () => {
  const made: string[] = [];
  for (const [hours, isRefused] of [
    [50, true],
    [20, false],
    [-30, true],
    [70, false],
    [10, true],
  ] as const) {
    const id = await orderIn(market, people, 'disputed');
    if (isRefused) await act(people.seller, id, 'refuse');
    await setDue(id, hours);
    made.push(id);
  }
  const [second, fourth, late, last, first] = made;
  // Ended orders, and open ones without a dispute, are not in the queue.
  for (const state of ['completed', 'paid', 'returning'] as const)
    made.push(await orderIn(market, people, state));
  const expected = [late, first, second, fourth, last];
  // Other tests leave disputes as well.
  const own = <Item extends { _id: string }>(items: readonly Item[]) =>
    items.filter(({ _id }) => made.includes(_id));
  const all = own(await queue('?limit=100'));
  expect(idsOf(all)).toEqual(expected);
  expect(all[0]).toMatchObject({
    isLate: true,
    isYourTurn: true,
    problem: 'does-not-work',
    state: 'disputed',
  });
  expect(all[1]).toMatchObject({ isLate: false, next: { step: 'decide' } });
  expect(all[3]).toMatchObject({ isLate: false, isYourTurn: false, next: { step: 'answer' } });
  expect(idsOf(own(await queue('?show=late')))).toEqual([late]);
  expect(idsOf(own(await queue('?show=waiting')))).toEqual([late, first, second]);

  const pages: string[] = [];
  let path = '/disputes?limit=2';
  while (path !== '') {
    const { body, headers } = await (await signInAgain(market, people.admin)).get(path);
    pages.push(...idsOf(own(body)));
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    path = next.replace(/^.*\/api/, '');
  }
  expect(pages).toEqual(expected);
});

test('the next page continues where it was, also if the last dispute of this one was decided meanwhile', async () => {
  const sides = { ...(await newSides(market)), admin: people.admin };
  const waiting: string[] = [];
  for (const hours of [1, 2, 3]) {
    const id = await orderIn(market, sides, 'disputed');
    await act(sides.seller, id, 'refuse');
    await setDue(id, hours);
    waiting.push(id);
  }
  const withSides = await orderIn(market, sides, 'disputed');
  const admin = await signInAgain(market, people.admin);
  const path = `/disputes?search=${encodeURIComponent(sides.buyer.email)}&limit=2`;
  const { body, headers } = await admin.get(path);
  expect(idsOf(body)).toEqual(waiting.slice(0, 2));
  const next = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? '';
  await act(admin, waiting[1] ?? '', 'decide');
  expect(idsOf((await admin.get(`${path}&cursor=${next}`)).body)).toEqual([waiting[2], withSides]);
  for (const wrong of ['x', '0'.repeat(32), `2${next.slice(1)}`, `1${'f'.repeat(44)}`])
    expect((await admin.get(`${path}&cursor=${wrong}`)).status).toBe(400);
  expect((await admin.get(`${path}&cursor=1d${'f'.repeat(43)}`)).body).toEqual([]);
});

test('a dispute that waits for a bank comes after those that an admin can decide, page after page', async () => {
  const sides = { ...(await newSides(market)), admin: people.admin };
  const made: string[] = [];
  for (const [hours, card] of [
    [1, 'pm_card_createDispute'],
    [2, undefined],
    [3, 'pm_card_createDispute'],
    [4, undefined],
  ] as const) {
    const id = await orderIn(market, sides, 'disputed', card);
    await act(sides.seller, id, 'refuse');
    await setDue(id, hours);
    if (card !== undefined) await recordChargebacks(market.services, await chargeOfOrder(market, id));
    made.push(id);
  }
  const [atBank, decided, atBankLater, decidedLater] = made;
  const expected = [decided, decidedLater, atBank, atBankLater];
  const path = `/disputes?search=${encodeURIComponent(sides.buyer.email)}&limit=1`;
  const pages: string[] = [];
  for (let cursor = ''; pages.length < made.length;) {
    const { body, headers } = await (await signInAgain(market, people.admin)).get(`${path}${cursor}`);
    pages.push(...idsOf(body));
    cursor = /&cursor=[^&>]+/.exec(headers.get('link') ?? '')?.[0] ?? '';
  }
  expect(pages).toEqual(expected);
});

test('whatever the sides still offer, an admin’s decision is due when it was', async () => {
  const id = await orderIn(market, people, 'disputed');
  await act(people.seller, id, 'refuse');
  await setDue(id, 20);
  const dueAt = async () => (await queue()).find(({ _id }: { _id: string }) => _id === id)?.next.until;
  const before = await dueAt();
  await act(people.seller, id, 'offer');
  await act(people.buyer, id, 'decline-offer');
  expect(await dueAt()).toBe(before);
});

test('disputes are searched as orders are, and counted by who has to act', async () => {
  const sides = { ...(await newSides(market)), admin: people.admin };
  const withSides = await orderIn(market, sides, 'disputed');
  const [waiting, late] = [
    await orderIn(market, sides, 'disputed'),
    await orderIn(market, sides, 'disputed'),
  ];
  for (const id of [waiting, late]) await act(sides.seller, id, 'refuse');
  await setDue(late, -1);
  // Another order of the same two has no dispute.
  await orderIn(market, sides, 'paid');
  const search = `search=${encodeURIComponent(sides.buyer.email)}`;
  expect(idsOf(await queue(`?${search}`))).toEqual([late, waiting, withSides]);
  expect(idsOf(await queue(`?${search}&show=waiting`))).toEqual([late, waiting]);
  expect(idsOf(await queue(`?${search}&show=late`))).toEqual([late]);
  expect(idsOf(await queue(`?search=${waiting}`))).toEqual([waiting]);
  expect(idsOf(await queue('?search=nobody@example.com'))).toEqual([]);
  const counts = (await people.admin.get(`/disputes/counts?${search}`)).body;
  expect(counts).toEqual([
    { show: null, count: 3, isCapped: false },
    { show: 'waiting', count: 2, isCapped: false },
    { show: 'late', count: 1, isCapped: false },
  ]);
});

test('the queue is for admins', async () => {
  for (const person of [people.buyer, people.seller])
    for (const path of ['/disputes', '/disputes/counts']) expect((await person.get(path)).status).toBe(403);
  expect((await market.stranger.get('/disputes')).status).toBe(401);
  expect((await people.admin.get('/disputes?show=all')).status).toBe(400);
});

test('the queue says why there is a dispute', async () => {
  const { buyer, seller, admin } = people;
  const reported = await orderIn(market, people, 'disputed');
  const objected = await orderIn(market, people, 'paid');
  await act(buyer, objected, 'ask-to-cancel');
  await act(seller, objected, 'object');
  const unproven = await orderIn(market, people, 'sent');
  for (let day = 0; day < 14; day += 1) await admin.post(`/orders/${unproven}/pass-day`, {});
  const corrected = await orderIn(market, people, 'completed');
  await act(admin, corrected, 'reopen');
  const causes = new Map(
    (await queue('?limit=100')).map(({ _id, cause }: { _id: string; cause: string | null }) => [_id, cause]),
  );
  const of = (id: string) => causes.get(id);
  expect([of(reported), of(objected), of(unproven), of(corrected)]).toEqual([
    null,
    'objection',
    'no-proof',
    'correction',
  ]);
});
