// A day without a mail server: everything is tried again, and what comes to nothing is shown and can be sent again.
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { mailPatienceHours } from '#contract/mails.ts';
import { callerOf } from '#testing/caller.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { signUp } from '#testing/visitor.ts';
import { freePort } from '#server/platform/process/free-port.ts';
import { queueMail, sendDueMails } from './service.ts';

let market: Market;
let admin: TestPerson;
let port: number;
let mails = 0;
beforeAll(async () => {
  port = await freePort();
  market = await openMarket({ smtpUrl: `smtp://127.0.0.1:${port}` });
  admin = await market.person('admin');
});
afterAll(() => market.close());

test('mail is tried for a day, ever more rarely, and arrives when the mail server is back', async () => {
  const to = await queueOne();
  const tried = await passTime(mailPatienceHours - 1);
  // Twelve in the first hours, then one an hour.
  expect(tried).toBeGreaterThan(24);
  expect(tried).toBeLessThan(40);
  expect(await failedTo(to)).toBeUndefined();
  const received = await withServer(async () => {
    market.clock.advance(60);
    await sendDueMails(services());
    await untilSent(to);
  });
  expect(received).toEqual([expect.stringContaining(`To: ${to}`)]);
  await passTime(2);
  expect(await failedTo(to)).toBeUndefined();
});

test('mail that nobody took for a day is shown without its text and counted, and can be sent again', async () => {
  const to = await queueOne();
  await passTime(mailPatienceHours + 1);
  const mail = await failedTo(to);
  expect(mail).toEqual({
    _id: expect.any(String),
    kind: 'money-returned',
    to,
    time: expect.stringMatching(/Z$/),
    failedAt: expect.stringMatching(/Z$/),
    lastError: expect.stringContaining('ECONNREFUSED'),
  });
  expect(await failedCount('money-returned')).toBe(1);
  // It is not tried any more.
  expect(await passTime(24)).toBe(0);
  const received = await withServer(async () => {
    const reply = await (await adminWithNewToken()).post(`/failedMails/${mail._id}/send`);
    expect(reply.body).toEqual({ acknowledged: true, modifiedCount: 1 });
    await untilSent(to);
  });
  expect(received).toEqual([expect.stringContaining('Your money for the Pixel')]);
  expect(await failedTo(to)).toBeUndefined();
  expect(await failedCount('money-returned')).toBe(0);
});

test('a mail that is sent again in vain is tried for another day', async () => {
  const to = await queueOne();
  await passTime(mailPatienceHours + 1);
  const { _id } = await failedTo(to);
  const caller = await adminWithNewToken();
  expect((await caller.post(`/failedMails/${_id}/send`)).body.modifiedCount).toBe(1);
  expect((await caller.post(`/failedMails/${_id}/send`)).status).toBe(404);
  expect(await passTime(mailPatienceHours - 1)).toBeGreaterThan(20);
  expect(await failedTo(to)).toBeUndefined();
  await passTime(2);
  expect(await failedTo(to)).toMatchObject({ _id });
});

