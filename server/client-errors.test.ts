import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Market, openMarket } from '#testing/market.ts';
import { withoutPersonalData } from './client-errors.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const failure = { message: 'x is undefined', stack: 'at open (/assets/home.js:1:2)', path: '/category/1' };

async function send(body: unknown) {
  const response = await fetch(`${market.address}/api/client-errors`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

const counted = async (): Promise<number> => {
  const text = await (await fetch(`${market.address}/metrics`)).text();
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

test('what looks like personal data is not logged', () => {
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

test('what looks like a telephone number is not logged, places in the code are', () => {
  for (const number of ['+49 170 1234567', '01711000000', '(0171) 100-0000'])
    expect(messageOf(`Cannot call ${number}, sorry`)).toBe('Cannot call [number], sorry');
  expect(messageOf('at open (/assets/home.js:12345:67890), 404')).toBe(
    'at open (/assets/home.js:12345:67890), 404',
  );
});
