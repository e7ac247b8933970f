// Each event becomes one row of a person's page and one mail.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { DomainEvent } from '#contract/events.ts';
import type { Notice } from '#contract/notification-kinds.ts';
import type { Notification } from '#contract/notifications.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { readPages } from '#testing/caller.ts';
import { allMailsTo } from '#testing/all-mail.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { noticeQueue } from './service.ts';
import { newSides, paidOrder } from '#testing/order-requests.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const listed = async (person: TestPerson): Promise<Notification[]> =>
  (await person.get('/notifications')).body;
const unreadOf = async (person: TestPerson): Promise<number> =>
  (await person.get('/notifications/unread')).body.unread;

/** Waits for the job that writes it. */
const notified = (person: TestPerson, kind: string): Promise<Notification> =>
  vi.waitFor(
    async () => {
      const found = (await listed(person)).find((each) => each.kind === kind);
      if (found === undefined) throw new Error(`no ${kind}`);
      return found;
    },
    { timeout: 15_000, interval: 50 },
  );

/** Sends somebody new notifications, `times` times. */
async function warn(person: TestPerson, times = 1): Promise<void> {
  for (let count = 0; count < times; count += 1) await warnOf(newId(), person);
}

const warnOf = (causeId: string, { id }: TestPerson): Promise<void> =>
  market.services.db.transaction((tx) =>
    market.services.notify(tx, causeId, [{ kind: 'guesses', personId: id, data: undefined }]),
  );

test('both sides of a booking whose phone was removed find it on their page and in their mail', async () => {
  const [buyer, seller] = [await market.person('buyer'), await market.person('seller')];
  const productId = await market.phone(seller);
  await market.booking(buyer, productId);
  await seller.delete(`/products/${productId}`);
  const row = await notified(buyer, 'booking-ended');
  expect(row).toEqual({
    _id: expect.any(String),
    kind: 'booking-ended',
    title: 'Your booking of the Pixel 8 Pro has ended',
    text: expect.stringContaining('The seller removed the Pixel 8 Pro before it was paid'),
    link: { label: 'Find another one', path: '/search?q=Pixel%208%20Pro' },
    time: expect.stringMatching(/Z$/),
    isRead: false,
  });
  const mail = await mailTo(market.address, buyer.email, row.title);
  expect(mail.text).toContain(row.text);
  const other = await notified(seller, 'booked-phone-removed');
  expect(other.link).toEqual({ label: 'My Products', path: '/dashboard/user/products' });
  const toSeller = await mailTo(market.address, seller.email, other.title);
  expect(toSeller.text).toContain(`My Products: ${market.address}/dashboard/user/products`);
});

test('nobody is notified twice of the same cause', async () => {
  const person = await market.person('buyer');
  const causeId = newId();
  await Promise.all([warnOf(causeId, person), warnOf(causeId, person)]);
  await warnOf(causeId, person);
  await warn(person);
  expect(await listed(person)).toHaveLength(2);
  expect(await allMailsTo(market, person.email)).toHaveLength(2);
});

test('notifications are listed page by page, newest first, each person’s own alone', async () => {
  const [person, other] = [await market.person('buyer'), await market.person('buyer')];
  await warn(person, 3);
  await warn(other);
  const all = (await listed(person)).map(({ _id }) => _id);
  expect(all).toEqual([...all].toSorted().toReversed());
  const pages = await readPages(person, '/notifications?limit=2');
  expect(pages.map((page) => page.map(({ _id }: Notification) => _id))).toEqual([
    all.slice(0, 2),
    all.slice(2),
  ]);
});

test('marking one or all notifications as read changes the number of unread ones', async () => {
  const person = await market.person('buyer');
  expect(await unreadOf(person)).toBe(0);
  await warn(person, 3);
  expect(await unreadOf(person)).toBe(3);
  const [newest] = await listed(person);
  const read = `/notifications/${newest?._id}/read`;
  expect((await person.put(read)).body).toEqual({ acknowledged: true, modifiedCount: 1 });
  expect((await person.put(read)).body.modifiedCount).toBe(0);
  expect(await unreadOf(person)).toBe(2);
  expect((await listed(person)).map(({ isRead }) => isRead)).toEqual([true, false, false]);
  expect((await person.put('/notifications/read')).body.modifiedCount).toBe(2);
  expect(await unreadOf(person)).toBe(0);
});

test('a person who is removed during a notification keeps none', async () => {
  const admin = await market.person('admin');
  for (let round = 0; round < 10; round += 1) {
    const person = await market.person('buyer');
    await Promise.all([warn(person), admin.delete(`/users/${person.id}`), warn(person), warn(person)]);
    expect(await rowsOf(person)).toEqual([]);
  }
});

