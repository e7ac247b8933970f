// Uploads by HTTP that never end, or too many at once.
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { drawPhoto } from '#testing/draw-photo.ts';
import { createUploadGate } from './admit-upload.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const head = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
const tail = '\r\n--b--\r\n';

/** Sends the first bytes of an upload; the test sends the rest. */
function begin({ token = '' }: Pick<TestPerson, 'token'>, bytes: Uint8Array) {
  const sending = request(`${market.address}/api/images`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + bytes.length + tail.length,
    },
  });
  onTestFinished(() => void sending.destroy());
  sending.on('error', () => undefined).write(head);
  const answered = answerOf(sending);
  // A test may end before the answer.
  answered.catch(() => undefined);
  return {
    sending,
    /** Sends the rest of the upload. */
    finish: () => void sending.end(Buffer.concat([bytes, Buffer.from(tail)])),
    answered,
  };
}

/** Uploads a whole picture at each call. */
const statusOfNext = (person: TestPerson, photo: Uint8Array) => async () => {
  const upload = begin(person, photo);
  upload.finish();
  return (await upload.answered).status;
};

async function answerOf(sending: ClientRequest) {
  const [response]: IncomingMessage[] = await once(sending, 'response');
  if (response === undefined) throw new Error('no response');
  const { statusCode: status, headers } = response;
  // oxlint-disable-next-line typescript/no-explicit-any -- an answer of any shape is looked at
  return { status, headers, body: (await json(response)) as any };
}

test('a third upload of a person is refused before it is read, until one of the two is done', async () => {
  const [mina, omar] = [await market.person('seller'), await market.person('seller')];
  const photo = await drawPhoto();
  const uploads = [1, 2, 3].map(() => begin(mina, photo));
  // The one that arrives last is refused; the others are not answered before they end.
  const refused = await Promise.race(uploads.map(async (upload) => ({ upload, ...(await upload.answered) })));
  expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'media.too-many-at-once' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const [first, second] = uploads.filter((upload) => upload !== refused.upload);

  const other = begin(omar, photo);
  other.finish();
  expect(await other.answered).toMatchObject({ status: 200 });

  first?.finish();
  expect(await first?.answered).toMatchObject({ status: 200 });
  const next = begin(mina, photo);
  next.finish();
  second?.finish();
  expect([await next.answered, await second?.answered]).toMatchObject([{ status: 200 }, { status: 200 }]);
});

test('what is being uploaded has no name on the disk, and makes room when its sender goes', async () => {
  const mina = await market.person('seller');
  const photo = await drawPhoto();
  const folder = join(market.services.config.dataDir, 'uploads');
  // It appears again with the first bytes of an upload.
  await rm(folder, { recursive: true, force: true });
  const uploads = [begin(mina, photo), begin(mina, photo)];
  for (const { sending } of uploads) sending.write(photo.subarray(0, 1_000));
  await expect.poll(() => readdir(folder).catch(() => undefined)).toEqual([]);
  for (const { sending } of uploads) sending.destroy();
  await expect.poll(statusOfNext(mina, photo), { timeout: 25_000 }).toBe(200);
});

test('senders who go before anything is read make room as well', async () => {
  const mina = await market.person('seller');
  const { port, hostname } = new URL(market.address);
  const lines = [
    'POST /api/images HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${mina.token}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 9000',
  ];
  for (let upload = 0; upload < 10; upload += 1) {
    const socket = connect(Number(port), hostname);
    // The end of the sender's side arrives together with the head of the body.
    socket.resume().end(`${lines.join('\r\n')}\r\n\r\n${head}`);
    await once(socket, 'close');
  }
  await expect.poll(statusOfNext(mina, await drawPhoto()), { timeout: 25_000 }).toBe(200);
});

test('beyond the bound for all, everybody is asked to come back', () => {
  const gate = createUploadGate({ perPerson: 2, total: 3 });
  const [leave] = [gate.enter('a'), gate.enter('a'), gate.enter('b')];
  expect(() => gate.enter('a')).toThrow(expect.objectContaining({ status: 429 }));
  const busy = { status: 503, code: 'media.busy', extras: { retryAfterSeconds: 2 } };
  expect(() => gate.enter('c')).toThrow(expect.objectContaining(busy));
  leave?.();
  gate.enter('c');
  expect(() => gate.enter('b')).toThrow(expect.objectContaining(busy));
});
