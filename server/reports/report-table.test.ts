// The admins' table of reports, and the page of a single report.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Market, openMarket, type TestPerson } from '#testing/market.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  admin = await market.person('admin');
});
afterAll(() => market.close());

/** A reported phone with reporter and seller. */
async function reported(model: string) {
  const [seller, reporter] = [await market.person('seller'), await market.person('buyer')];
  const productId = await market.phone(seller, { model });
  const { body } = await reporter.post('/reportItem', { productId, problem: 'Fake photo' });
  const id: string = body.insertedId;
  return { id, productId, seller, reporter };
}

const idsOf = async (query: string): Promise<string[]> =>
  (await admin.get(`/reportItem?limit=100&${query}`)).body.map(({ _id }: { _id: string }) => _id);
const countsOf = async (query: string) =>
  (await admin.get(`/reportItem/counts?${query}`)).body.map(
    ({ show, count }: { show: string; count: number }) => [show, count],
  );

test('open reports are listed, decided ones on request, and each kind is counted', async () => {
  const [open, upheld, dismissed] = [
    await reported('Counted One'),
    await reported('Counted Two'),
    await reported('Counted Three'),
  ];
  await admin.delete(`/reportItem?id=${upheld.id}`);
  await admin.post(`/reportItem/${dismissed.id}/dismiss`, { reason: 'The photo is real.' });
  const search = 'search=counted';
  expect(await idsOf(search)).toEqual([open.id]);
  expect(await idsOf(`${search}&show=upheld`)).toEqual([upheld.id]);
  expect(await idsOf(`${search}&show=dismissed`)).toEqual([dismissed.id]);
  expect(await countsOf(search)).toEqual([
    ['open', 1],
    ['upheld', 1],
    ['dismissed', 1],
  ]);
});

test('a report is found by model, by either side’s name and by either side’s address', async () => {
  const { id, seller, reporter } = await reported('Searched Phone');
  for (const text of ['searched ph', seller.name, reporter.name, seller.email, reporter.email.slice(0, -4)])
    expect(await idsOf(`search=${encodeURIComponent(text)}`), text).toContain(id);
  expect(await idsOf('search=nothing%20like%20it')).toEqual([]);
});

test('reports are listed oldest first on request', async () => {
  const [first, second] = [await reported('Sorted Phone'), await reported('Sorted Phone')];
  expect(await idsOf('search=sorted')).toEqual([second.id, first.id]);
  expect(await idsOf('search=sorted&sort=oldest')).toEqual([first.id, second.id]);
});

test('a report’s page has the decision with its reason, and the other reports of its phone', async () => {
  const { id, productId, seller, reporter } = await reported('Detailed Phone');
  const another = await market.person('buyer');
  const { body: second } = await another.post('/reportItem', { productId, problem: 'Stolen' });
  expect((await admin.get(`/reportItem/${id}`)).body).toMatchObject({
    _id: id,
    productId,
    state: 'open',
    decision: null,
    sellerId: seller.id,
    reporterId: reporter.id,
    productState: 'live',
    others: [{ _id: second.insertedId, problem: 'Stolen', reportUser: another.name, state: 'open' }],
  });
  await admin.post(`/reportItem/${id}/dismiss`, { reason: 'The photo is real.' });
  expect((await admin.get(`/reportItem/${id}`)).body).toMatchObject({
    state: 'dismissed',
    decision: { by: admin.name, reason: 'The photo is real.' },
  });
  await admin.delete(`/reportItem?id=${second.insertedId}`);
  expect((await admin.get(`/reportItem/${second.insertedId}`)).body).toMatchObject({
    state: 'upheld',
    productState: 'removed',
    decision: { by: admin.name, reason: null },
    others: [{ _id: id, state: 'dismissed' }],
  });
});

test('an unknown report gets 404, and only admins can read reports', async () => {
  const { id, seller, reporter } = await reported('Secret Phone');
  for (const unknown of ['x', crypto.randomUUID()])
    expect((await admin.get(`/reportItem/${unknown}`)).status).toBe(404);
  for (const person of [seller, reporter]) expect((await person.get(`/reportItem/${id}`)).status).toBe(403);
});
