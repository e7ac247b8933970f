// How a process stops on a signal, whatever hangs at that moment.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
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

test('a process that is asked to end while a mail server hangs ends well', { timeout: 120_000 }, async () => {
  const smtp = await silentServer();
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
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'silent',
  });
  const { address } = await child.ready;
  // Signing up sends a mail; its job now waits for a greeting that never comes.
  await visitorOf(address).call('POST', '/auth/sign-up/email', {
    name: 'Mina',
    email: 'mina@example.com',
    password: 'Str0ngPass',
  });
  await smtp.firstConnection;
  expect(await child.end('SIGTERM')).toBe(0);
});
