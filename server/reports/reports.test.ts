import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { products } from '#db/tables/products.ts';
import { reports } from '#db/tables/reports.ts';
import { staffActions } from '#db/tables/staff.ts';
import { writeUnpublished } from '#server/platform/changes/write-and-publish.ts';
import { removeProductWithin } from '#server/products/service.ts';
import { lockWaits } from '#testing/database.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, newPhone, openMarket, type TestPerson } from '#testing/market.ts';
import { lockReport, moveReport } from './repository.ts';

let market: Market;
let seller: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  seller = await market.person('seller', { photoUrl: '/images/seller.jpg' });
  admin = await market.person('admin');
});
afterAll(() => market.close());

const report = async (reporter: TestPerson, productId: string): Promise<string> => {
  const { body } = await reporter.post('/reportItem', { productId, problem: 'Fake photo' });
  return body.insertedId;
};

const listed = async () => (await admin.get('/reportItem?limit=100')).body;
const reportedIds = async (): Promise<string[]> => (await listed()).map(({ _id }: { _id: string }) => _id);

test('the admin gets a report with the server’s facts, not with those of its body', async () => {
  const image = await market.picture();
  const productId = await market.phone(seller, { image });
  const buyer = await market.person('buyer', { photoUrl: '/images/buyer.jpg' });
  const sent = {
    productId,
    problem: ' Fake photo ',
    image: 'forged',
    model: 'Forged',
    time: '1999',
    sell: 1,
    name: 'Forged',
    email: 'forged@example.com',
    seller: 'forged',
    reportUser: 'Forged',
    reportEmail: 'forged@example.com',
    userPhoto: 'forged',
  };
  const created = await buyer.post('/reportItem', sent);
  expect(created).toMatchObject({
    status: 200,
    body: { acknowledged: true, insertedId: expect.any(String) },
  });

  const [first] = await listed();
  expect(first).toMatchObject({
    _id: created.body.insertedId,
    productId,
    problem: 'Fake photo',
    image,
    model: newPhone.model,
    sell: newPhone.sell,
    time: expect.not.stringContaining('1999'),
    name: seller.name,
    email: seller.email,
    seller: '/images/seller.jpg',
    reportUser: buyer.name,
    reportEmail: buyer.email,
    userPhoto: '/images/buyer.jpg',
  });
});

test('a person reports a phone once, however often they try at once', async () => {
  const productId = await market.phone(seller);
  const buyer = await market.person('buyer');
  const entry = { productId, problem: 'Fake photo' };
  const replies = await Promise.all(Array.from({ length: 10 }, () => buyer.post('/reportItem', entry)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
    expect(status).toBe(409);
    expect(body).toMatchObject({ acknowledged: false, message: 'Already Reported' });
  }
  const other = await (await market.person('buyer')).post('/reportItem', entry);
  expect(other.status).toBe(200);
});

test('removing a report takes the phone, its advertisement, its booking and every report of it along', async () => {
  const productId = await market.phone(seller);
  await seller.post('/adsProducts', { uniqId: productId });
  const [first, second, buyer] = [
    await market.person('buyer'),
    await market.person('buyer'),
    await market.person('buyer'),
  ];
  const ids = [await report(first, productId), await report(second, productId)];
  const booking = await market.booking(buyer, productId);

  const removed = await admin.delete(`/reportItem?id=${ids[0]}`);
  expect(removed).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } });
  const left = await reportedIds();
  for (const id of ids) expect(left).not.toContain(id);
  const ads = await market.stranger.get('/adsProducts?limit=100');
  expect(JSON.stringify(ads.body)).not.toContain(productId);
  expect((await seller.delete(`/products/${productId}`)).status).toBe(404);
  expect((await buyer.get(`/bookedProduct/${booking}`)).body.state).toBe('cancelled');
  expect((await admin.delete(`/reportItem?id=${ids[0]}`)).body.deletedCount).toBe(0);
  const again = await second.post('/reportItem', { productId, problem: 'Fake photo' });
  expect(again.status).toBe(404);
});

test('a report that another admin dismisses meanwhile does not remove the phone', async () => {
  const { db } = market.services;
  const productId = await market.phone(seller);
  const id = await report(await market.person('buyer'), productId);
  const upheld = await db.transaction(async (tx) => {
    await lockReport(tx, id);
    await moveReport(tx, id, 'dismissed', { actor: { role: 'admin', id: admin.id }, reason: 'It is fine.' });
    const asked = admin.delete(`/reportItem?id=${id}`);
    await expect.poll(() => lockWaits(db), { interval: 5 }).toBeGreaterThan(0);
    return { asked };
  });
  expect((await upheld.asked).body).toMatchObject({ deletedCount: 0 });
  expect((await market.stranger.get(`/products/${productId}`)).status).toBe(200);
});

test('a phone that is removed at the same moment is not reported', async () => {
  const { db } = market.services;
  const productId = await market.phone(seller);
  const buyer = await market.person('buyer');
  const reported = await db.transaction(async (tx) => {
    await removeProductWithin(tx, productId, { role: 'admin', id: admin.id }, []);
    const asked = buyer.post('/reportItem', { productId, problem: 'Fake photo' });
    await expect.poll(() => lockWaits(db), { interval: 5 }).toBeGreaterThan(0);
    return { asked };
  });
  expect(await reported.asked).toMatchObject({ status: 404, body: { code: 'reports.product-not-found' } });
  expect(await db.select().from(reports).where(eq(reports.productId, productId))).toEqual([]);
});

