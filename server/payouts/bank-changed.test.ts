import { afterAll, beforeAll, expect, test } from 'vitest';

import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket({ payouts: 'manual' });
});
afterAll(() => market.close());

test('a seller is told when their bank details are changed, since it may be a thief who did', async () => {
  const seller = await market.person('seller', { emailVerified: true });
  const bank = { holder: 'Mina Rahman', account: 'GB33 BUKB 2020 1555 5555 55' };
  expect((await seller.put('/payouts/bank-details', bank)).status).toBe(200);
  const subject = 'New bank details: we pay you to the account that ends in 5555';
  const { text } = await mailTo(market.address, seller.email, subject);
  expect(text).not.toContain('20201555');
  expect(text).toContain('If it was not you');
  const [notice] = (await seller.get('/notifications')).body;
  expect(notice).toMatchObject({ kind: 'bank-changed', link: { path: '/dashboard/payouts' } });
});
