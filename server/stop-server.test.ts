// How a process stops on a signal, whatever hangs at that moment.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createTestDatabase } from '#testing/database.ts';
import { startServerChild } from '#testing/server-child.ts';
import { visitorOf } from '#testing/visitor.ts';

/** A server that accepts connections and sends nothing, like a mail server that hangs. */
async function silentServer() {
  const sockets = new Set<Socket>();
  const { promise: firstConnection, resolve: connected } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    connected();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, firstConnection };
}

async function startChild(more: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'ringback-stop-'));
  onTestFinished(async () => {
    await rm(dataDir, { recursive: true, force: true });
    await database.drop();
  });
  const child = startServerChild({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://127.0.0.1',
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'silent',
    ...more,
  });
  return { child, address: (await child.ready).address };
}

/** A connection on which a request has begun. */
async function begin(address: string, firstPart: string) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.write(firstPart, () => resolve()));
  return {
    received: () => received,
    /** Sends the rest. @returns all that was answered until the server closed the connection */
    finish: async (rest: string): Promise<string> => {
      socket.write(rest);
      await ended;
      return received;
    },
  };
}

const accepts = (address: string): Promise<boolean> =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  );

test(
  'requests that have begun when the process is asked to end, and those on idle connections, are answered, and their connections are closed',
  { timeout: 120_000 },
  async () => {
    const { child, address } = await startChild({ LOG_LEVEL: 'info' });
    const request = 'GET /api/category HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
    const idle = await begin(address, request);
    await expect.poll(idle.received).toContain('200 OK');
    const body = '{"email":"mina@example.com","password":"Str0ngPass"}';
    const signIn =
      'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${body.length}\r\n\r\n`;
    const withBody = await begin(address, `${signIn}${body.slice(0, 9)}`);
    const withoutBody = await begin(address, 'GET /api/category HTTP/1.1\r\nHost: 127.0.0.1\r\n');
    // Whoever is answered later has connected later: the server has read both beginnings.
    expect(await accepts(address)).toBe(true);
    const ended = child.end('SIGTERM');
    await expect.poll(() => accepts(address), { interval: 10 }).toBe(false);
    const [ofIdle, ...answers] = await Promise.all([
      idle.finish(request),
      withBody.finish(body.slice(9)),
      withoutBody.finish('\r\n'),
    ]);
    expect(answers.map((answer) => answer.split('\r\n')[0])).toEqual([
      'HTTP/1.1 401 Unauthorized',
      'HTTP/1.1 200 OK',
    ]);
    for (const answer of answers) expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(ofIdle.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(2);
    expect(ofIdle.toLowerCase().match(/\r\nconnection: close\r\n/g)).toHaveLength(1);
    expect(await ended).toBe(0);
    await expect.poll(child.log).toMatch(/"signal":"SIGTERM","msg":"stopping"[^]*"msg":"stopped"/);
  },
);

test('a process that is asked to end while a mail server hangs ends well', { timeout: 120_000 }, async () => {
  const smtp = await silentServer();
  const { child, address } = await startChild({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
  // Signing up sends a mail; its job now waits for a greeting that never comes.
  await visitorOf(address).call('POST', '/auth/sign-up/email', {
    name: 'Mina',
    email: 'mina@example.com',
    password: 'Str0ngPass',
  });
  await smtp.firstConnection;
  expect(await child.end('SIGTERM')).toBe(0);
});

test(
  'a request to end that comes twice, as from a terminal and from npm, ends well',
  { timeout: 120_000 },
  async () => {
    const { child } = await startChild();
    const ended = child.end('SIGINT');
    // Two signals of one kind may arrive as one.
    child.process.kill('SIGTERM');
    expect(await ended).toBe(0);
  },
);
