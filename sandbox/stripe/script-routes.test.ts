import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { openTestShop } from './test-shop.ts';

test('stripe.js is one classic script, under all the names pages know it by', async () => {
  const shop = await openTestShop(await createTestDatabase());
  const scripts = await Promise.all(
    ['/v3', '/v3/', '/stripe.js', '/endive/stripe.js'].map(async (path) => {
      const response = await fetch(`${shop.base}${path}`);
      expect(response.headers.get('content-type')).toContain('text/javascript');
      return response.text();
    }),
  );
  expect(new Set(scripts).size).toBe(1);
  expect(scripts[0]).toContain('window.Stripe = Stripe');
  expect(() => new Script(scripts[0] ?? '')).not.toThrow();
  await shop.close();
});
