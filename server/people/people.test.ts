// People as admins see them: one person's record, and the tables of buyers and sellers.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { readLists } from '#server/platform/personal-data.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { staffData } from '#server/staff/personal-data.ts';
import { recordStaffAction } from '#server/staff/service.ts';
import { nextPageOf, readPages } from '#testing/caller.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { act, orderIn, paidOrder } from '#testing/order-requests.ts';
import { signInAgain } from '#testing/sign-in-again.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  admin = await market.person('admin', { emailVerified: true });
});
afterAll(() => market.close());

const recordOf = async ({ id }: { id: string }) => (await admin.get(`/people/${id}`)).body;

test('a record says what a person did, what was decided, and what is open', async () => {
  const seller = await market.person('seller', { emailVerified: true });
  const buyer = await market.person('buyer', { emailVerified: true });
  const phone = await market.phone(seller, { model: 'Reported One' });
  await buyer.post('/reportItem', { productId: phone, problem: 'Fake photo' });
  await paidOrder(market, { buyer, seller });
  const ended = await paidOrder(market, { buyer, seller });
  await act(buyer, ended, 'confirm-receipt');
  await act(buyer, ended, 'accept');
  await admin.put(`/users/admin/${seller.id}`, {});
  await admin.post(`/users/${seller.id}/suspend`, { reason: 'Fake photos.', days: 7 });
  await seller.post('/suspension/appeal', { text: 'They are real.' });

  const record = await recordOf(seller);
  expect(record).toMatchObject({
    person: { _id: seller.id, email: seller.email, status: 'verify', isSuspended: true },
    removedAt: null,
    eraseDueAt: null,
    sessions: 1,
    suspension: { reason: 'Fake photos.', appeal: 'They are real.' },
    orders: { bought: 0, sold: 2, open: 1, disputed: 0 },
    onItsWayCents: 0,
    reports: [
      {
        model: 'Reported One',
        problem: 'Fake photo',
        state: 'open',
        isTheirs: false,
        other: { _id: buyer.id, name: buyer.name },
      },
    ],
    actions: [
      { kind: 'person-suspended', actor: admin.name, words: 'Fake photos.', person: { _id: seller.id } },
      { kind: 'seller-verified', actor: admin.name },
    ],
  });
  expect(record.owedCents).toBeGreaterThan(0);
  expect(record.phones).toEqual([
    { state: 'hidden', count: 1 },
    { state: 'sold', count: 2 },
  ]);
  expect(await recordOf(buyer)).toMatchObject({
    orders: { bought: 2, sold: 0, open: 1 },
    reports: [{ isTheirs: true, other: { _id: seller.id } }],
    suspension: null,
    actions: [],
  });
  // An admin's decisions are listed on their own page.
  expect((await recordOf(admin)).actions[0]).toMatchObject({
    kind: 'person-suspended',
    person: { _id: seller.id, name: seller.name },
  });
});

test('a listing that an admin removes is recorded with who and when, one that its seller removes is not', async () => {
  const seller = await market.person('seller');
  const removed = await market.phone(seller, { model: 'Removed by staff' });
  await seller.delete(`/products/${await market.phone(seller)}`);
  expect((await admin.delete(`/products/${removed}`)).body).toMatchObject({ deletedCount: 1 });
  expect((await admin.delete(`/products/${removed}`)).status).toBe(404);
  expect((await recordOf(seller)).actions).toEqual([
    expect.objectContaining({
      kind: 'listing-removed',
      actor: admin.name,
      detail: 'Removed by staff',
      at: expect.any(String),
    }),
  ]);
});

test('a decision over an order is on the pages of both its sides, and in their copies', async () => {
  const sides = { buyer: await market.person('buyer'), seller: await market.person('seller'), admin };
  const id = await orderIn(market, sides, 'disputed');
  await act(admin, id, 'decide');
  const answered = { kind: 'chargeback-answered', words: 'The buyer has the phone' } as const;
  await market.services.db.transaction((tx) =>
    recordStaffAction(tx, { ...answered, actor: admin.id, orderId: id, at: new Date() }),
  );
  const decided = { kind: 'order-decided', orderId: id, detail: 'refund', words: 'The photos show it' };
  for (const side of [sides.buyer, sides.seller]) {
    expect((await recordOf(side)).actions).toMatchObject([answered, { ...decided, actor: admin.name }]);
    const { decisions } = await readLists(market.services.db, staffData, side.id);
    const { orderId: order_id, ...rest } = decided;
    expect(decisions).toMatchObject([
      { ...rest, order_id },
      { kind: answered.kind, words: null },
    ]);
    // Both of them read the words on the order's page, too.
    expect(JSON.stringify((await side.get(`/orders/${id}`)).body)).toContain(decided.words);
  }
  expect((await recordOf(await market.person('buyer'))).actions).toEqual([]);
});