test('a dismissed report leaves the phone and other reports of it, and whoever wrote it reads why', async () => {
  const productId = await market.phone(seller);
  const [first, second] = [await market.person('buyer'), await market.person('buyer')];
  const ids = [await report(first, productId), await report(second, productId)];
  const path = `/reportItem/${ids[0]}/dismiss`;
  expect((await admin.post(path, { reason: ' ' })).body.errors).toEqual([
    { path: 'reason', message: 'Please say why you dismiss the report' },
  ]);
  const reason = 'The photo is real';
  const both = await Promise.all([admin.post(path, { reason }), admin.post(path, { reason })]);
  expect(both.map(({ body }) => body.modifiedCount).toSorted((a, b) => a - b)).toEqual([0, 1]);
  const left = await reportedIds();
  expect(left).toContain(ids[1]);
  expect(left).not.toContain(ids[0]);
  expect((await market.stranger.get(`/products/${productId}`)).status).toBe(200);
  const mail = await mailTo(
    market.address,
    first.email,
    'We have looked at the Pixel 8 Pro that you reported',
  );
  expect(mail.text).toContain('“The photo is real”');
  expect((await first.post('/reportItem', { productId, problem: 'Again' })).body.message).toBe(
    'Already Reported',
  );
  const { db } = market.services;
  const recorded = await db.select().from(staffActions).where(eq(staffActions.personId, first.id));
  expect(recorded).toMatchObject([{ kind: 'report-dismissed', actor: admin.id, words: reason }]);

  expect((await admin.delete(`/reportItem?id=${ids[1]}`)).body.deletedCount).toBe(1);
  await mailTo(market.address, second.email, 'The Pixel 8 Pro that you reported was removed');
  expect((await admin.post(`/reportItem/${ids[1]}/dismiss`, { reason })).body.modifiedCount).toBe(0);
  expect((await admin.post(`/reportItem/${productId}/dismiss`, { reason })).status).toBe(404);
});

test('a report names what the seller has changed in the listing since', async () => {
  const productId = await market.phone(seller);
  const change = async (changes: object) => {
    const { version } = (await seller.get(`/products/${productId}/listing`)).body;
    expect((await seller.patch(`/products/${productId}`, { version, ...changes })).status).toBe(200);
  };
  await change({ description: 'As new' });
  const id = await report(await market.person('buyer'), productId);
  const changed = async () => (await admin.get(`/reportItem/${id}`)).body.changed;
  expect(await changed()).toEqual([]);
  await change({ sell: newPhone.sell - 1 });
  await change({ description: 'Used' });
  expect(await changed()).toEqual(['Price', 'Description']);
});

test('a sold phone that is reported leaves the site and keeps its order, the report is closed', async () => {
  const { db } = market.services;
  const productId = await market.phone(seller);
  const buyer = await market.person('buyer');
  const booking = await market.booking(buyer, productId);
  await writeUnpublished(db).update(products).set({ state: 'sold' }).where(eq(products.id, productId));
  const id = await report(buyer, productId);
  expect((await admin.delete(`/reportItem?id=${id}`)).body.deletedCount).toBe(1);
  expect((await buyer.get(`/bookedProduct/${booking}`)).status).toBe(200);
  expect((await market.stranger.get(`/products/${productId}`)).body.code).toBe('products.taken-down');
  const [row] = await db.select().from(reports).where(eq(reports.id, id));
  expect(row).toMatchObject({ state: 'upheld' });
});

test.each([
  [undefined, 'Please describe the problem'],
  ['', 'Please describe the problem'],
  [' \n ', 'Please describe the problem'],
  [7, 'Please describe the problem'],
  [['x'], 'Please describe the problem'],
  [{ $ne: null }, 'Please describe the problem'],
  ['x'.repeat(1001), 'The problem is at most 1000 characters'],
  ['a\u0000b', 'The problem has a character that cannot be stored'],
])('the problem %j is refused', async (problem, message) => {
  const buyer = await market.person('buyer');
  const productId = await market.phone(seller);
  const { status, body } = await buyer.post('/reportItem', { productId, problem });
  expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [{ path: 'problem', message }] });
});

test.each(['<b>bold</b> & "quoted"', "'); drop table reports; --", '🤥 فيه عيب', 'x'.repeat(1000)])(
  'the problem %j comes back as it was sent',
  async (problem) => {
    const buyer = await market.person('buyer');
    await buyer.post('/reportItem', { productId: await market.phone(seller), problem });
    expect((await listed())[0]).toMatchObject({ problem, reportUser: buyer.name });
  },
);

test('reports are paged, the newest first', async () => {
  const productId = await market.phone(seller);
  const newest: string[] = [];
  while (newest.length < 3) newest.unshift(await report(await market.person('buyer'), productId));
  const ids: string[] = [];
  let path: string | undefined = '/reportItem?limit=2';
  while (path !== undefined) {
    const { body, headers } = await admin.get(path);
    ids.push(...body.map(({ _id }: { _id: string }) => _id));
    path = /<\/api(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(ids.slice(0, 3)).toEqual(newest);
  expect(ids).toEqual(await reportedIds());
});
