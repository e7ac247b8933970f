import { expect, test } from 'vitest';

import { lockWaits } from '#testing/database.ts';
import { freshMarket } from '#testing/fresh-market.ts';

test('whoever deletes their account in two windows at once has left, and is told so once', async () => {
  const market = await freshMarket();
  const seller = await market.person('seller');
  // Holds both back until both have been admitted.
  const holder = await market.services.db.$client.connect();
  await holder.query('begin');
  await holder.query('select 1 from users where id = $1 for update', [seller.id]);
  const leaving = Promise.all([seller.post('/privacy/leave'), seller.post('/privacy/leave')]);
  await expect.poll(() => lockWaits(market.services.db)).toBe(2);
  await holder.query('rollback');
  holder.release();
  const replies = await leaving;
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const notices = await market.services.db.$client.query(
    `select 1 from notifications where person_id = $1 and kind = 'leaving-begun'`,
    [seller.id],
  );
  expect(notices.rows).toHaveLength(1);
});
