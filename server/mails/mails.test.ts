// A day without a mail server: everything is retried, and mail that was given up is listed and can be sent again.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { hourMs, minuteMs } from '#contract/durations.ts';
import { mailRetryHours } from '#contract/mails.ts';
import * as tables from '#db/tables/mails.ts';
import { type MailOutage, openMailOutage } from '#testing/mail-outage.ts';
import { signUp } from '#testing/visitor.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { claimDue } from './repository.ts';
import { queueMail, sendDueMails } from './service.ts';

let outage: MailOutage;
let mails = 0;
beforeAll(async () => {
  outage = await openMailOutage();
});
// Without a mail server, mail of other tests would still wait.
beforeEach(() => outage.market.services.db.delete(tables.mails));
afterAll(() => outage.market.close());

test('mail is tried for a day, ever more rarely, and arrives when the mail server is back', async () => {
  const to = await queueOne();
  const tried = await outage.passTime(mailRetryHours - 1);
  // Twelve attempts in the first hours, then one an hour.
  expect(tried).toBeGreaterThan(24);
  expect(tried).toBeLessThan(40);
  expect(await outage.failedTo(to)).toBeUndefined();
  const received = await outage.withServer(async () => {
    outage.market.clock.advance(60);
    await sendDueMails(outage.services());
    await outage.untilSent(to);
  });
  expect(received).toEqual([expect.stringContaining(`To: ${to}`)]);
  await outage.passTime(2);
  expect(await outage.failedTo(to)).toBeUndefined();
});

test('mail that no server accepted for a day is shown without its text and counted, and can be sent again', async () => {
  const to = await queueOne();
  await outage.passTime(mailRetryHours + 1);
  const mail = await outage.failedTo(to);
  expect(mail).toEqual({
    _id: expect.any(String),
    kind: 'money-returned',
    to,
    time: expect.stringMatching(/Z$/),
    failedAt: expect.stringMatching(/Z$/),
    lastError: expect.stringContaining('ECONNREFUSED'),
  });
  expect(await outage.count('mails_failed', 'money-returned')).toBe(1);
  // It is not retried any more.
  expect(await outage.passTime(24)).toBe(0);
  const received = await outage.withServer(async () => {
    const reply = await (await outage.adminWithNewToken()).post(`/failedMails/${mail._id}/send`);
    expect(reply.body).toEqual({ acknowledged: true, modifiedCount: 1 });
    await outage.untilSent(to);
  });
  expect(received).toEqual([expect.stringContaining('Your money for the Pixel')]);
  expect(await outage.failedTo(to)).toBeUndefined();
  expect(await outage.count('mails_failed', 'money-returned')).toBe(0);
});

test('a mail that is sent again and fails is retried for another day', async () => {
  const to = await queueOne();
  await outage.passTime(mailRetryHours + 1);
  const { _id } = await outage.failedTo(to);
  const caller = await outage.adminWithNewToken();
  expect((await caller.post(`/failedMails/${_id}/send`)).body.modifiedCount).toBe(1);
  expect(await caller.post(`/failedMails/${_id}/send`)).toMatchObject({
    status: 404,
    body: { code: 'mails.not-found', detail: expect.stringContaining('already') },
  });
  expect(await outage.passTime(mailRetryHours - 1)).toBeGreaterThan(20);
  expect(await outage.failedTo(to)).toBeUndefined();
  await outage.passTime(2);
  expect(await outage.failedTo(to)).toMatchObject({ _id });
});

