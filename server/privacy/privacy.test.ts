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

test('the page says that the photos of a removed phone stay while its order is open', async () => {
  const { stranger } = await freshMarket();
  const { parts } = (await stranger.get('/privacy/kinds')).body;
  const pictures = parts.flatMap(({ kinds }: { kinds: { what: string; howLong: string }[] }) =>
    kinds.filter(({ what }) => what.startsWith('Pictures that you uploaded')),
  );
  expect(pictures[0].howLong).toContain('and until an order of the phone has ended');
});