test('a decision has the time of the server’s clock', async () => {
  const moved = await freshMarket();
  const seller = await moved.person('seller');
  moved.clock.advance(3 * 24 * 60);
  const staff = await signInAgain(moved, await moved.person('admin', { emailVerified: true }));
  const from = moved.clock.now().toISOString();
  await staff.put(`/users/admin/${seller.id}`, {});
  await staff.post(`/users/${seller.id}/unverify`);
  await staff.delete(`/users/${seller.id}`);
  const { actions } = (await staff.get(`/people/${seller.id}`)).body;
  expect(actions).toHaveLength(3);
  for (const { kind, at } of actions) expect(at > from, kind).toBe(true);
});

test('the record of a removed person stays, and nobody’s is 404', async () => {
  const buyer = await market.person('buyer');
  await admin.delete(`/users/${buyer.id}`);
  expect(await recordOf(buyer)).toMatchObject({
    person: { email: buyer.email },
    removedAt: expect.any(String),
    eraseDueAt: expect.any(String),
    actions: [{ kind: 'person-removed' }],
  });
  expect(await admin.get(`/people/${newId()}`)).toMatchObject({
    status: 404,
    body: { code: 'people.not-found' },
  });
  expect((await admin.get('/people/nobody')).status).toBe(404);
});

test('the record of a person who is deleting their account says until when', async () => {
  const buyer = await market.person('buyer');
  expect((await buyer.post('/privacy/leave')).status).toBe(200);
  expect(await recordOf(buyer)).toMatchObject({ removedAt: null, eraseDueAt: expect.any(String) });
});

const idsOf = (people: readonly { readonly _id: string }[]) => people.map(({ _id }) => _id);

test('nobody of a page is on the next one as well because they were reported meanwhile', async () => {
  const mark = newId().slice(-8);
  const reporter = await market.person('buyer');
  const report = async (seller: TestPerson) => {
    const productId = await market.phone(seller);
    expect((await reporter.post('/reportItem', { productId, problem: 'Fake photo' })).status).toBe(200);
  };
  const [two, one, none] = [
    await market.person('seller', { name: `Two ${mark}` }),
    await market.person('seller', { name: `One ${mark}` }),
    await market.person('seller', { name: `None ${mark}` }),
  ];
  for (const seller of [two, two, one]) await report(seller);
  const first = await admin.get(`/people?search=${mark}&sort=most-reports&limit=2`);
  expect(idsOf(first.body)).toEqual([two.id, one.id]);
  for (const seller of [one, one]) await report(seller);
  expect(idsOf((await readPages(admin, nextPageOf(first) ?? '')).flat())).toEqual([none.id]);
});

test('the tables count, search, filter and sort, page by page', async () => {
  const mark = newId().slice(-8);
  const make = (name: string, changes = {}) =>
    market.person('seller', { name: `${name} ${mark}`, emailVerified: true, ...changes });
  const quiet = await make('Quiet');
  const busy = await make('Busy');
  const unproven = await make('100% unproven', { emailVerified: false });
  const buyer = await market.person('buyer', { name: `Buyer ${mark}`, emailVerified: true });
  const phone = await market.phone(busy);
  await market.phone(busy);
  await buyer.post('/reportItem', { productId: phone, problem: 'Fake photo' });
  await paidOrder(market, { buyer, seller: quiet });
  await admin.post(`/users/${quiet.id}/suspend`, { reason: 'Fake phones.' });
  await admin.put(`/users/admin/${busy.id}`, {});

  const list = async (query: string): Promise<string[]> =>
    idsOf((await readPages(admin, `/people?limit=2&${query}`)).flat());
  const ours = `userType=Seller&search=${mark.toUpperCase()}`;
  expect(await list(ours)).toEqual([unproven.id, busy.id, quiet.id]);
  expect(await list(`${ours}&sort=oldest`)).toEqual([quiet.id, busy.id, unproven.id]);
  expect((await list(`${ours}&sort=most-reports`))[0]).toBe(busy.id);
  expect(await list(`${ours}&sort=most-orders`)).toEqual([quiet.id, unproven.id, busy.id]);
  expect(await list(`${ours}&show=suspended`)).toEqual([quiet.id]);
  expect(await list(`${ours}&show=verified`)).toEqual([busy.id]);
  expect(await list(`${ours}&show=unconfirmed`)).toEqual([unproven.id]);
  expect(await list(`userType=Buyer&search=${mark}`)).toEqual([buyer.id]);
  expect(await list(`search=${encodeURIComponent(`100% unproven ${mark}`)}`)).toEqual([unproven.id]);
  expect(await list(`search=${encodeURIComponent(busy.email.toUpperCase())}`)).toEqual([busy.id]);
  const { body } = await admin.get(`/people?search=${busy.email}`);
  expect(body).toMatchObject([{ phones: 2, orders: 0, reports: 1, since: expect.any(String) }]);
  for (const wrong of ['sort=size', 'show=all', 'search=%00'])
    expect((await admin.get(`/people?${wrong}`)).status).toBe(400);
});
