import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, onTestFinished, test } from 'vitest';

import { createChanges } from '#server/platform/changes/changes.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { createLog } from '#server/platform/log/log.ts';
import { type Caller, callerOf } from '#testing/caller.ts';
import { mailTo, tokenIn } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { join, visitorOf } from '#testing/visitor.ts';
import { openStreams } from './service.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const password = 'Str0ngPass';

/** Somebody who is signed in with two browsers. */
async function signedInTwice() {
  const { id, email, visitor, caller } = await join(market.address);
  const other = visitorOf(market.address);
  await other.call('POST', '/auth/sign-in/email', { email, password });
  const { body } = await other.call('GET', `/jwt?email=${email}`);
  return { id, email, visitor, caller, other: callerOf(market.address, body.accessToken) };
}

/** Reads a stream up to this text. @throws Error if it ends before */
async function readUntil({ body }: Response, text: string): Promise<void> {
  let read = '';
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    read += piece;
    if (read.includes(text)) return;
  }
  throw new Error(`the stream ended after ${read}`);
}

/** Longer than any test, so that no heartbeat checks a session here. */
const neverMs = 2 ** 31 - 1;

/** A stream that is opened as by another process, with its own connection to the database. */
async function openStream(personId: string, caller: Caller) {
  const { url = '' } = market.services.config.database;
  const changes = createChanges({ url, log: createLog('silent') });
  await changes.start();
  const streams = openStreams(changes, { heartbeatMs: neverMs });
  const server = createServer((_, response) =>
    streams.open(personId, response, async () => (await caller.get('/user')).status === 200),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    streams.close();
    server.close();
    await changes.stop();
  });
  // A server that listens on a port always has an address of this type.
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}`);
  return { untilEnd: () => response.text(), until: (text: string) => readUntil(response, text) };
}

test('a stream ends when its person signs out', async () => {
  const { id, visitor, caller } = await signedInTwice();
  const { untilEnd } = await openStream(id, caller);
  await visitor.call('POST', '/auth/sign-out', {});
  await untilEnd();
});

test('a stream ends when all other sessions are ended, and that of the session which asked goes on', async () => {
  const { id, caller, other } = await signedInTwice();
  const [ended, kept] = [await openStream(id, caller), await openStream(id, other)];
  await other.delete('/sessions');
  await ended.untilEnd();
  // A message that was published later: by then the other stream has received the ended sessions, too.
  const { db, notify } = market.services;
  await db.transaction((tx) => notify(tx, newId(), [{ kind: 'guesses', personId: id, data: undefined }]));
  await kept.until('notification');
});

test('a stream ends when its session is ended by its id', async () => {
  const { id, caller, other } = await signedInTwice();
  const { untilEnd } = await openStream(id, caller);
  const { body } = await caller.get('/sessions');
  const own = body.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
  await other.delete(`/sessions/${own._id}`);
  await untilEnd();
});

test('a stream ends when a forgotten password is replaced', async () => {
  const { id, email, caller } = await signedInTwice();
  const visitor = visitorOf(market.address);
  await visitor.call('POST', '/auth/request-password-reset', { email });
  const token = tokenIn(await mailTo(market.address, email, 'new password'));
  const { untilEnd } = await openStream(id, caller);
  await visitor.call('POST', '/auth/reset-password', { newPassword: 'N3wPassword', token });
  await untilEnd();
});

test('a stream ends when another password is set in another browser', async () => {
  const { id, caller, other } = await signedInTwice();
  const { untilEnd } = await openStream(id, caller);
  await other.post('/auth/change-password', { newPassword: 'N3wPassword' });
  await untilEnd();
});

test('a stream ends when an admin signs the person out, or removes them', async () => {
  const admin = await market.person('admin');
  const [out, gone] = [await signedInTwice(), await signedInTwice()];
  const [first, second] = [await openStream(out.id, out.caller), await openStream(gone.id, gone.caller)];
  await admin.post(`/users/${out.id}/end-sessions`, { reason: 'Their phone was stolen.' });
  await first.untilEnd();
  await admin.delete(`/users/${gone.id}`);
  await second.untilEnd();
});
