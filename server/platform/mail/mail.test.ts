import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createMailer } from './mail.ts';

type Received = { recipients: string[]; source: string };

const log = { info: () => undefined };
const open: SMTPServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise<void>((done) => server.close(done))));
});

test('a mail reaches the SMTP server with sender, subject, text and HTML', async () => {
  const { url, received } = await listen();
  const mailer = createMailer({ smtpUrl: url, from: 'Ringback <no-reply@example.com>', log });
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
  const mailer = createMailer({ smtpUrl: url, from: 'Ringback <no-reply@example.com>', log });
  const mail = { id: '0190a1b2', to: 'mina@example.com', subject: 'Hello', text: 'Hello' };
  await mailer.send(mail);
  await mailer.send(mail);
  const ids = received.map(({ source }) => /^Message-ID: (\S+)/im.exec(source)?.[1]);
  expect(ids).toEqual(['<0190a1b2@example.com>', '<0190a1b2@example.com>']);
});

test('an address cannot smuggle in a second recipient or a header', async () => {
  const { url, received } = await listen();
  const mailer = createMailer({ smtpUrl: url, from: 'no-reply@example.com', log });
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

test('a refused mail is an error for the caller', async () => {
  const { url } = await listen('no such mailbox');
  const mailer = createMailer({ smtpUrl: url, from: 'no-reply@example.com', log });
  await expect(
    mailer.send({ id: '0190a1b2', to: 'mina@example.com', subject: 'Hello', text: 'Hello' }),
  ).rejects.toThrow(/no such mailbox/);
});

/** An SMTP server of its own on a free port. */
async function listen(refusal?: string): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusal === undefined ? null : new Error(refusal)),
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
  open.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the SMTP server has no port');
  return { url: `smtp://127.0.0.1:${address.port}`, received };
}
