// Preferences, unsubscribing from mail, and the hour between two mails of chatty kinds.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { dayMs } from '#contract/durations.ts';
import { chattyMailMinutes, notificationDays, type Preference } from '#contract/notifications.ts';
import type { Notice } from '#contract/notification-kinds.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { callerOf } from '#testing/caller.ts';
import { allMailsTo } from '#testing/all-mail.ts';
import { mailTo, type SentMail } from '#testing/mailbox.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { noticesOf } from '#server/notices.ts';
import { removeOldNotifications, sendWaiting } from './jobs.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const notify = (...notices: readonly Notice[]): Promise<void> =>
  market.services.db.transaction((tx) => market.services.notify(tx, newId(), notices));

const ended = ({ id }: TestPerson): Notice => ({
  kind: 'booking-ended',
  personId: id,
  data: { model: 'Pixel 9', endedBy: 'seller' },
});
const freeAgain = ({ id }: TestPerson, model: string): Notice => ({
  kind: 'phone-free-again',
  personId: id,
  data: { model, isRunOut: true, isHidden: false },
});
const warning = ({ id }: TestPerson): Notice => ({ kind: 'guesses', personId: id, data: undefined });

/** Moving the clock makes access tokens expire. */
const withNewToken = async (person: TestPerson) =>
  callerOf(market.address, await market.services.tokens.issue(person));

const kindsOf = async (person: TestPerson): Promise<string[]> =>
  (await (await withNewToken(person)).get('/notifications')).body.map(({ kind }: { kind: string }) => kind);

/** How many notifications were queued for a person as mail, in transactions that are committed by now. */
async function queuedFor({ id }: TestPerson): Promise<number> {
  const { rows } = await market.services.db.$client.query(
    "select count(*)::int as n from notifications where person_id = $1 and channel = 'mail' and mailed_at is not null",
    [id],
  );
  return rows[0].n;
}

const turn = (person: TestPerson, kind: string, channel: string, isOn: boolean) =>
  person.put('/notifications/preferences', { kind, channel, isOn });

const subjectsTo = async ({ email }: TestPerson): Promise<string[]> =>
  (await allMailsTo(market, email)).map(({ subject }) => subject);

const sendHeld = () =>
  sendWaiting({ ...market.services, publicUrl: market.services.config.publicUrl, noticesOf });

test('a kind is turned off and on again for one channel, and the other one does not change', async () => {
  const person = await market.person('buyer');
  expect((await turn(person, 'booking-ended', 'page', false)).body).toEqual({
    acknowledged: true,
    modifiedCount: 1,
  });
  expect((await turn(person, 'booking-ended', 'page', false)).body.modifiedCount).toBe(0);
  await notify(ended(person));
  expect(await kindsOf(person)).toEqual([]);
  await mailTo(market.address, person.email, 'has ended');
  await turn(person, 'booking-ended', 'mail', false);
  await turn(person, 'booking-ended', 'page', true);
  await notify(ended(person));
  expect(await kindsOf(person)).toEqual(['booking-ended']);
  expect(await queuedFor(person)).toBe(1);
  const { body } = await person.get('/notifications/preferences');
  expect(body).toContainEqual({
    kind: 'booking-ended',
    label: 'A phone that you booked was removed',
    category: 'Buying and selling',
    mayTurnOff: true,
    page: true,
    mail: false,
  });
});

test('money and safety cannot be turned off, and mail for signing in is no preference', async () => {
  const person = await market.person('buyer');
  const { body } = await person.get('/notifications/preferences');
  const fixed: string[] = body
    .filter(({ mayTurnOff }: Preference) => !mayTurnOff)
    .map(({ kind }: Preference) => kind);
  expect(fixed).toEqual(
    expect.arrayContaining(['money-returned', 'new-browser', 'listing-removed', 'seller-unverified']),
  );
  for (const kind of fixed) {
    const reply = await turn(person, kind, 'mail', false);
    expect(reply).toMatchObject({ status: 403, body: { code: 'notifications.always-on' } });
  }
  for (const kind of ['new-password', 'nothing', 'constructor'])
    expect((await turn(person, kind, 'mail', false)).status).toBe(404);
  expect((await turn(person, 'guesses', 'pigeon', false)).status).toBe(400);
});

