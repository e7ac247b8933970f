// Two web processes on one database: a phone that is sold in one of them soon disappears from the lists of the other.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { createLog } from '#server/platform/log/log.ts';
import { freePort } from '#server/platform/process/free-port.ts';
import { type Server, startServer } from './start-server.ts';
import { beginPayment, confirmCard, intentOf, report } from '#testing/card-processor.ts';
import { callerOf } from '#testing/caller.ts';
import { pageCounts, prime } from '#testing/cached-answers.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { type SecondServer, startSecondServer } from '#testing/second-server.ts';

/** Changes must be published: a cached answer would expire after 10 seconds anyway. */
const beforeExpiryMs = 8_000;

let market: Market;
let inProcess: Server;
let ofItsOwn: SecondServer;
let seller: TestPerson;
let buyer: TestPerson;
let category: string;
let others: string[];

beforeAll(async () => {
  market = await openMarket();
  const port = await freePort();
  const config = { ...market.services.config, port };
  inProcess = await startServer({ config, log: createLog('silent'), without: ['demo data', 'pages'] });
  ofItsOwn = await startSecondServer(market);
  others = [inProcess.address, ofItsOwn.address];
  seller = await market.person('seller');
  buyer = await market.person('buyer');
  category = await market.category();
});
afterAll(async () => {
  await ofItsOwn.close();
  await inProcess.stop();
  await market.close();
});

/** Checks for an array, because an error would not contain the text either. */
const lacks = (text: string) => (body: unknown) =>
  Array.isArray(body) && !JSON.stringify(body).includes(text);
const has = (text: string) => (body: unknown) => JSON.stringify(body).includes(text);

/** Expects that the other servers soon show the new state, and never the old one again. */
async function expectSoon(paths: readonly string[], isRight: (body: unknown) => boolean): Promise<void> {
  for (const address of others) {
    for (const path of paths) {
      const read = async () => isRight((await callerOf(address).get(path)).body);
      await expect.poll(read, { message: `${address} ${path}`, timeout: beforeExpiryMs }).toBe(true);
    }
    for (const path of [...paths, ...paths, ...paths]) {
      expect(isRight((await callerOf(address).get(path)).body), `${address} ${path}`).toBe(true);
    }
  }
}

async function primeAll(paths: readonly string[]): Promise<void> {
  for (const address of [market.address, ...others]) await prime(address, paths);
}

/** Books a phone and waits until the other servers have received this change, and so all earlier ones. */
async function bookAndTell(phone: string): Promise<void> {
  const page = `/products/${phone}`;
  await primeAll([page]);
  await market.booking(buyer, phone);
  await expectSoon([page], has('"state":"reserved"'));
}

test('a phone that is booked in one process leaves the lists of the others', async () => {
  const phone = await market.phone(seller);
  await seller.post('/adsProducts', { uniqId: phone });
  const paths = [`/products?id=${category}`, '/products', '/adsProducts'];
  await expectSoon(paths, has(phone));
  await primeAll(paths);
  await market.booking(buyer, phone);
  await expectSoon(paths, lacks(phone));
});

test('a phone that is sold in one process is sold in the others', async () => {
  const phone = await market.phone(seller);
  const booking = await market.booking(buyer, phone);
  const secret = await beginPayment(buyer, booking);
  await expectSoon([`/products/${phone}`], has('"state":"reserved"'));
  await primeAll([`/products/${phone}`]);
  await confirmCard(market, secret);
  // The webhook may have been faster.
  expect((await report(buyer, booking, intentOf(secret))).status).toBe(200);
  await expectSoon([`/products/${phone}`], has('"state":"sold"'));
});

test('an event in one process is published to another', async () => {
  const headers = { Authorization: `Bearer ${seller.token}` };
  const { body } = await fetch(`${ofItsOwn.address}/api/events`, { headers });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader() ?? expect.fail();
  onTestFinished(() => reader.cancel());
  await market.booking(buyer, await market.phone(seller));
  let heard = '';
  while (!heard.includes('data: {"kind":"booking.held"}')) {
    const { value, done } = await reader.read();
    if (done) expect.fail(`ended after ${heard}`);
    heard += value;
  }
});

test('a change in one process invalidates in the others only what shows it', async () => {
  const [, other] = (await market.stranger.get('/category')).body;
  const elsewhere = `/products?id=${other._id}`;
  await market.phone(seller, { categoryId: other._id });
  await bookAndTell(await market.phone(seller));
  await primeAll([elsewhere]);
  await bookAndTell(await market.phone(seller));
  for (const address of others) {
    const { hits } = await pageCounts(address);
    await callerOf(address).get(elsewhere);
    expect((await pageCounts(address)).hits).toBe(hits + 1);
  }
});

test('a process without a connection to the others shows nothing stale', async () => {
  const phone = await market.phone(seller);
  const paths = [`/products?id=${category}`];
  await expectSoon(paths, has(phone));
  await primeAll(paths);
  const { $client } = market.services.db;
  await $client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'ringback changes' and datname = current_database()`,
  );
  // Written without publishing: a process sends again what it could not, but may end before it can.
  await $client.query(`update products set model = 'Renamed 1' where id = $1`, [phone]);
  // Until they are connected again, they answer without their caches.
  await primeAll(paths);
  await expectSoon(paths, has('Renamed 1'));
});
