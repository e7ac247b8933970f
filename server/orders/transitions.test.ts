// Every action × every state × every role, compared with the contract's data.
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  type OrderAction,
  orderActionNames,
  orderActions,
  type OrderRole,
  orderRoles,
  type OrderState,
  orderStates,
  targetsOf,
} from '#contract/orders-machine.ts';
import { expectAgreement } from '#testing/agreement.ts';
import { type TestPeople, createPeople } from '#testing/endpoint-requests.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { orderBodies, orderFor, orderIn } from '#testing/order-requests.ts';
import { roleOf } from './act-on-order.ts';

let market: Market;
let people: TestPeople;
beforeAll(async () => {
  market = await openMarket();
  people = await createPeople(market);
});
afterAll(() => market.close());

const isFrom = (action: OrderAction, state: OrderState): boolean =>
  orderActions[action].from.some((from) => from === state);
const sideAs = (role: string): OrderRole | undefined => orderRoles.find((each) => each === role);
const isBy = (action: OrderAction, role: OrderRole | undefined): boolean =>
  orderActions[action].by.some((each) => each === role);

test('an admin who is the buyer or seller of an order cannot decide about it', () => {
  const admin = { ...people.admin, isSeller: true, isAdmin: true, emailConfirmed: true };
  expect(roleOf({ buyerId: admin.id, sellerId: people.seller.id }, admin)).toBe('buyer');
  expect(roleOf({ buyerId: people.buyer.id, sellerId: admin.id }, admin)).toBe('seller');
  expect(roleOf({ buyerId: people.buyer.id, sellerId: people.seller.id }, admin)).toBe('admin');
});

/** An order in each state, for all calls that are refused: they change nothing. */
const spare = new Map<OrderState, string>();
async function someOrderIn(state: OrderState): Promise<string> {
  const known = spare.get(state);
  if (known !== undefined) return known;
  const id = await orderIn(market, people, state);
  spare.set(state, id);
  return id;
}

const walked = orderStates.flatMap((state) => orderActionNames.map((action) => [state, action] as const));

test.each(walked)('a %s order answers %s to each role as the contract says', async (state, action) => {
  const isPossible = isFrom(action, state);
  for (const role of ['otherBuyer', 'otherSeller', ...orderRoles] as const) {
    const side = sideAs(role);
    const mayAct = isBy(action, side);
    const id =
      isPossible && mayAct ? await orderFor(market, people, action, state, side) : await someOrderIn(state);
    const { status, body } = await people[role].post(`/orders/${id}/${action}`, orderBodies[action] ?? {});
    expect([role, status]).toEqual([role, expectedStatus(action, role, mayAct, isPossible)]);
    if (status === 200) expect(resultsOf(action, state)).toContain(body.state);
    if (status === 409) expect(body).toMatchObject({ state, acknowledged: false });
    if (status === 409) expect([action, body.possible.includes(action)]).toEqual([action, isPossible]);
  }
});

function expectedStatus(action: OrderAction, role: string, mayAct: boolean, isPossible: boolean): number {
  if (role === 'otherBuyer' || role === 'otherSeller') return 404;
  if (!mayAct) return 403;
  // The code that the walk enters is wrong.
  return isPossible && action !== 'hand-over' ? 200 : 409;
}

const resultsOf = (action: OrderAction, state: OrderState): readonly string[] =>
  targetsOf(action).length > 0 ? targetsOf(action) : [state];

/** Every action that changes the state, in each state in which it is possible, for each role. */
const moving = orderActionNames
  .filter((action) => targetsOf(action).length > 0)
  .flatMap((action) => {
    const { by, from } = orderActions[action];
    return from.flatMap((state) => by.map((role) => [role, action, state] as const));
  });

test.each(moving)(
  'if the %s presses %s of a %s order twice at once, one press counts',
  async (role, action, state) => {
    const id = await orderFor(market, people, action, state, role);
    const { productId, code } = (await people.buyer.get(`/orders/${id}`)).body;
    const body = action === 'hand-over' ? { code: code.digits } : (orderBodies[action] ?? {});
    const press = () => people[role].post(`/orders/${id}/${action}`, body);
    const replies = await Promise.all([press(), press()]);
    const counted = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status === 409);
    expect([counted.length, refused.length]).toEqual([1, 1]);
    const { state: reached } = (await people.buyer.get(`/orders/${id}`)).body;
    expect(targetsOf(action)).toContain(reached);
    expect(refused[0]?.body).toMatchObject({ state: reached, possible: expect.any(Array) });
    await expectAgreement(market.services, productId, false);
  },
);

test.each([
  ['buyer', 'send-back', 'returning'],
  ['seller', 'list-again', 'cancelled'],
  ['seller', 'list-again', 'refunded'],
] as const)(
  'if the %s presses %s of a %s order twice at once, it happens once',
  async (role, action, state) => {
    const id = await orderIn(market, people, state);
    const press = () => people[role].post(`/orders/${id}/${action}`, orderBodies[action] ?? {});
    const replies = await Promise.all([press(), press()]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = replies.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({ code: 'orders.not-possible', state });
    expect(refused.possible).not.toContain(action);
    const { timeline } = (await people[role].get(`/orders/${id}`)).body;
    const kind = action === 'send-back' ? 'returned' : 'listed-again';
    expect(timeline.filter((entry: { what: string }) => entry.what === kind)).toHaveLength(1);
  },
);
