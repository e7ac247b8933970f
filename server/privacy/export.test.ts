import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { formatMoment } from '#contract/dates.ts';
import { hourMs } from '#contract/durations.ts';
import { dataExports } from '#db/tables/privacy.ts';
import { notifications } from '#db/tables/notifications.ts';
import { insertPayout, movePayout } from '#server/payouts/store-payouts.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';
import { recordStaffAction } from '#server/staff/service.ts';
import { callerOf } from '#testing/caller.ts';
import { chargeApart, chargeEvent, deliver, openSilentMarket } from '#testing/card-processor.ts';
import { drawPhoto } from '#testing/draw-photo.ts';
import type { Market, TestPerson } from '#testing/market.ts';
import { newSides, paidOrder } from '#testing/order-requests.ts';
import { readZip } from '#testing/read-zip.ts';
import { removeExpiredExports } from './keep-exports.ts';
import { makeExport } from './make-export.ts';

let market: Market;
beforeAll(async () => {
  market = await openSilentMarket();
});
afterAll(() => market.close());

const polling = { timeout: 20_000, interval: 50 };

/** Requests a copy and waits until it is ready. */
async function copyOf(person: TestPerson): Promise<void> {
  expect((await person.post('/privacy/export')).status).toBe(200);
  await vi.waitFor(async () => {
    expect((await person.get('/privacy')).body.export).toMatchObject({ state: 'ready' });
  }, polling);
}

/** Asks for a copy as a program does, by the URL that the site provides. */
const ask = ({ token }: TestPerson) =>
  fetch(`${market.address}/api/privacy/export/file`, { headers: { authorization: `Bearer ${token}` } });

async function download(person: TestPerson) {
  const reply = await ask(person);
  expect(reply.status).toBe(200);
  return { reply, files: readZip(new Uint8Array(await reply.arrayBuffer())) };
}

const textOf = (files: Record<string, Buffer>, name: string): string => files[name]?.toString() ?? '';

/** Everything in a copy, as one text. */
function textsOf(files: Record<string, Buffer>): string {
  const all = Object.keys(files).map((name) => textOf(files, name));
  expect(all.length).toBeGreaterThan(3);
  return all.join();
}

/** The files of a new copy of a person. */
async function newFilesOf(person: TestPerson): Promise<Record<string, Buffer>> {
  await copyOf(person);
  return (await download(person)).files;
}

const partOf = (files: Record<string, Buffer>, name: string) =>
  JSON.parse(textOf(files, `data/${name}.json`));

test('a copy has a file for each domain, a page to read and the person’s pictures', async () => {
  const seller = await market.person('seller', { name: 'Mina <b>Khan</b>' });
  const picture = await uploadedBy(seller);
  await market.phone(seller, { image: picture, description: 'Hardly used.' });
  await copyOf(seller);
  const { reply, files } = await download(seller);
  expect(reply.headers.get('content-type')).toBe('application/zip');
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="ringback-data-.*\.zip"$/);
  expect(reply.headers.get('cache-control')).toBe('private, no-store');
  expect(partOf(files, 'account').account).toMatchObject([{ id: seller.id, email: seller.email }]);
  expect(partOf(files, 'listings').listings).toMatchObject([
    { phone: '01711000000', description: 'Hardly used.' },
  ]);
  expect(Object.keys(files).filter((name) => name.startsWith('pictures/'))).toHaveLength(1);
  const page = textOf(files, 'index.html');
  expect(page).toContain('Hardly used.');
  expect(page).toContain('Mina &#60;b&#62;Khan');
  expect(page).not.toMatch(/<script|https?:\/\//);
  const [listing] = partOf(files, 'listings').listings;
  expect(listing.created_at).toBe(new Date(listing.created_at).toISOString());
  expect(page).toContain(formatMoment(listing.created_at));
});

test('a copy has the former prices of a listing, and its page reads as words, not as program code', async () => {
  const seller = await market.person('seller');
  const id = await market.phone(seller, { accessories: ['case', 'box'] });
  expect((await seller.patch(`/products/${id}`, { sell: 300 })).status).toBe(200);
  const files = await newFilesOf(seller);
  const { prices } = partOf(files, 'listings');
  expect(prices.map(({ cents }: { cents: number }) => cents)).toEqual([42_050, 30_000]);
  const page = textOf(files, 'index.html');
  expect(page).toContain('<td>$420.50</td>');
  expect(page).toContain('<th>amount</th>');
  expect(page).not.toContain('<th>cents</th>');
  expect(page).toMatch(/<td>(case, box|box, case)<\/td>/);
  for (const code of ['[', 'true', 'false']) expect(page).not.toContain(`<td>${code}`);
});

