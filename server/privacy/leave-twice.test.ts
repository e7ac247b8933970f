import { expect, test } from 'vitest';

import { returnQueue } from '#server/auth/service.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { clearLeaving, suspendUser } from '#server/users/service.ts';
import { lockWaits } from '#testing/database.ts';
import { freshMarket } from '#testing/fresh-market.ts';
import { mailTo } from '#testing/mailbox.ts';

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

test('phones of somebody who is suspended while their deletion is being taken back stay hidden', async () => {
  const market = await freshMarket();
  const { db, jobs, suspensions } = market.services;
  const [admin, seller] = [await market.person('admin'), await market.person('seller')];
  const phone = await market.phone(seller);
  await seller.post('/privacy/leave');
  await clearLeaving(db, seller.id, market.clock.now());
  /** The job that the sign-in has queued, which finds the suspension that is under way. */
  const comeBack = async () => {
    await jobs.enqueue(db, returnQueue, { id: newId(), personId: seller.id });
    await expect.poll(() => lockWaits(db), { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
  };
  const onSuspended = [...suspensions.onSuspended, comeBack];
  const actor = { ...admin, isSeller: false, isAdmin: true, emailConfirmed: true };
  const terms = { id: seller.id, reason: 'Fake phones.', days: 3 };
  await suspendUser(db, { ...suspensions, onSuspended }, actor, terms);
  const stays = await mailTo(market.address, seller.email, 'Your account stays');
  expect(stays.text).toContain('still suspended, so your phones stay hidden');
  expect((await market.stranger.get(`/products/${phone}`)).status).toBe(404);
});
