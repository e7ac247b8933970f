import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { insertMail } from './mail-store.ts';

export type Inbox = { smtpUrl: string; close: () => Promise<void> };
type Options = { pool: pg.Pool; port: number; log: Pick<FastifyBaseLogger, 'warn' | 'error'> };

/** How long an idle connection may delay the end of the process. */
const closeTimeoutMs = 1_000;

const largestMail = 2 * 1024 * 1024;

/** Listens for SMTP on the loopback address and stores what arrives; port 0 takes a free one. */
export async function receiveMail({ pool, port, log }: Options): Promise<Inbox> {
  const server = new SMTPServer({
    banner: 'Ringback mail sandbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: closeTimeoutMs,
    size: largestMail,
    onRcptTo: ({ address }, _session, done) => done(isRefused(address) ? noSuchMailbox() : null),
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      void answer(keepMail(pool, stream, recipients), done, log);
    },
  });
  const bound = await listen(server, port);
  server.on('error', (error) => log.warn({ error }, 'mail sandbox: connection failed'));
  return { smtpUrl: `smtp://127.0.0.1:${bound}`, close: () => close(server) };
}

/** Addresses without a mailbox, to simulate a mistyped address. */
const isRefused = (address: string): boolean => address.toLowerCase().endsWith('@refused.example');

const noSuchMailbox = () => Object.assign(new Error('5.1.1 No such mailbox'), { responseCode: 550 });

/** If a mail could not be stored, the sender is told and tries again. */
async function answer(
  work: Promise<void>,
  done: (error?: Error) => void,
  log: Options['log'],
): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.error({ error }, 'mail sandbox: a mail was not kept');
    return done(error instanceof Error ? error : new Error('not kept'));
  }
  done();
}

async function keepMail(pool: pg.Pool, stream: Readable, recipients: string[]): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Node's byte streams yield Buffers, but their type does not say so.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestMail) chunks.push(chunk);
  }
  if (size > largestMail) throw new Error('the mail is larger than 2 MB');
  const parsed = await PostalMime.parse(Buffer.concat(chunks));
  const sender = parsed.from;
  const name = sender?.name === undefined || sender.name === '' ? '' : `${sender.name} `;
  await insertMail(pool, {
    from: sender === undefined ? '' : `${name}<${sender.address ?? ''}>`,
    to: recipients,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? null,
    unsubscribeUrl: unsubscribeUrlOf(parsed.headers),
  });
}

/** Only if one click is supported, as the mail's other header says. */
function unsubscribeUrlOf(headers: readonly { key: string; value: string }[]): string | null {
  const valueOf = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
  if (valueOf('list-unsubscribe-post').trim() !== 'List-Unsubscribe=One-Click') return null;
  return /<(https?:[^>]+)>/.exec(valueOf('list-unsubscribe'))?.[1] ?? null;
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.server.address();
      resolve(address === null || typeof address === 'string' ? port : address.port);
    });
  });
}

function close(server: SMTPServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
