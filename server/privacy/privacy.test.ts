import { expect, test } from 'vitest';

import { freshMarket } from '#testing/fresh-market.ts';

test('everybody can read what is stored about people, why, how long, and how old backups get', async () => {
  const market = await freshMarket();
  const { status, body } = await market.stranger.get('/privacy/kinds');
  expect(status).toBe(200);
  const titles = body.parts.map(({ title }: { title: string }) => title);
  expect(titles).toEqual(expect.arrayContaining(['Your account', 'Signing in', 'Your listings', 'Orders']));
  expect(titles).not.toContain('Search');
  expect(body.parts[0].kinds[0]).toEqual({
    what: expect.any(String),
    why: expect.any(String),
    howLong: expect.any(String),
  });
  expect(body.backupDays).toBe(30);
});
