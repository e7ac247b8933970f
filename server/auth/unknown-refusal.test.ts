import { expect, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { createLog } from '#server/platform/log/log.ts';
import { freshMarket } from '#testing/fresh-market.ts';

test('an unknown refusal of the identity library is logged in its own words', async () => {
  const market = await freshMarket();
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const app = await buildApp({ ...market.services, log });
  const { body } = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    payload: { email: 'mina@example.com', password: 'Secret12' },
  });
  await app.close();

  expect(JSON.parse(body)).toMatchObject({ code: 'auth.refused' });
  expect(lines).toContainEqual(
    expect.objectContaining({
      code: 'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED',
      reason: expect.stringContaining('navigation'),
    }),
  );
  expect(JSON.stringify(lines)).not.toContain('mina@');
});
