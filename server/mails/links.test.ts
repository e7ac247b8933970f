// Mail with a link that gives access to an account, while there is no mail server: the link works after the mail
// arrives, and is stored nowhere.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { mailRetryHours } from '#contract/mails.ts';
import { type MailOutage, openMailOutage } from '#testing/mail-outage.ts';
import { signUp, visitorOf } from '#testing/visitor.ts';
import { sendDueMails } from './service.ts';

let outage: MailOutage;
beforeAll(async () => {
  outage = await openMailOutage();
});
afterAll(() => outage.market.close());

test('a link in a mail that waited for hours works for its whole time', async () => {
  const email = 'late@example.com';
  await signUp(outage.market.address, { name: 'Mina', email, password: 'Str0ngPass' });
  await outage.market.stranger.post('/auth/request-password-reset', { email });
  await vi.waitFor(async () => expect(await outage.rowsTo(email)).toHaveLength(2), 20_000);
  await outage.passTime(3);
  const received = await outage.withServer(async () => {
    outage.market.clock.advance(60);
    await sendDueMails(outage.services());
    await outage.untilSent(email);
  });
  outage.market.clock.advance(59);
  const tokens = received.map(tokenOf);
  expect(await Promise.all(tokens.map(checkLink))).toEqual([200, 200]);
});

test('a failed warning contains no link into the account, and its link works when it is sent again', async () => {
  const email = 'warned@example.com';
  await signInAnew(email);
  const written = (await outage.rowsTo(email)).map(({ body }) => tokenOf(body ?? ''));
  await outage.passTime(mailRetryHours + 1);
  const kept = (await outage.rowsTo(email)).map(({ body, html }) => `${body} ${html}`).join();
  for (const token of written) expect(kept).not.toContain(token);
  const { _id } = await outage.failedTo(email, 'new-browser');
  const [warning = ''] = await outage.withServer(async () => {
    const reply = await (await outage.adminWithNewToken()).post(`/failedMails/${_id}/send`);
    expect(reply.body.modifiedCount).toBe(1);
    await vi.waitFor(async () => expect(await outage.rowsTo(email)).toHaveLength(1), 20_000);
  });
  expect(warning).toContain('Network: ');
  const tokens = [...readable(warning).matchAll(tokenPattern)].map(([, token]) => token ?? '');
  expect(new Set(tokens).size).toBe(1);
  expect(await checkLink(tokenOf(warning))).toBe(200);
  for (const token of written) expect(await checkLink(token)).toBe(400);
});

test('a failed warning is not sent again once its link is void', async () => {
  const email = 'settled@example.com';
  await signInAnew(email);
  await outage.passTime(mailRetryHours + 1);
  await outage.market.services.db.$client.query(
    'update mail_links set used_at = now() where user_id = (select id from users where email = $1)',
    [email],
  );
  const { _id } = await outage.failedTo(email, 'new-browser');
  const reply = await (await outage.adminWithNewToken()).post(`/failedMails/${_id}/send`);
  expect([reply.status, reply.body.code]).toEqual([409, 'mails.link-void']);
  expect(await outage.failedTo(email, 'new-browser')).toBeDefined();
});

test('a failed mail whose link only the person can ask for keeps no text and is not sent again', async () => {
  const person = await outage.market.person('buyer');
  const email = 'wanted@example.com';
  expect((await person.post('/auth/change-address', { email })).status).toBe(200);
  await vi.waitFor(async () => expect(await outage.rowsTo(email)).toHaveLength(1), 20_000);
  await outage.passTime(mailRetryHours + 1);
  expect(await outage.rowsTo(email)).toMatchObject([{ body: null, html: null }]);
  const { _id } = await outage.failedTo(email);
  const reply = await (await outage.adminWithNewToken()).post(`/failedMails/${_id}/send`);
  expect([reply.status, reply.body.code]).toEqual([409, 'mails.link-void']);
});

/** Signs somebody up and in again, so that two mails wait: to confirm the address, and about the new browser. */
async function signInAnew(email: string): Promise<void> {
  const account = { name: 'Mina', email, password: 'Str0ngPass' };
  await signUp(outage.market.address, account);
  await visitorOf(outage.market.address).call('POST', '/auth/sign-in/email', account);
  await vi.waitFor(async () => expect(await outage.rowsTo(email)).toHaveLength(2), 20_000);
}

const tokenPattern = /token=([\w-]{43})(?![\w.-])/g;

/** Undoes the folding of long lines (quoted-printable). */
const readable = (mail: string): string => mail.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');

const tokenOf = (mail: string): string => [...readable(mail).matchAll(tokenPattern)][0]?.[1] ?? '';

async function checkLink(token: string): Promise<number> {
  const body = { token, purpose: 'new-password' };
  return (await outage.market.stranger.post('/auth/check-link', body)).status;
}