test('an event that an older process sends to its own queue is notified once', async () => {
  const [buyer, seller] = [await market.person('buyer'), await market.person('seller')];
  const productId = await market.phone(seller);
  const booking = await market.booking(buyer, productId);
  await seller.delete(`/products/${productId}`);
  await notified(buyer, 'booking-ended');
  const { db, jobs } = market.services;
  const { rows } = await db.$client.query<DomainEvent<'booking.cancelled'>>(
    "select id, kind, subject, actor, data, to_json(at) as at from events where subject = $1 and kind = 'booking.cancelled'",
    [booking],
  );
  const [event] = rows;
  if (event === undefined) throw new Error('no event');
  await db.$client.query('delete from notifications where person_id = $1', [buyer.id]);
  await jobs.enqueue(db, queue<DomainEvent>('bookings-ended-mail'), event);
  await notified(buyer, 'booking-ended');
  expect((await listed(seller)).filter(({ kind }) => kind === 'booked-phone-removed')).toHaveLength(1);
});

test('the notifications of a removed person are deleted', async () => {
  const [admin, person] = [await market.person('admin'), await market.person('buyer')];
  await warn(person);
  await admin.delete(`/users/${person.id}`);
  await warn(person);
  expect(await rowsOf(person)).toEqual([]);
});

test('the mail of a removed person says how to reach us instead of linking to pages they cannot open', async () => {
  const people = await newSides(market);
  const { buyer, seller, admin } = people;
  const id = await paidOrder(market, people);
  await admin.delete(`/users/${buyer.id}`);
  const subject = 'You get $420.50 back for the Pixel 8 Pro';
  const { text, html } = await mailTo(market.address, buyer.email, subject);
  for (const said of [text, html]) {
    expect(said).not.toContain('/dashboard');
    expect(said).toContain('/about/contact');
    expect(said).toContain('Your account was deleted');
  }
  const other = await mailTo(market.address, seller.email, 'The order for the Pixel 8 Pro was cancelled');
  expect(other.text).toContain(`/dashboard/order/${id}`);
});

/** The rows that are stored for a person's page. */
async function rowsOf({ id }: TestPerson): Promise<unknown[]> {
  const text = "select id from notifications where person_id = $1 and channel = 'page'";
  return (await market.services.db.$client.query(text, [id])).rows;
}

test('a kind of event that only a newer process knows waits for it', async () => {
  const id = newId();
  const event = { id, kind: 'product.foretold', subject: newId(), actor: null, data: {}, at: '2026-11-26' };
  const { db, jobs } = market.services;
  await db.transaction((tx) => jobs.enqueue(tx, queue<object>(noticeQueue.name), event));
  await vi.waitFor(async () => {
    const { rows } = await db.$client.query(
      `select state, exists (select from event_receipts where event_id = $1) as "isDone"
       from pgboss.job where data ->> 'id' = $1::text`,
      [id],
    );
    expect(rows).toEqual([{ state: 'retry', isDone: false }]);
  }, 15_000);
});

test('mail that only admins get says so', async () => {
  const admin = await market.person('admin');
  const appeal = { name: 'Bashir', userId: admin.id };
  const notices: Notice[] = [
    { kind: 'appeal-made', personId: admin.id, data: appeal },
    { kind: 'seller-refused', personId: admin.id, data: { name: null } },
  ];
  for (const notice of notices)
    await market.services.db.transaction((tx) => market.services.notify(tx, newId(), [notice]));
  for (const [subject, mayTurnOff] of [
    ['Bashir appeals against their suspension', true],
    ['The card processor refuses to pay a seller', false],
  ] as const) {
    const { text, unsubscribeUrl } = await mailTo(market.address, admin.email, subject);
    expect(text).toContain('You get this mail because you are an admin of Ringback.');
    expect(unsubscribeUrl !== null).toBe(mayTurnOff);
  }
});

test('what is only mailed is neither on the page nor a preference of it', async () => {
  const person = await market.person('buyer');
  const notice = { kind: 'step-up-code', personId: person.id, data: { code: '123456' } } as const;
  await market.services.db.transaction((tx) => market.services.notify(tx, newId(), [notice]));
  expect((await mailTo(market.address, person.email, 'Your code')).text).toContain('123456');
  expect(await listed(person)).toEqual([]);
  const { body } = await person.get('/notifications/preferences');
  expect(body).toContainEqual(expect.objectContaining({ kind: 'account-removed', page: null, mail: true }));
});
