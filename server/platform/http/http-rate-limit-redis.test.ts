import { createServer } from 'node:net';

import { expect, onTestFinished, test, vi } from 'vitest';

import { createLog } from '#server/platform/log/log.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, newBooking } from '#testing/market.ts';
import { type RedisServer, startRedis } from '#testing/redis-server.ts';
import { visitorOf } from '#testing/visitor.ts';
import { type CallCounter, createCallCounter } from './count-calls.ts';

/** If this machine has no Redis yet, it is installed first. */
const timeoutMs = 180_000;

async function ownRedis(): Promise<RedisServer> {
  const redis = await startRedis();
  onTestFinished(() => redis.kill());
  return redis;
}

/** The limit of 60 sign-ins a minute, divided by 20. */
const marketWith = ({ url }: { url: string }) => freshMarket({ rateLimitFactor: 0.05, redisUrl: url });

/** A counter of its own, as in another process, and the lines that it logs. */
async function counterWith({ url }: { url: string }): Promise<{ counter: CallCounter; logged: string[] }> {
  const logged: string[] = [];
  const log = createLog('info', {
    write: (line) => void logged.push((JSON.parse(line) as { msg: string }).msg),
  });
  // A machine that is busy for a moment must not look like an unavailable Redis.
  const counter = await createCallCounter({ redisUrl: url, log, timeoutMs: 3_000 });
  onTestFinished(() => counter.close());
  return { counter, logged };
}

const windowMs = 600_000;
const count = async ({ counter }: { counter: CallCounter }, key = 'x') =>
  (await counter.count(key, windowMs)).calls;

/** Until Redis is connected, a process counts by itself. */
const untilShared = (...counters: { counter: CallCounter }[]): Promise<void> =>
  vi.waitFor(
    async () => {
      const key = `shared ${Math.random()}`;
      for (const [place, each] of counters.entries()) expect(await count(each, key)).toBe(place + 1);
    },
    { timeout: 20_000, interval: 100 },
  );

/** Another account for each attempt, because each account has its own limit. */
let tried = 0;

const signIn = async (market: Market): Promise<number> => {
  const account = { email: `nobody-${(tried += 1)}@example.com`, password: 'Str0ngPass' };
  return (await visitorOf(market.address).call('POST', '/auth/sign-in/email', account)).status;
};

/** Signs in repeatedly until the limit refuses one. */
async function signInUntilRefused(market: Market): Promise<number[]> {
  const statuses: number[] = [];
  do statuses.push(await signIn(market));
  while (statuses.at(-1) !== 429 && statuses.length < 10);
  return statuses;
}

async function bookAndBeginToPay(market: Market): Promise<number[]> {
  const [buyer, seller] = [await market.person('buyer'), await market.person('seller')];
  const productId = await market.phone(seller);
  const booked = await buyer.post('/bookedProduct', { productId, ...newBooking });
  const begun = await buyer.post('/create-payment-intent', { paymentId: booked.body.insertedId });
  return [booked.status, begun.status];
}

test(
  'processes on one Redis count together, and windows end there, too',
  { timeout: timeoutMs },
  async () => {
    const redis = await ownRedis();
    const [here, there] = [await counterWith(redis), await counterWith(redis)];
    await untilShared(here, there);
    expect([await count(here), await count(there), await count(here)]).toEqual([1, 2, 3]);
    expect(await count(there, 'y')).toBe(1);
    const { endsInMs } = await there.counter.count('y', windowMs);
    expect(endsInMs).toBeGreaterThan(windowMs / 2);
    expect(endsInMs).toBeLessThanOrEqual(windowMs);
  },
);

test(
  'while Redis is frozen people sign in, book and begin to pay, and limits hold in the process',
  { timeout: timeoutMs },
  async () => {
    const redis = await ownRedis();
    const market = await marketWith(redis);
    await untilShared({ counter: market.services.callCounter }, await counterWith(redis));
    redis.freeze();
    onTestFinished(() => redis.thaw());
    expect(await bookAndBeginToPay(market)).toEqual([200, 200]);
    expect(await signInUntilRefused(market)).toEqual([401, 401, 401, 429]);
  },
);

test(
  'a Redis that is killed in the middle of an allowance gives nobody a fresh one',
  { timeout: timeoutMs },
  async () => {
    const redis = await ownRedis();
    const market = await marketWith(redis);
    await untilShared({ counter: market.services.callCounter }, await counterWith(redis));
    expect([await signIn(market), await signIn(market)]).toEqual([401, 401]);
    await redis.kill();
    expect(await signInUntilRefused(market)).toEqual([401, 429]);
    expect(await bookAndBeginToPay(market)).toEqual([200, 200]);
  },
);

test('that Redis is away is logged once, and that it is back', { timeout: timeoutMs }, async () => {
  const redis = await ownRedis();
  const [here, there] = [await counterWith(redis), await counterWith(redis)];
  await untilShared(here, there);
  here.logged.length = 0;
  await redis.kill();
  for (let call = 1; call <= 5; call += 1) expect(await count(here, 'own')).toBe(call);
  await redis.restart();
  await untilShared(here, there);
  redis.freeze();
  for (let call = 6; call <= 9; call += 1) expect(await count(here, 'own')).toBe(call);
  redis.thaw();
  await untilShared(here, there);
  const away = 'Redis does not answer: this process counts for the rate limits by itself';
  const back = 'Redis answers again: the processes count for the rate limits together';
  expect(here.logged).toEqual([away, back, away, back]);
});

test('a start while nothing answers at the address of Redis comes up and limits', async () => {
  // It accepts connections and never replies.
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const market = await marketWith({ url: `redis://127.0.0.1:${port}` });
  expect(await signInUntilRefused(market)).toEqual([401, 401, 401, 429]);
});