test.each([
  ['confirm-address', 'verify-email?token='],
  ['new-password', 'reset-password?token='],
])('a failed mail %s keeps no link, and sending it again makes a new one', async (kind, link) => {
  const email = `${kind}@example.com`;
  await signUp(market.address, { name: 'Mina', email, password: 'Str0ngPass' });
  await market.stranger.post('/auth/request-password-reset', { email });
  await vi.waitFor(async () => expect(await rowsTo(email)).toHaveLength(2), 20_000);
  await passTime(mailPatienceHours + 1);
  for (const { body } of await rowsTo(email)) expect(body).toBeNull();
  const { body: list } = await (await adminWithNewToken()).get('/failedMails?limit=100');
  const mail = list.find((each: { to: string; kind: string }) => each.to === email && each.kind === kind);
  const received = await withServer(async () => {
    const reply = await (await adminWithNewToken()).post(`/failedMails/${mail._id}/send`);
    expect(reply.body.modifiedCount).toBe(1);
    await vi.waitFor(async () => expect(await rowsTo(email)).toHaveLength(1), 20_000);
  });
  expect(received).toHaveLength(1);
  // Long lines are folded in a mail.
  expect(received[0]?.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')).toContain(link);
});

test('mail to an address that does not exist is shown at once', async () => {
  const to = `refused-${(mails += 1)}@example.com`;
  await withServer(async () => {
    await queueMail(market.services.db, services(), aMail(to));
    await vi.waitFor(async () => expect(await failedTo(to)).toBeDefined(), 20_000);
  });
  expect((await failedTo(to)).lastError).toContain('5.1.1 No such mailbox');
});

test('an admin takes a failed mail off the list', async () => {
  const to = await queueOne();
  await passTime(mailPatienceHours + 1);
  const { _id } = await failedTo(to);
  const caller = await adminWithNewToken();
  expect((await caller.delete(`/failedMails/${_id}`)).body).toEqual({ acknowledged: true, deletedCount: 1 });
  expect((await caller.delete(`/failedMails/${_id}`)).body.deletedCount).toBe(0);
  expect(await rowsTo(to)).toEqual([]);
});

test('of two processes at once only one sends a mail', async () => {
  const to = await queueOne();
  await passTime(1);
  const received = await withServer(async () => {
    market.clock.advance(60);
    await Promise.all([1, 2, 3].map(() => sendDueMails(services())));
    await untilSent(to);
  });
  expect(received).toEqual([expect.stringContaining(`To: ${to}`)]);
});

const services = () => ({ ...market.services, publicUrl: market.address });

const aMail = (to: string) => ({
  kind: 'money-returned',
  to,
  title: 'Your money for the Pixel',
  text: 'Is on its way.',
  reason: 'It is about your money.',
});

/** Queues a mail, of which the first attempt has failed. @returns whom it is for */
async function queueOne(): Promise<string> {
  const to = `buyer-${(mails += 1)}@example.com`;
  await queueMail(market.services.db, services(), aMail(to));
  await vi.waitFor(async () => expect((await rowsTo(to))[0]?.last_error).toBeTruthy(), 20_000);
  return to;
}

/** The market's own job may be the one that sends it: the server has to be there for as long. */
const untilSent = (to: string): Promise<void> => expect.poll(() => rowsTo(to)).toEqual([]);

async function rowsTo(to: string): Promise<{ body: string | null; last_error: string | null }[]> {
  const text = 'select body, last_error from mails where recipient = $1';
  return (await market.services.db.$client.query(text, [to])).rows;
}

/** Hours go by, in steps of ten minutes. @returns how often a mail was tried */
async function passTime(hours: number): Promise<number> {
  const before = await attempts();
  for (let minutes = 0; minutes < hours * 60; minutes += 10) {
    market.clock.advance(10);
    await sendDueMails(services());
  }
  return (await attempts()) - before;
}

async function attempts(): Promise<number> {
  const { rows } = await market.services.db.$client.query(
    'select coalesce(sum(attempts), 0)::int as n from mails',
  );
  return rows[0].n;
}

/** A mail server that is there while `run` runs. @returns what it took */
async function withServer(run: () => Promise<void>): Promise<string[]> {
  const received: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('refused') ? noSuchMailbox() : null),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  try {
    await run();
  } finally {
    await new Promise<void>((done) => server.close(done));
  }
  return received;
}

const noSuchMailbox = () => Object.assign(new Error('5.1.1 No such mailbox'), { responseCode: 550 });

/** Moving the clock signs everybody out. */
const adminWithNewToken = async () => callerOf(market.address, await market.services.tokens.issue(admin));

async function failedTo(address: string) {
  const { body } = await (await adminWithNewToken()).get('/failedMails?limit=100');
  return body.find(({ to }: { to: string }) => to === address);
}

async function failedCount(kind: string): Promise<number> {
  const metrics = await (await fetch(`${market.address}/metrics`)).text();
  return Number(new RegExp(`^mails_failed\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(metrics)?.[1]);
}
