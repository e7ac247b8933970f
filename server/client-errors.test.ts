import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { createLog } from '#server/platform/log/log.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { buildApp } from './app.ts';
import { withoutPersonalData } from './client-errors.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const failure = { message: 'x is undefined', stack: 'at open (/assets/home.js:1:2)', path: '/category/1' };

async function send(body: unknown, { address } = market, headers = {}) {
  const response = await fetch(`${address}/api/client-errors`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

const counted = async ({ address } = market): Promise<number> => {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/^client_errors_total (\d+)$/m.exec(text)?.[1]);
};

test('an error that a page reports is counted', async () => {
  const before = await counted();
  expect(await send(failure)).toEqual({ status: 200, answer: { acknowledged: true } });
  expect(await counted()).toBe(before + 1);
});

test('a report of more than 4 KB is refused, and one that says nothing', async () => {
  expect(await send({ ...failure, extra: 'x'.repeat(4096) })).toMatchObject({
    status: 413,
    answer: { code: 'request.too-large' },
  });
  expect(await send({ path: '/' })).toMatchObject({ status: 400, answer: { code: 'request.invalid' } });
});

test('the log gets the report once, without what looks like personal data', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const app = await buildApp({ ...market.services, log });
  onTestFinished(() => app.close());
  const payload = {
    message: 'No answer for mina@example.com at +49 170 1234567',
    stack: 'at open (/assets/home.js:1:2)\nat /reset-password?token=private (x.js)',
    path: `/reset/${'a1'.repeat(16)}`,
  };
  expect((await app.inject({ method: 'POST', url: '/api/client-errors', payload })).statusCode).toBe(200);
  expect(lines.filter(({ msg }) => msg === 'a page failed in a browser')).toMatchObject([
    {
      level: 40,
      clientError: {
        message: 'No answer for [e-mail] at [number]',
        stack: 'at open (/assets/home.js:1:2)\nat /reset-password?… (x.js)',
        path: '/reset/[token]',
      },
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/mina|1234567|private|a1a1/);
});

test('an address may report 20 errors a minute; more are neither logged nor counted', async () => {
  const limited = await freshMarket({ rateLimitFactor: 1 });
  const reportFrom = (address: string) => send(failure, limited, { 'X-Forwarded-For': address });
  for (let count = 0; count < 20; count += 1) expect((await reportFrom('203.0.113.7')).status).toBe(200);
  expect(await reportFrom('203.0.113.7')).toMatchObject({
    status: 429,
    answer: { code: 'request.too-many' },
  });
  expect((await reportFrom('203.0.113.8')).status).toBe(200);
  expect(await counted(limited)).toBe(21);
});

test('what looks like personal data is replaced', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  expect(
    withoutPersonalData({
      message: `No answer for mina@example.com with Bearer ${token}\nforged`,
      stack: `at https://shop.example/search?q=mina%40example.com:1:2\nat /reset-password?token=abc (x.js)`,
      path: `/reset/${'a1'.repeat(16)}?email=mina@example.com`,
    }),
  ).toEqual({
    message: 'No answer for [e-mail] with [token]\nforged',
    stack: 'at https://shop.example/search?…:1:2\nat /reset-password?… (x.js)',
    path: '/reset/[token]?…',
  });
});

const messageOf = (message: string): string => withoutPersonalData({ message, path: '/' }).message;

test('what looks like a telephone number is replaced, places in the code are not', () => {
  for (const number of ['+49 170 1234567', '01711000000', '(0171) 100-0000'])
    expect(messageOf(`Cannot call ${number}, sorry`)).toBe('Cannot call [number], sorry');
  expect(messageOf('at open (/assets/home.js:12345:67890), 404')).toBe(
    'at open (/assets/home.js:12345:67890), 404',
  );
});