test('a person gets one mail an hour of chatty kinds, with everything since the last', async () => {
  const person = await market.person('seller');
  await notify(freeAgain(person, 'Pixel 1'));
  expect(await queuedFor(person)).toBe(1);
  await notify(freeAgain(person, 'Pixel 2'));
  await notify(freeAgain(person, 'Pixel 3'));
  await sendHeld();
  expect(await queuedFor(person)).toBe(1);
  // Other kinds do not wait, and the page shows all of them at once.
  await notify(warning(person));
  expect(await queuedFor(person)).toBe(2);
  expect(await kindsOf(person)).toHaveLength(4);
  market.clock.advance(chattyMailMinutes + 1);
  await Promise.all([sendHeld(), sendHeld()]);
  const digest = await mailTo(market.address, person.email, '2 things happened at Ringback');
  expect(digest.text).toMatch(/Your Pixel 2 is for sale again\n[^]+\n\nYour Pixel 3 is for sale again\n/);
  expect(digest.text).toContain(`See all notifications: ${market.address}/dashboard/notifications`);
  market.clock.advance(chattyMailMinutes + 1);
  await sendHeld();
  await notify(freeAgain(person, 'Pixel 4'));
  await mailTo(market.address, person.email, 'Your Pixel 4 is for sale again');
  expect((await subjectsTo(person)).toSorted()).toEqual([
    '2 things happened at Ringback',
    'Somebody is trying to sign in to your Ringback account',
    'Your Pixel 1 is for sale again',
    'Your Pixel 4 is for sale again',
  ]);
});

test('a pause between mails that was set by a clock ahead is ignored', async () => {
  const person = await market.person('seller');
  market.clock.advance(6 * chattyMailMinutes);
  await notify(freeAgain(person, 'Pixel 1'));
  market.clock.advance(-6 * chattyMailMinutes);
  await notify(freeAgain(person, 'Pixel 2'));
  expect(await queuedFor(person)).toBe(2);
});

test('a mail lists at most twenty notifications and says how many more there are', async () => {
  const person = await market.person('seller');
  await notify(freeAgain(person, 'Pixel 0'));
  for (let count = 1; count <= 23; count += 1) await notify(freeAgain(person, `Pixel ${count}`));
  market.clock.advance(chattyMailMinutes + 1);
  await sendHeld();
  const { text } = await mailTo(market.address, person.email, '23 things happened');
  expect(text.match(/is for sale again/g)).toHaveLength(20);
  expect(text).toContain('\n\nAnd 3 more.\n\n');
});

test('what was turned off while it waited is not mailed', async () => {
  const person = await market.person('seller');
  await notify(freeAgain(person, 'Pixel 1'));
  await notify(freeAgain(person, 'Pixel 2'));
  await turn(person, 'phone-free-again', 'mail', false);
  market.clock.advance(chattyMailMinutes + 1);
  await sendHeld();
  expect(await subjectsTo(person)).toEqual(['Your Pixel 1 is for sale again']);
});

/** Presses the unsubscribe button of a mail program. */
const unsubscribe = (
  url: string,
  body: BodyInit = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
) => fetch(url, { method: 'POST', body, redirect: 'manual' });

async function endedMail(person: TestPerson): Promise<SentMail & { unsubscribeUrl: string }> {
  await notify(ended(person));
  const mail = await mailTo(market.address, person.email, 'has ended');
  if (mail.unsubscribeUrl === null) throw new Error('no way to turn it off');
  return { ...mail, unsubscribeUrl: mail.unsubscribeUrl };
}

test('a mail program turns a kind of mail off by one POST, as RFC 8058 has it', async () => {
  const person = await market.person('buyer');
  const { unsubscribeUrl } = await endedMail(person);
  // Link scanners open links: nothing changes, and people see a page.
  const opened = await fetch(unsubscribeUrl, { redirect: 'manual' });
  expect(opened.status).toBe(302);
  expect(opened.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/unsubscribe\?token=[\w.-]+$/);
  await notify(ended(person));
  expect(await queuedFor(person)).toBe(2);

  const reply = await unsubscribe(unsubscribeUrl);
  expect([reply.status, await reply.json()]).toEqual([200, { acknowledged: true, modifiedCount: 1 }]);
  expect(await (await unsubscribe(unsubscribeUrl)).json()).toMatchObject({ modifiedCount: 0 });
  await notify(ended(person));
  expect(await queuedFor(person)).toBe(2);
  expect(await kindsOf(person)).toHaveLength(3);
});