test.each([
  ['confirm-address', 'verify-email?token='],
  ['new-password', 'reset-password?token='],
])('a failed mail %s keeps no link, and sending it again makes a new one', async (kind, link) => {
  const email = `${kind}@example.com`;
  await signUp(outage.market.address, { name: 'Mina', email, password: 'Str0ngPass' });
  await outage.market.stranger.post('/auth/request-password-reset', { email });
  await vi.waitFor(async () => expect(await outage.rowsTo(email)).toHaveLength(2), 20_000);
  await outage.passTime(mailRetryHours + 1);
  for (const { body } of await outage.rowsTo(email)) expect(body).toBeNull();
  const { body: list } = await (await outage.adminWithNewToken()).get('/failedMails?limit=100');
  const mail = list.find((each: { to: string; kind: string }) => each.to === email && each.kind === kind);
  const received = await outage.withServer(async () => {
    const reply = await (await outage.adminWithNewToken()).post(`/failedMails/${mail._id}/send`);
    expect(reply.body.modifiedCount).toBe(1);
    await vi.waitFor(async () => expect(await outage.rowsTo(email)).toHaveLength(1), 20_000);
  });
  expect(received).toHaveLength(1);
  // Mail folds long lines (quoted-printable).
  expect(received[0]?.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')).toContain(link);
});

test('a failed mail with a link that two admins send again at once is sent once', async () => {
  const email = 'twice@example.com';
  await signUp(outage.market.address, { name: 'Mina', email, password: 'Str0ngPass' });
  await vi.waitFor(async () => expect(await outage.rowsTo(email)).toHaveLength(1), 20_000);
  await outage.passTime(mailRetryHours + 1);
  const { _id } = await outage.failedTo(email);
  const caller = await outage.adminWithNewToken();
  await Promise.all([1, 2, 3, 4].map(() => caller.post(`/failedMails/${_id}/send`)));
  expect(await outage.rowsTo(email)).toHaveLength(1);
});

test('mail to an address that does not exist is shown at once', async () => {
  const to = `refused-${(mails += 1)}@example.com`;
  const logged = vi.spyOn(outage.market.services.log, 'error');
  await outage.withServer(async () => {
    await queueMail(outage.market.services.db, outage.services(), aMail(to));
    await vi.waitFor(async () => expect(await outage.failedTo(to)).toBeDefined(), 20_000);
  });
  expect((await outage.failedTo(to)).lastError).toContain(`5.1.1 <${to}>: No such mailbox`);
  // The log gets the reason without the address.
  const lines = JSON.stringify(logged.mock.calls);
  expect(lines).toContain('5.1.1 <[address]>: No such mailbox');
  expect(lines).not.toContain(to);
});

test('an admin takes a failed mail off the list', async () => {
  const to = await queueOne();
  await outage.passTime(mailRetryHours + 1);
  const { _id } = await outage.failedTo(to);
  const caller = await outage.adminWithNewToken();
  expect((await caller.delete(`/failedMails/${_id}`)).body).toEqual({ acknowledged: true, deletedCount: 1 });
  expect((await caller.delete(`/failedMails/${_id}`)).body.deletedCount).toBe(0);
  expect(await outage.rowsTo(to)).toEqual([]);
});

test('a mail that one process is claiming is sent by it alone, while others are sent', async () => {
  const all = [await queueOne(), await queueOne()];
  const sent: string[] = [];
  const send = async ({ to }: { to: string }): Promise<void> => void sent.push(to);
  // By the market's clock they are not due yet, so its own job does not send them.
  const clock = { now: () => new Date(outage.market.clock.now().getTime() + hourMs) };
  const { sending, others } = await outage.market.services.db.transaction(async (tx) => {
    const claimed = await claimDue(tx, clock.now());
    const begun = {
      sending: sendDueMails({ ...outage.services(), mailer: { send }, clock }),
      others: all.filter((to) => to !== claimed?.recipient),
    };
    expect(begun.others).toHaveLength(1);
    await expect.poll(() => sent).toEqual(begun.others);
    return begun;
  });
  await sending;
  expect(sent).toEqual(others);
});

test('claiming one mail leaves the others due, whatever the planner knows of the table', async () => {
  const { db } = outage.market.services;
  // By the market's clock they are not due yet, so its own job does not send them.
  const now = new Date(outage.market.clock.now().getTime() + hourMs);
  const insert = (second: number): Promise<unknown> => {
    const queuedAt = new Date(now.getTime() - minuteMs + second * 1000);
    const { title: subject, text: body, ...mail } = aMail('buyer@example.com');
    const row = { ...mail, id: newId(), recipient: mail.to, subject, body, queuedAt };
    return db.insert(tables.mails).values({ ...row, nextAttemptAt: queuedAt });
  };
  await insert(0);
  // For a table of one row, the planner may run a subquery again for each row that it finds.
  await db.execute(sql`vacuum analyze mails`);
  await Promise.all([1, 2, 3].map(insert));
  const claimed = [await claimDue(db, now), await claimDue(db, now), await claimDue(db, now)];
  expect(claimed).not.toContain(undefined);
});

test('a mail is sent once although the mail server takes two minutes for it', async () => {
  const to = await queueOne();
  const sent: string[] = [];
  let minutes = 5;
  const clock = { now: () => new Date(outage.market.clock.now().getTime() + minutes * minuteMs) };
  const send = async (mail: { to: string }): Promise<void> => {
    sent.push(mail.to);
    if (sent.length > 1) return;
    minutes += 2;
    await sendDueMails({ ...outage.services(), mailer: { send }, clock });
  };
  await sendDueMails({ ...outage.services(), mailer: { send }, clock });
  expect(sent).toEqual([to]);
});

test('a mail that was postponed by a clock half a day ahead is sent when the clock is right', async () => {
  const to = await queueOne();
  outage.market.clock.advance(12 * 60);
  await sendDueMails(outage.services());
  outage.market.clock.advance(-12 * 60);
  const sent: string[] = [];
  const send = async (mail: { to: string }): Promise<void> => void sent.push(mail.to);
  // An hour later, in case the market's own job has just tried.
  const clock = { now: () => new Date(outage.market.clock.now().getTime() + hourMs) };
  await sendDueMails({ ...outage.services(), mailer: { send }, clock });
  expect(sent).toContain(to);
});

test('a process that is about to end sends no further mail of those that wait', async () => {
  const all = [await queueOne(), await queueOne(), await queueOne()];
  const ending = new AbortController();
  const sent: string[] = [];
  const send = async ({ to }: { to: string }): Promise<void> => {
    sent.push(to);
    ending.abort();
  };
  // By the market's clock they are not due yet, so its own job does not send them.
  const clock = { now: () => new Date(outage.market.clock.now().getTime() + hourMs) };
  await sendDueMails({ ...outage.services(), mailer: { send }, clock }, { ending: ending.signal });
  expect(sent).toHaveLength(1);
  await outage.withServer(async () => {
    outage.market.clock.advance(120);
    await sendDueMails(outage.services());
    for (const to of all) await outage.untilSent(to);
  });
});

test('mail that is tried again is counted until it is sent', async () => {
  const to = await queueOne();
  expect(await outage.count('mails_delayed', 'money-returned')).toBe(1);
  await outage.withServer(async () => {
    outage.market.clock.advance(60);
    await sendDueMails(outage.services());
    await outage.untilSent(to);
  });
  expect(await outage.count('mails_delayed', 'money-returned')).toBe(0);
});

const aMail = (to: string) => ({
  kind: 'money-returned',
  personId: newId(),
  to,
  title: 'Your money for the Pixel',
  text: 'Is on its way.',
  reason: 'It is about your money.',
});

/** Queues a mail whose first attempt has failed. @returns its recipient */
async function queueOne(): Promise<string> {
  const to = `buyer-${(mails += 1)}@example.com`;
  await queueMail(outage.market.services.db, outage.services(), aMail(to));
  await vi.waitFor(async () => expect((await outage.rowsTo(to))[0]?.last_error).toBeTruthy(), 20_000);
  return to;
}
