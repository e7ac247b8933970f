import { type AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';

import { createSendByFetch } from './send-by-fetch.ts';
import { NetworkError, type SendRequest } from './send.ts';

test('a call that is not answered in time ends with words of ours, and counts as unanswered', async () => {
  const send = createSendByFetch({ callMs: 50, uploadMs: 60_000 });
  const failure = await send(await unanswered()).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NetworkError);
  expect(failure).toMatchObject({ message: expect.stringContaining('took too long to answer') });
});

test('an upload has its own, longer time', async () => {
  const send = createSendByFetch({ callMs: 60_000, uploadMs: 50 });
  const failure = send({ ...(await unanswered()), method: 'POST', body: new FormData() });
  await expect(failure).rejects.toThrow('took too long to answer');
});

test('a request that its page takes back ends with the page’s own reason', async () => {
  const send = createSendByFetch();
  const page = new AbortController();
  const reply = send({ ...(await unanswered()), signal: page.signal });
  page.abort(new Error('The page is gone.'));
  await expect(reply).rejects.toThrow('The page is gone.');
});

test('a server that cannot be reached is not called slow', async () => {
  const { server, request } = await listening();
  await new Promise((resolve) => server.close(resolve));
  const failure = await createSendByFetch()(request).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NetworkError);
  expect(failure).toMatchObject({
    message: expect.stringContaining('cannot be reached'),
    cause: { cause: { code: 'ECONNREFUSED' } },
  });
});

/** A request to a server that accepts it and never answers. */
async function unanswered(): Promise<SendRequest> {
  const { server, request } = await listening();
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return request;
}

async function listening(): Promise<{ server: Server; request: SendRequest }> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address of this type.
  const { port } = server.address() as AddressInfo;
  const request = { method: 'GET', url: `http://127.0.0.1:${port}/`, path: '/', headers: {} } as const;
  return { server, request };
}
