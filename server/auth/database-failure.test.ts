import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';

import { openMarket } from '#testing/market.ts';
import { signUp, visitorOf } from '#testing/visitor.ts';

test('a sign-in is answered with 500 if the database fails, and no personal data is logged', async () => {
  const market = await openMarket();
  const account = { name: 'Mina', email: 'private@example.com', password: 'Str0ngPass' };
  await signUp(market.address, account);
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  await market.services.db.execute(sql`alter table sessions rename to sessions_away`);

  const visitor = visitorOf(market.address);
  const signedIn = await visitor.call('POST', '/auth/sign-in/email', account);
  expect(signedIn).toMatchObject({ status: 500, body: { code: 'server.failed' } });
  const joined = await visitor.call('POST', '/auth/sign-up/email', { ...account, email: 'new@example.com' });
  expect(joined.status).toBe(500);
  expect(JSON.stringify([signedIn.body, joined.body])).not.toContain('insert into');
  expect(printed.mock.calls).toEqual([]);

  printed.mockRestore();
  await market.close();
});
