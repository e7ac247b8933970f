import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { connect, newIdempotencyKey, openTestShop, secretKey, type TestShop } from './test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await createTestDatabase());
});
afterAll(() => shop.close());

const form = { amount: '5000', currency: 'usd' };
const keyed = (key: string) => ({ authorization: `Bearer ${secretKey}`, 'idempotency-key': key });

test('the same key and parameters get the same answer, and make one intent', async () => {
  const key = newIdempotencyKey();
  const first = await shop.post('/v1/payment_intents', form, keyed(key));
  const second = await shop.post('/v1/payment_intents', form, keyed(key));
  expect(second.body).toEqual(first.body);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'));
});

test('other parameters or another endpoint under the same key are an idempotency error', async () => {
  const key = newIdempotencyKey();
  const { body } = await shop.post('/v1/payment_intents', form, keyed(key));
  const otherAmount = await shop.post('/v1/payment_intents', { ...form, amount: '6000' }, keyed(key));
  expect(otherAmount.status).toBe(400);
  expect(otherAmount.body['error']).toMatchObject({
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  });
  const elsewhere = await shop.post(`/v1/payment_intents/${String(body['id'])}/cancel`, {}, keyed(key));
  expect(elsewhere.body['error'].type).toBe('idempotency_error');
});

test('a decline is remembered under its key, a refused parameter is not', async () => {
  const { id } = await shop.newIntent();
  const key = newIdempotencyKey();
  const declined = { payment_method: 'pm_card_chargeDeclined' };
  const first = await shop.post(`/v1/payment_intents/${id}/confirm`, declined, keyed(key));
  const again = await shop.post(`/v1/payment_intents/${id}/confirm`, declined, keyed(key));
  expect([first.status, again.status]).toEqual([402, 402]);
  expect(again.body).toEqual(first.body);
  const other = newIdempotencyKey();
  expect((await shop.post('/v1/payment_intents', { amount: '1' }, keyed(other))).status).toBe(400);
  expect((await shop.post('/v1/payment_intents', form, keyed(other))).status).toBe(200);
});

test('a failure of its own is remembered under its key as well, and another key is not concerned', async () => {
  const key = newIdempotencyKey();
  await shop.pool.query(`
    create function break_intent() returns trigger language plpgsql as 'begin raise exception ''broken''; end';
    create trigger break_intent before insert on sandbox_stripe.objects for each row
      when (new.object = 'payment_intent') execute function break_intent()`);
  const first = await shop.post('/v1/payment_intents', form, keyed(key));
  await shop.pool.query('drop trigger break_intent on sandbox_stripe.objects; drop function break_intent');
  const again = await shop.post('/v1/payment_intents', form, keyed(key));
  expect([first.status, again.status]).toEqual([500, 500]);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await shop.post('/v1/payment_intents', form, keyed(newIdempotencyKey()))).status).toBe(200);
});

test('of simultaneous calls with one key one works; the others get its answer or are told to come again', async () => {
  const key = newIdempotencyKey();
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => shop.post('/v1/payment_intents', form, keyed(key))),
  );
  const answered = replies.filter((reply) => reply.status === 200);
  const waiting = replies.filter((reply) => reply.status === 409);
  expect(answered.length + waiting.length).toBe(10);
  expect(new Set(answered.map((reply) => reply.body['id'])).size).toBe(1);
  for (const reply of waiting) expect(reply.body['error'].code).toBe('idempotency_key_in_use');
});

test('when an answer is lost on the way, the SDK repeats the call and nothing happens twice', async () => {
  const lossy = await loseFirstAnswer(shop.base);
  const { port } = lossy.address() as AddressInfo; // a TCP server has no other kind of address
  const stripe = connect(`http://127.0.0.1:${port}/sandbox/stripe`, 2);
  const metadata = { case: 'lost answer' };
  const intent = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd', metadata });
  const { data } = await shop.stripe.paymentIntents.list({ limit: 100 });
  const made = data.filter((found) => found.metadata['case'] === 'lost answer');
  expect(made.map((found) => found.id)).toEqual([intent.id]);
  lossy.close();
});

/** A proxy to the sandbox: the first request arrives, but its answer does not. */
async function loseFirstAnswer(base: string): Promise<Server> {
  let isFirst = true;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const headers = { ...request.headers } as Record<string, string>; // no header of the SDK comes twice
      delete headers['connection'];
      delete headers['content-length'];
      delete headers['host'];
      const url = new URL(request.url ?? '', base);
      const answer = await fetch(url, { method: 'POST', headers, body: Buffer.concat(chunks) });
      const body = await answer.text();
      if (isFirst) {
        isFirst = false;
        request.socket.destroy();
        return;
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
