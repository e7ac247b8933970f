import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

import { SMTPServer } from 'smtp-server';
import { afterEach, expect, onTestFinished, test } from 'vitest';

import { createMailer, type Mailer, type MailerOptions } from './mail.ts';

type Received = { recipients: string[]; source: string };

const log = { info: () => undefined };
const open: SMTPServer[] = [];
const mailers: Mailer[] = [];

/** A mailer that is closed after the test. */
function openMailer(options: Pick<MailerOptions, 'smtpUrl' | 'from'>): Mailer {
  const mailer = createMailer({ ...options, log });
  mailers.push(mailer);
  return mailer;
}

afterEach(async () => {
  for (const mailer of mailers.splice(0)) mailer.close();
  await Promise.all(open.splice(0).map((server) => new Promise<void>((done) => server.close(done))));
});

test('a mail reaches the SMTP server with sender, subject, text and HTML', async () => {
  const { url, received } = await listen();
  const mailer = openMailer({ smtpUrl: url, from: 'Ringback <no-reply@example.com>' });
  await mailer.send({
    id: '0190a1b2',
    to: 'mina@example.com',
    subject: 'Your new password',
    text: 'Open http://localhost:3000/reset',
    html: '<p>Open the page</p>',
  });
  expect(received).toHaveLength(1);
  expect(received[0]?.recipients).toEqual(['mina@example.com']);
  expect(received[0]?.source).toMatch(/^From: Ringback <no-reply@example\.com>/m);
  expect(received[0]?.source).toMatch(/^Subject: Your new password/m);
  expect(received[0]?.source).toContain('Open http://localhost:3000/reset');
  expect(received[0]?.source).toContain('<p>Open the page</p>');
});

test('a mail that is sent again has the Message-ID of the first attempt', async () => {
  const { url, received } = await listen();
  const mailer = openMailer({ smtpUrl: url, from: 'Ringback <no-reply@example.com>' });
  const mail = { id: '0190a1b2', to: 'mina@example.com', subject: 'Hello', text: 'Hello' };
  await mailer.send(mail);
  await mailer.send(mail);
  const ids = received.map(({ source }) => /^Message-ID: (\S+)/im.exec(source)?.[1]);
  expect(ids).toEqual(['<0190a1b2@example.com>', '<0190a1b2@example.com>']);
});

test('mails that follow each other share a connection', async () => {
  const { url, received, sessions } = await listen();
  const mailer = openMailer({ smtpUrl: url, from: 'no-reply@example.com' });
  const send = (to: string) => mailer.send({ id: to, to, subject: 'Hello', text: 'Hello' });
  await send('mina@example.com');
  await send('rahim@example.com');
  expect(received.flatMap(({ recipients }) => recipients)).toEqual(['mina@example.com', 'rahim@example.com']);
  expect(sessions()).toBe(1);
});

test('a connection that the server has closed meanwhile loses no mail', async () => {
  const { url, received, sessions, hangUp } = await listen();
  const mailer = openMailer({ smtpUrl: url, from: 'no-reply@example.com' });
  const send = (id: string) => mailer.send({ id, to: 'mina@example.com', subject: id, text: 'Hello' });
  await send('first');
  hangUp();
  await send('second');
  expect(received).toHaveLength(2);
  expect(sessions()).toBe(2);
});

test('closing ends a mail that the server does not take', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const connected = once(silent, 'connection');
  const mailer = createMailer({ smtpUrl: urlOf(silent), from: 'no-reply@example.com', log });
  const sent = mailer.send({ id: '1', to: 'mina@example.com', subject: 'Hello', text: 'Hello' });
  const ended = expect(sent).rejects.toThrow(/closed/);
  await connected;
  mailer.close();
  await ended;
});

test('an address cannot smuggle in a second recipient or a header', async () => {
  const { url, received } = await listen();
  const mailer = openMailer({ smtpUrl: url, from: 'no-reply@example.com' });
  const send = (to: string) =>
    mailer.send({ id: '0190a1b2', to, subject: 'Hello\r\nX-Evil: 1', text: 'Hello' });
  await Promise.allSettled([
    send('mina@example.com, eve@example.com'),
    send('mina@example.com\r\nBcc: eve@example.com'),
  ]);
  await send('mina@example.com');
  expect(received.flatMap((mail) => mail.recipients)).not.toContain('eve@example.com');
  expect(received.map((mail) => mail.source).join('\n')).not.toMatch(/^X-Evil/m);
});

test('no password is sent over a connection that the server does not encrypt', async () => {
  const { url, received, passwords } = await listen({ disabledCommands: ['STARTTLS'] });
  const withPassword = url.replace('//', '//ringback:hunter2@');
  const mail = { id: '0190a1b2', to: 'mina@example.com', subject: 'Hello', text: 'Hello' };
  const mailer = openMailer({ smtpUrl: withPassword, from: 'no-reply@example.com' });
  await expect(mailer.send(mail)).rejects.toThrow(/STARTTLS/);
  expect({ received, passwords }).toEqual({ received: [], passwords: [] });
  const careless = openMailer({
    smtpUrl: `${withPassword}?requireTLS=false`,
    from: 'no-reply@example.com',
  });
  await careless.send(mail);
  expect({ received: received.length, passwords }).toEqual({ received: 1, passwords: ['hunter2'] });
});

test('a refused mail is an error for the caller, and the next one is sent', async () => {
  const { url, received } = await listen();
  const mailer = openMailer({ smtpUrl: url, from: 'no-reply@example.com' });
  const send = (to: string) => mailer.send({ id: to, to, subject: 'Hello', text: 'Hello' });
  await send('rahim@example.com');
  await expect(send('nobody@refused.example')).rejects.toThrow(/no such mailbox/);
  await send('mina@example.com');
  expect(received.flatMap(({ recipients }) => recipients)).toEqual(['rahim@example.com', 'mina@example.com']);
});

/** An SMTP server of its own on a free port, which knows nobody at refused.example. */
async function listen({ disabledCommands = ['AUTH', 'STARTTLS'] } = {}) {
  const received: Received[] = [];
  const passwords: (string | null | undefined)[] = [];
  const sockets = new Set<Socket>();
  let sessions = 0;
  const server = new SMTPServer({
    disabledCommands,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      passwords.push(password);
      done(null, { user: username });
    },
    onConnect: (_session, done) => {
      sessions += 1;
      done();
    },
    onRcptTo: ({ address }, _session, done) =>
      done(address.endsWith('@refused.example') ? new Error('no such mailbox') : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  server.server.on('connection', (socket: Socket) => void sockets.add(socket));
  open.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: urlOf(server.server),
    received,
    passwords,
    sessions: () => sessions,
    /** Closes every connection. */
    hangUp: () => sockets.forEach((socket) => socket.destroy()),
  };
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the SMTP server has no port');
  return `smtp://127.0.0.1:${address.port}`;
}
