// The hand-over code: only the buyer sees it, and it cannot be guessed.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { orders } from '#db/tables/orders.ts';
import { callerOf } from '#testing/caller.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { act, paidOrder } from '#testing/order-requests.ts';
import { createHandOverCodes } from './service.ts';

let market: Market;
let buyer: TestPerson;
let seller: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  buyer = await market.person('buyer');
  seller = await market.person('seller');
});
afterAll(() => market.close());

const codeOf = async (id: string): Promise<string> => (await buyer.get(`/orders/${id}`)).body.code.digits;
const rowOf = async (id: string) =>
  (await market.services.db.select().from(orders).where(eq(orders.id, id)))[0];
const enter = (id: string, code: string, as = seller) => as.post(`/orders/${id}/hand-over`, { code });
/** A wrong code. */
const wrongFor = async (id: string): Promise<string> =>
  (await codeOf(id)) === '123456' ? '654321' : '123456';

test('the code stands in the address of the QR as its fragment, and nowhere in the database as it is', async () => {
  const id = await paidOrder(market, { buyer, seller });
  const digits = await codeOf(id);
  const { body } = await buyer.get(`/orders/${id}`);
  expect(body.code.address).toBe(`${market.address}/dashboard/order/${id}#code=${digits}`);
  const row = await rowOf(id);
  expect(JSON.stringify(row)).not.toContain(`"${digits}"`);
  expect(row?.codeHash).not.toBe(null);
});

test('after the hand-over no trace of the code is stored', async () => {
  const id = await paidOrder(market, { buyer, seller });
  expect((await enter(id, await codeOf(id))).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ state: 'handed_over', codeHash: null, codeSealed: null });
});

test('with another secret the code cannot be shown, and the buyer gets a new one', () => {
  const [codes, others] = [createHandOverCodes('one'), createHandOverCodes('two')];
  const { codeHash, codeSealed } = codes.make('order');
  const digits = codes.open('order', codeSealed) ?? '';
  expect(digits).toMatch(/^\d{6}$/);
  expect(codes.matches('order', digits, codeHash)).toBe(true);
  expect(codes.matches('another order', digits, codeHash)).toBe(false);
  expect(others.open('order', codeSealed)).toBeNull();
  expect(others.matches('order', digits, codeHash)).toBe(false);
  expect(codes.open('another order', codeSealed)).toBeNull();
});

test('a new code makes the old one void', async () => {
  const id = await paidOrder(market, { buyer, seller });
  const old = await codeOf(id);
  await act(buyer, id, 'renew-code');
  const renewed = await codeOf(id);
  if (renewed !== old) expect((await enter(id, old)).status).toBe(409);
  expect((await enter(id, renewed)).body).toMatchObject({ state: 'handed_over' });
});

test('a wrong code says how many tries are left; five pause for an hour, fifteen end it', async () => {
  const id = await paidOrder(market, { buyer, seller });
  const [right, wrong] = [await codeOf(id), await wrongFor(id)];
  for (const triesLeft of [4, 3, 2, 1, 0])
    expect(await enter(id, wrong)).toMatchObject({
      status: 409,
      body: { code: 'orders.wrong-code', triesLeft, state: 'paid', acknowledged: false },
    });
  const paused = await enter(id, right);
  expect(paused).toMatchObject({ status: 429, body: { code: 'orders.code-paused', triesLeft: 0 } });
  expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(3500);
  await act(buyer, id, 'renew-code');
  expect((await enter(id, await codeOf(id))).status).toBe(429);

  for (const round of [1, 2]) {
    market.clock.advance(61);
    seller = await withNewToken(seller);
    buyer = await withNewToken(buyer);
    const next = await wrongFor(id);
    for (const triesLeft of [4, 3, 2, 1, 0])
      expect((await enter(id, next)).body, `round ${round}`).toMatchObject({ triesLeft });
  }
  market.clock.advance(61);
  seller = await withNewToken(seller);
  buyer = await withNewToken(buyer);
  expect(await enter(id, await codeOf(id))).toMatchObject({
    status: 409,
    body: { code: 'orders.not-possible' },
  });
  const { body } = await seller.get(`/orders/${id}`);
  expect(body).toMatchObject({ codeTries: { left: 0, isLockedForGood: true } });
  expect(body.possible).not.toContain('hand-over');
  // Neither can a new one be entered.
  expect((await buyer.get(`/orders/${id}`)).body.possible).not.toContain('renew-code');
  expect((await buyer.post(`/orders/${id}/renew-code`, {})).status).toBe(409);
  await act(buyer, id, 'confirm-receipt');
});

test('wrong codes that are entered at the same moment are all counted', async () => {
  const id = await paidOrder(market, { buyer, seller });
  const wrong = await wrongFor(id);
  const answers = await Promise.all(Array.from({ length: 9 }, () => enter(id, wrong)));
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
});

test('a code that cannot be one is refused before it is counted', async () => {
  const id = await paidOrder(market, { buyer, seller });
  for (const code of ['', '12345', '1234567', 'abcdef', ' 12 345'])
    expect((await enter(id, code)).body).toMatchObject({
      status: 400,
      errors: [{ path: 'code', message: 'The code has six digits' }],
    });
  expect((await seller.get(`/orders/${id}`)).body.codeTries).toMatchObject({ left: 5 });
});

/** Moving the clock makes access tokens expire. */
const withNewToken = async (person: TestPerson): Promise<TestPerson> => ({
  ...person,
  ...callerOf(market.address, await market.services.tokens.issue(person)),
});
