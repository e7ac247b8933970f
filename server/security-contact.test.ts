import { expect, onTestFinished, test } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { openMarket } from '#testing/market.ts';

const publicUrl = 'https://phones.example';

async function readFieldsOf(email: string) {
  const operator = { name: 'Ringback Ltd', address: '1 Bell Street, London', email };
  const market = await openMarket({ publicUrl, operator });
  onTestFinished(() => market.close());
  const read = async () => {
    const response = await fetch(`${market.address}/.well-known/security.txt`);
    const lines = (await response.text()).trimEnd().split('\n');
    const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2)));
    return { status: response.status, type: response.headers.get('content-type'), fields };
  };
  return { clock: market.clock, read };
}

test('whoever finds a vulnerability is told where to report it', async () => {
  const { read } = await readFieldsOf('security@phones.example');
  const { status, type, fields } = await read();
  expect({ status, type }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
  expect(fields).toEqual({
    Contact: 'mailto:security@phones.example',
    Expires: expect.any(String),
    'Preferred-Languages': 'en',
    Canonical: `${publicUrl}/.well-known/security.txt`,
  });
});

test('what is told never expires while the site runs, and is valid for less than a year', async () => {
  const { clock, read } = await readFieldsOf('security@phones.example');
  for (const passedDays of [0, 400]) {
    clock.advance(passedDays * 24 * 60);
    const expires = Date.parse(String((await read()).fields['Expires']));
    const daysLeft = (expires - clock.now().getTime()) / dayMs;
    expect(daysLeft).toBeGreaterThan(100);
    expect(daysLeft).toBeLessThan(365);
  }
});

test('an odd address of the operator is written as a URI of one line', async () => {
  const { read } = await readFieldsOf('a b?c%d@phones.example');
  expect((await read()).fields['Contact']).toBe('mailto:a%20b%3Fc%25d@phones.example');
});