test('a copy has the photo of an own phone that somebody else had uploaded before', async () => {
  const [other, seller] = [await market.person('seller'), await market.person('seller')];
  const photo = await drawPhoto();
  await uploadedBy(other, photo);
  await market.phone(seller, { image: await uploadedBy(seller, photo) });
  const files = await newFilesOf(seller);
  const [listing] = partOf(files, 'listings').listings;
  expect(Object.keys(files)).toContain(`pictures/${listing.image_id}.jpg`);
});

test('a buyer’s copy has a second charge for the same phone', async () => {
  const sides = await newSides(market);
  const order = await paidOrder(market, sides);
  const second = await chargeApart(market, 42_050, order);
  await deliver(market, await chargeEvent(market, second));
  const files = await newFilesOf(sides.buyer);
  expect(partOf(files, 'payments').charges_to_look_at).toMatchObject([
    { booking_id: order, transaction_id: second, problem: 'paid-already', amount_cents: 42_050 },
  ]);
});

test('of other people a copy has what the person could see, and nothing else', async () => {
  const [seller, buyer, other] = [
    await market.person('seller'),
    await market.person('buyer'),
    await market.person('buyer'),
  ];
  await market.booking(other, await market.phone(seller, { phone: '01999000001' }));
  await market.booking(buyer, await market.phone(seller, { phone: '01999000002' }));
  const files = await newFilesOf(buyer);
  expect(partOf(files, 'bookings').bookings).toMatchObject([{ seller: seller.name, phone: '01811000000' }]);
  const all = textsOf(files);
  for (const secret of [seller.email, other.email, other.name, '01999000001', '01999000002'])
    expect(all).not.toContain(secret);
});

test('a copy tells neither the transfer of the other side, nor what the processor said to us about one', async () => {
  const sides = await newSides(market);
  const orderId = await paidOrder(market, sides);
  const [sellerId, actor, at] = [sides.seller.id, sides.admin.id, new Date()];
  await market.services.db.transaction(async (tx) => {
    const detail = '$398.98, transfer:tr_1';
    await recordStaffAction(tx, { kind: 'difference-explained', actor, orderId, detail, at });
    const id = await insertPayout(tx, { sellerId, method: 'stripe', amountCents: 39_898, orderId });
    await movePayout(tx, id, 'failed', { failureReason: 'Your Stripe account has too little', endedAt: at });
  });
  expect(textsOf(await newFilesOf(sides.buyer))).not.toContain('tr_1');
  expect(textsOf(await newFilesOf(sides.seller))).not.toContain('Stripe account');
});

test('a copy has no secrets', async () => {
  const person = await market.person('buyer');
  const all = textsOf(await newFilesOf(person));
  const { rows } = await market.services.db.$client.query<{ token: string }>('select token from sessions');
  expect(rows.length).toBeGreaterThan(0);
  for (const { token } of rows) expect(all).not.toContain(token);
  for (const word of ['password', 'secret_sealed', 'bank_sealed', 'code_hash', 'token_hash', 'public_key'])
    expect(all).not.toContain(`"${word}"`);
});

test('a person who requested a copy is told once that it is ready', async () => {
  const person = await market.person('buyer');
  await copyOf(person);
  const told = await notificationsOf(person);
  expect(told.map(({ channel, kind }) => `${kind} ${channel}`).toSorted()).toEqual([
    'export-ready mail',
    'export-ready page',
  ]);
  expect(told[0]).toMatchObject({ linkPath: '/dashboard/profile#your-data' });
});

test('one copy is made at a time', async () => {
  const person = await market.person('buyer');
  const { db, clock } = market.services;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + hourMs);
  const row = { id: person.id, personId: person.id, file: 'aa', requestedAt: now, expiresAt };
  await db.insert(dataExports).values(row);
  const replies = await Promise.all([person.post('/privacy/export'), person.post('/privacy/export')]);
  for (const reply of replies)
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'privacy.export-running', acknowledged: false },
    });
  expect((await person.get('/privacy')).body.export).toMatchObject({ state: 'running' });
  expect((await person.get('/privacy/export')).status).toBe(404);
});

