import { once } from 'node:events';
import { connect } from 'node:net';

import Fastify, { type FastifyInstance } from 'fastify';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { mailSandbox, type MailSandbox } from './sandbox.ts';

const log = { warn: () => undefined, error: () => undefined };
let database: TestDatabase;
let pool: pg.Pool;
let sandbox: MailSandbox;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});

beforeEach(async () => {
  await open();
});

afterEach(async () => {
  await close();
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a mail sent by SMTP is shown with its links', async () => {
  await send(
    'Mina@example.com',
    'Your new password',
    'Hello Mina,\nopen http://localhost:3000/reset?token=a&b=1. Soon.',
  );
  const [mail] = await messages('mina@example.com');
  expect(mail).toMatchObject({
    to: ['mina@example.com'],
    from: 'Ringback <no-reply@example.com>',
    subject: 'Your new password',
    links: ['http://localhost:3000/reset?token=a&b=1'],
  });
  const page = await app.inject(`/sandbox/mail/${mail?.id}`);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<a href="http://localhost:3000/reset?token=a&#38;b=1" rel="noreferrer">');
});

test('the list is newest first and can be narrowed to one recipient', async () => {
  await send('first@example.com', 'One', 'One');
  await send('second@example.com', 'Two', 'Two');
  await send('first@example.com', 'Three', 'Three');
  expect((await messages('first@example.com')).map((mail) => mail.subject)).toEqual(['Three', 'One']);
  const page = await app.inject('/sandbox/mail?to=second%40example.com');
  expect(page.body).toContain('Two');
  expect(page.body).not.toContain('Three');
});

test('the text of a mail cannot become markup of the page', async () => {
  await send(
    'evil@example.com',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)> javascript:alert(1)',
  );
  const [mail] = await messages('evil@example.com');
  const list = await app.inject('/sandbox/mail/?to=evil%40example.com');
  const page = await app.inject(`/sandbox/mail/${mail?.id}`);
  for (const { body, headers } of [list, page]) {
    expect(body).not.toMatch(/<script|<img|href="javascript/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'/);
  }
});

test('a mail is shown as it looks, in a frame in which nothing runs', async () => {
  await createTransport(sandbox.smtpUrl).sendMail({
    from: 'no-reply@example.com',
    to: 'html@example.com',
    subject: 'As it looks',
    text: 'As text',
    html: '<html><head></head><body><p style="color:red">As HTML</p><script>alert(1)</script></body></html>',
    headers: {
      'List-Unsubscribe': '<http://localhost:3000/off?token=a>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
  const [mail] = await messages('html@example.com');
  const page = await app.inject(`/sandbox/mail/${mail?.id}`);
  expect(page.body).toContain(`<iframe title="The mail as it looks" src="/sandbox/mail/${mail?.id}/html"`);
  expect(page.body).toContain('<form method="post" action="http://localhost:3000/off?token=a">');
  const frame = await app.inject(`/sandbox/mail/${mail?.id}/html`);
  expect(frame.body).toContain('As HTML');
  expect(frame.headers['content-security-policy']).toMatch(/^default-src 'none'; .*; sandbox allow-popups/);
  expect(frame.headers['content-security-policy']).not.toContain('script');
});

test('mail outlives the program', async () => {
  await send('kept@example.com', 'Kept', 'Kept');
  await close();
  await open();
  expect((await messages('kept@example.com')).map((mail) => mail.subject)).toEqual(['Kept']);
});

test('a thousand mails are kept, the oldest make room', async () => {
  await pool.query(
    `insert into sandbox_mail.mails (sender, recipients, subject, body) select '', '{many@example.com}', n::text, '' from generate_series(1, 1100) n`,
  );
  await send('many@example.com', 'newest', 'newest');
  const { rows } = await pool.query('select count(*)::int as count from sandbox_mail.mails');
  expect(rows).toEqual([{ count: 1000 }]);
  expect((await messages('many@example.com'))[0]?.subject).toBe('newest');
});

test.each(['0', '99999999999999999999', 'abc', '%00'])('no mail %s is a clear 404', async (id) => {
  const page = await app.inject(`/sandbox/mail/${id}`);
  expect(page.statusCode).toBe(404);
  expect(page.body).toContain('No such mail');
});

test('a connection that says nothing does not keep the outbox from closing', async () => {
  const other = await mailSandbox({ pool, log });
  const { hostname, port } = new URL(other.smtpUrl);
  const stuck = connect(Number(port), hostname);
  await once(stuck, 'data');
  const ended = once(stuck, 'close');
  await other.close();
  await ended;
});

type Message = { id: string; from: string; to: string[]; subject: string; links: string[] };

async function messages(to: string): Promise<Message[]> {
  const reply = await app.inject(`/sandbox/mail/messages.json?to=${encodeURIComponent(to)}`);
  return reply.json<Message[]>();
}

async function send(to: string, subject: string, text: string): Promise<void> {
  const transport = createTransport(sandbox.smtpUrl);
  await transport.sendMail({ from: 'Ringback <no-reply@example.com>', to, subject, text });
}

async function open(): Promise<void> {
  sandbox = await mailSandbox({ pool, log });
  app = Fastify();
  await app.register(sandbox.plugin, { prefix: '/sandbox/mail' });
}

async function close(): Promise<void> {
  await app.close();
  await sandbox.close();
}
