import Fastify from 'fastify';
import pg from 'pg';
import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { stripeSandbox } from './sandbox.ts';
import { prepareSchema } from './schema.ts';
import { defaults, openTestShop, webhookSecret, type TestShop } from './test-shop.ts';

interface Receiver {
  url: string;
  received: { body: string; signature: string }[];
  /** Resolves when this many requests have arrived. */
  atLeast: (count: number) => Promise<void>;
  close: () => Promise<void>;
}

test('every event arrives with a signature that the SDK accepts', async () => {
  const receiver = await listen(() => 200);
  const shop = await openTestShop(await createTestDatabase(), { webhookUrl: receiver.url });
  const intent = await shop.newIntent();
  await shop.confirm(intent, 'pm_card_visa');
  await receiver.atLeast(2);
  const events = receiver.received.map(({ body, signature }) => verify(shop, body, signature));
  expect(events.map((event) => event.type).toSorted()).toEqual([
    'payment_intent.created',
    'payment_intent.succeeded',
  ]);
  const forged = receiver.received[0]?.body.replace('42050', '1') ?? '';
  expect(() => verify(shop, forged, receiver.received[0]?.signature ?? '')).toThrow(/signature/i);
  await shop.close();
  await receiver.close();
});

test('a receiver that fails is asked again until it takes the event, and then no more', async () => {
  const receiver = await listen((count) => (count < 3 ? 500 : 200));
  const changes = { webhookUrl: receiver.url, webhookRetryDelaysMs: [0, 0, 0, 0], webhookPollIntervalMs: 20 };
  const shop = await openTestShop(await createTestDatabase(), changes);
  await shop.newIntent();
  await receiver.atLeast(3);
  await shop.app.close();
  const bodies = receiver.received.map(({ body }) => JSON.parse(body).id);
  expect(new Set(bodies).size).toBe(1);
  const { rows } = await shop.pool.query('select attempts, delivered_at from sandbox_stripe.deliveries');
  expect(rows).toEqual([{ attempts: 3, delivered_at: expect.any(Date) }]);
  await shop.close();
  await receiver.close();
});

test('what could not be delivered before a restart is delivered after it', async () => {
  const database = await createTestDatabase();
  const shop = await openTestShop(database, { webhookRetryDelaysMs: [0] });
  const intent = await shop.newIntent();
  await shop.app.close();
  // The state after a process was killed while it delivered: the row is claimed, and due again later.
  await shop.pool.query("update sandbox_stripe.deliveries set due_at = now() - interval '1 second'");
  const receiver = await listen(() => 200);
  const pool = new pg.Pool({ connectionString: database.url });
  const next = Fastify();
  await next.register(
    stripeSandbox({ ...defaults(pool), webhookUrl: receiver.url, webhookPollIntervalMs: 20 }),
  );
  await next.ready();
  await receiver.atLeast(1);
  expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({
    type: 'payment_intent.created',
    data: { object: { id: intent.id } },
  });
  await next.close();
  await pool.end();
  await shop.close();
  await receiver.close();
});

test('a process may start while another one is in the middle of a delivery', async () => {
  const database = await createTestDatabase();
  const shop = await openTestShop(database);
  const working = await shop.pool.connect();
  await working.query('begin; update sandbox_stripe.deliveries set attempts = attempts');
  const starting = prepareSchema(shop.pool);
  const waiting = `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await shop.pool.query(waiting)).rows[0]?.waiting, { timeout: 20_000 })
    .toBeGreaterThan(0);
  await working.query('select count(*) from sandbox_stripe.objects');
  await working.query('commit');
  working.release();
  await starting;
  await shop.close();
});

test('several processes over one database deliver each event once', async () => {
  const database = await createTestDatabase();
  const shop = await openTestShop(database);
  await Promise.all(Array.from({ length: 30 }, () => shop.newIntent()));
  await shop.app.close();
  await shop.pool.query("update sandbox_stripe.deliveries set due_at = now() - interval '1 second'");
  const receiver = await listen(() => 200);
  const changes = { webhookUrl: receiver.url, webhookPollIntervalMs: 5 };
  const shared = { url: database.url, drop: async () => undefined };
  const others = await Promise.all(Array.from({ length: 4 }, () => openTestShop(shared, changes)));
  await receiver.atLeast(30);
  await Promise.all(others.map((other) => other.close()));
  const ids = receiver.received.map(({ body }) => JSON.parse(body).id);
  expect(ids).toHaveLength(30);
  expect(new Set(ids).size).toBe(30);
  await shop.close();
  await receiver.close();
});

function verify(shop: TestShop, body: string, signature: string): Stripe.Event {
  return shop.stripe.webhooks.constructEvent(body, signature, webhookSecret);
}

/** A receiver that answers the n-th request with `statusOf(n)`. */
async function listen(statusOf: (count: number) => number): Promise<Receiver> {
  const received: Receiver['received'] = [];
  let notice = Promise.withResolvers<void>();
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/', async (request, reply) => {
    received.push({
      body: String(request.body),
      signature: request.headers['stripe-signature']?.toString() ?? '',
    });
    notice.resolve();
    notice = Promise.withResolvers<void>();
    return reply.code(statusOf(received.length)).send();
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    received,
    atLeast: async (count) => {
      while (received.length < count) await notice.promise;
    },
    close: () => app.close(),
  };
}