test('a copy is for its person alone, and only soon after a sign-in', async () => {
  const person = await market.person('buyer');
  const other = await market.person('buyer');
  await copyOf(person);
  expect((await ask(other)).status).toBe(404);
  expect((await fetch(`${market.address}/api/privacy/export/file`)).status).toBe(401);
  passMinutes(11);
  expect((await ask(person)).status).toBe(403);
  for (const reply of [await person.post('/privacy/export'), await person.get('/privacy/export')])
    expect(reply).toMatchObject({ status: 403, body: { code: 'request.fresh-sign-in-needed' } });
});

test('after a day a copy is gone, row and files', async () => {
  const person = await market.person('buyer');
  await copyOf(person);
  const { storage } = market.services;
  const [row] = await copiesOf(person);
  const name = `export-${row?.file}-0.zip`;
  expect(await storage.read(name)).toBeDefined();
  passMinutes(24 * 60 + 1);
  // Also before the job has removed it.
  const token = await market.services.tokens.issue(person);
  expect((await callerOf(market.address, token).get('/privacy')).body.export).toBeNull();
  await removeExpiredExports(market.services);
  expect(await storage.read(name)).toBeUndefined();
  expect(await copiesOf(person)).toEqual([]);
});

test('a copy that was removed while it was made leaves nothing behind', async () => {
  const person = await market.person('buyer');
  const { db, storage } = market.services;
  await askForCopy(person, 'ab');
  const removing: PersonalData = {
    name: 'x',
    title: 'x',
    kinds: [],
    picturesOf: async () => {
      await db.delete(dataExports).where(eq(dataExports.personId, person.id));
      return [];
    },
  };
  await makeExport({ ...market.services, personalData: [removing] }, person.id);
  expect(await storage.read('export-ab-0.zip')).toBeUndefined();
  expect(await notificationsOf(person)).toEqual([]);
});

test('a part that is written while the copy is removed is removed as well', async () => {
  const person = await market.person('buyer');
  const { db, storage } = market.services;
  await askForCopy(person, 'ac');
  const removing: typeof storage = {
    ...storage,
    put: async (...file) => {
      await db.delete(dataExports).where(eq(dataExports.personId, person.id));
      await storage.put(...file);
    },
  };
  await makeExport({ ...market.services, personalData: [], storage: removing }, person.id);
  expect(await storage.read('export-ac-0.zip')).toBeUndefined();
  expect(await notificationsOf(person)).toEqual([]);
});

test('a copy whose file cannot be removed does not delay the removal of others', async () => {
  const people = [await market.person('buyer'), await market.person('buyer')];
  const { db, clock, storage } = market.services;
  const expired = { requestedAt: new Date(0), readyAt: new Date(0), expiresAt: new Date(0), parts: 1 };
  for (const { id } of people)
    await db.insert(dataExports).values({ ...expired, id, personId: id, file: `of-${id}` });
  const refused = `export-of-${people[0]?.id}-0.zip`;
  const remove = async (file: string): Promise<void> => {
    if (file === refused) throw new Error('refused');
    await storage.remove(file);
  };
  await expect(removeExpiredExports({ db, clock, storage: { ...storage, remove } })).rejects.toThrow();
  const ids = people.map(({ id }) => id);
  const left = await db.select().from(dataExports).where(inArray(dataExports.personId, ids));
  expect(left.map(({ id }) => id)).toEqual([people[0]?.id]);
});

const copiesOf = ({ id }: TestPerson) =>
  market.services.db.select().from(dataExports).where(eq(dataExports.personId, id));

const notificationsOf = ({ id }: TestPerson) =>
  market.services.db.select().from(notifications).where(eq(notifications.personId, id));

/** Moves the clock for the rest of the test. */
function passMinutes(minutes: number): void {
  market.clock.advance(minutes);
  onTestFinished(() => market.clock.advance(-minutes));
}

/** Stores the request of a copy, with the person's id as its own, which is not made yet. */
async function askForCopy({ id }: TestPerson, file: string): Promise<void> {
  const { clock, db } = market.services;
  const requestedAt = clock.now();
  const expiresAt = new Date(requestedAt.getTime() + hourMs);
  await db.insert(dataExports).values({ id, personId: id, file, requestedAt, expiresAt });
}

/** A real picture, uploaded. @returns its address */
async function uploadedBy(person: TestPerson, photo?: Uint8Array): Promise<string> {
  const form = new FormData();
  form.set(
    'image',
    new Blob([new Uint8Array(photo ?? (await drawPhoto()))], { type: 'image/jpeg' }),
    'phone.jpg',
  );
  return (await person.request('POST', '/images', { body: form })).body.data.url;
}