test('the POST may be a multipart form, too, and other calls still refuse forms', async () => {
  const person = await market.person('buyer');
  const { unsubscribeUrl } = await endedMail(person);
  const form = new FormData();
  form.append('List-Unsubscribe', 'One-Click');
  expect((await unsubscribe(unsubscribeUrl, form)).status).toBe(200);
  const elsewhere = await fetch(`${market.address}/api/reportItem`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${person.token}` },
    body: new URLSearchParams({ productId: newId() }),
  });
  expect(elsewhere.status).toBe(415);
});

test('a link that we did not sign is refused', async () => {
  const person = await market.person('buyer');
  const { unsubscribeUrl } = await endedMail(person);
  const token = new URL(unsubscribeUrl).searchParams.get('token') ?? '';
  const [payload = '', signature = ''] = token.split('.');
  const stranger = await market.person('buyer');
  const forged = Buffer.from(`${stranger.id} booking-ended`).toString('base64url');
  for (const wrong of [`${forged}.${signature}`, `${payload}.${signature.toLowerCase()}`, payload, 'x', '']) {
    const address = `${market.address}/api/notifications/unsubscribe`;
    expect((await unsubscribe(`${address}?${new URLSearchParams({ token: wrong })}`)).status).toBe(400);
    expect((await market.stranger.get(`/notifications/unsubscribe/kinds?token=${wrong}`)).status).toBe(400);
  }
  const shown = async () =>
    (await market.stranger.get(`/notifications/unsubscribe/kinds?token=${token}`)).body;
  const labels = ['A phone that you booked was removed'];
  expect(await shown()).toEqual({ labels, isOff: false });
  await unsubscribe(unsubscribeUrl);
  expect(await shown()).toEqual({ labels, isOff: true });
});

test('a link that only names kinds which no longer exist turns nothing off', async () => {
  const person = await market.person('buyer');
  const token = market.services.unsubscribeLinks.sign({ personId: person.id, kinds: ['of-version-0.1'] });
  const reply = await unsubscribe(`${market.address}/api/notifications/unsubscribe?token=${token}`);
  expect(reply.status).toBe(200);
  expect(await reply.json()).toMatchObject({ modifiedCount: 0 });
});

test('mail about money and safety has no such link and says why it comes', async () => {
  const person = await market.person('buyer');
  await notify(warning(person));
  const mail = await mailTo(market.address, person.email, 'is trying to sign in');
  expect(mail.unsubscribeUrl).toBeNull();
  expect(mail.text).not.toContain('Turn this mail off');
  expect(mail.text).toContain('because it is about your account or your money');
});

test('text and HTML of a mail say the same, and no name becomes part of its markup', async () => {
  const person = await market.person('buyer');
  const model = '<img src=x> & "Pixel"';
  const back = { amount: 20, currency: 'usd' };
  await notify({ kind: 'money-delayed', personId: person.id, data: { model, orderId: null, back } });
  const { text, html } = await mailTo(market.address, person.email, 'takes longer');
  expect(text).toContain(`The refund for the ${model} could not be paid to your card.`);
  expect(html).toContain(
    'The refund for the &#60;img src=x&#62; &#38; &#34;Pixel&#34; could not be paid to your card.',
  );
  expect(html).not.toContain('<img');
  expect(html).toContain(`<a href="${market.address}/dashboard"`);
});

test('the secrets of mails are not stored with the page’s notifications', async () => {
  const person = await market.person('buyer');
  const place = {
    browser: 'Firefox',
    network: '127.0.x.x',
    time: '2026-11-22 10:00 UTC',
    token: 'secret-token',
  };
  await notify({ kind: 'new-browser', personId: person.id, data: place });
  expect((await mailTo(market.address, person.email, 'new sign-in')).text).toContain('secret-token');
  const { rows } = await market.services.db.$client.query(
    'select * from notifications where person_id = $1',
    [person.id],
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('secret-token');
});

test('old notifications are removed', async () => {
  const person = await market.person('buyer');
  await notify(ended(person));
  const days = (count: number) => new Date(market.clock.now().getTime() + count * dayMs);
  await removeOldNotifications(market.services.db, days(notificationDays - 1));
  expect(await kindsOf(person)).toEqual(['booking-ended']);
  await removeOldNotifications(market.services.db, days(notificationDays + 1));
  expect(await kindsOf(person)).toEqual([]);
});

test('a seller hears of a booking that came to nothing, and a buyer that their time is over', async () => {
  const [buyer, seller] = [await market.person('buyer'), await market.person('seller')];
  const productId = await market.phone(seller);
  await market.booking(buyer, productId);
  market.clock.advance(market.services.config.holdMinutes + 1);
  await vi.waitFor(async () => expect(await kindsOf(buyer)).toEqual(['hold-run-out']), 20_000);
  await vi.waitFor(async () => expect(await kindsOf(seller)).toEqual(['phone-free-again']), 20_000);
  const [row] = (await (await withNewToken(buyer)).get('/notifications')).body;
  expect(row.link).toEqual({ label: 'See the phone', path: `/product/${productId}` });
});
