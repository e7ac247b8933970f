import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { createStreams } from './open-streams.ts';

test('of a client that leaves before its stream is opened nothing is kept', async () => {
  const streams = createStreams();
  const leaving = new AbortController();
  const opened = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    response.once('close', () => {
      streams.open('somebody', response, async () => true);
      opened.resolve();
    });
    leaving.abort();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    streams.close();
    server.close();
  });
  // A server that listens on a port always has an address of this type.
  const { port } = server.address() as AddressInfo;
  await expect(fetch(`http://127.0.0.1:${port}`, { signal: leaving.signal })).rejects.toThrow('aborted');
  await opened.promise;
  expect(streams.count()).toBe(0);
});
