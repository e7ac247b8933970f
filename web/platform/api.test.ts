import * as z from 'zod/mini';
import { expect, test } from 'vitest';

import { anyone, signedIn } from '#contract/access.ts';
import { endpoint, perPerson } from '#contract/endpoint.ts';
import { pageQuery } from '#contract/page.ts';

import { ApiError, isApiError, messageOf } from './api-error.ts';
import { call, callPage } from './api.ts';
import { shouldRetry } from './query-client.ts';
import { NetworkError, type Send, type SendReply, type SendRequest } from './send.ts';

const getThing = endpoint({
  method: 'GET',
  path: '/things/:_id',
  summary: '',
  access: anyone,
  params: z.object({ _id: z.string() }),
  query: z.object({ by: z.optional(z.string()) }),
  reply: z.object({ name: z.string() }),
});

const addThing = endpoint({
  method: 'POST',
  path: '/things',
  summary: '',
  access: signedIn,
  body: z.object({ name: z.string() }),
  reply: z.object({ acknowledged: z.boolean() }),
  rateLimit: perPerson(1, 60),
});

const listThings = endpoint({
  method: 'GET',
  path: '/things',
  summary: '',
  access: anyone,
  query: z.object(pageQuery),
  reply: z.array(z.string()),
  paged: true,
});

function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const requests: SendRequest[] = [];
  const send: Send = (request) => {
    requests.push(request);
    const reply: SendReply = { status, body, header: (name) => headers[name] ?? null };
    return Promise.resolve(reply);
  };
  return { send, requests };
}

test('parameters and query become an address, and what is undefined is left out', async () => {
  const { send, requests } = answering(200, { name: 'ring' });
  await call(send, getThing, { params: { _id: 'a/b' }, query: { by: 'x y' } });
  await call(send, getThing, { params: { _id: '1' }, query: { by: undefined } });
  expect(requests.map(({ url }) => url)).toEqual(['/api/things/a%2Fb?by=x+y', '/api/things/1']);
});

test('a call sends its body as JSON and asks for the token only where the answer depends on who asks', async () => {
  const post = answering(200, { acknowledged: true });
  await call(post.send, addThing, { body: { name: 'ring' } });
  expect(post.requests[0]).toMatchObject({
    method: 'POST',
    url: '/api/things',
    body: '{"name":"ring"}',
    knowsViewer: true,
    headers: { 'Content-Type': 'application/json' },
  });
  const get = answering(200, { name: 'ring' });
  await call(get.send, getThing, { params: { _id: '1' }, query: {} });
  expect(get.requests[0]).toMatchObject({ knowsViewer: false, headers: {} });
});

test('a refusal carries the status, the code, the words and the wrong fields of the problem', async () => {
  const errors = [{ path: 'name', message: 'Please enter your name' }];
  const { send } = answering(400, { code: 'request.invalid', message: 'Look again.', errors });
  const refusal = await call(send, addThing, { body: { name: '' } }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({ status: 400, code: 'request.invalid', message: 'Look again.', errors });
  expect(isApiError(refusal, 'request.invalid')).toBe(true);
  expect(isApiError(refusal, 404)).toBe(false);
});

test('an answer of a proxy that is not JSON has a message for the person', () => {
  expect(messageOf(new ApiError(502, undefined))).toMatch(/try again/);
});

test('the next page is where the Link header says', async () => {
  const link = '</api/things?limit=24&cursor=AAAA>; rel="next"';
  const more = answering(200, ['a'], { link });
  expect(await callPage(more.send, listThings, { query: {} })).toEqual({ items: ['a'], nextCursor: 'AAAA' });
  const last = answering(200, ['b']);
  expect((await callPage(last.send, listThings, { query: {} })).nextCursor).toBeUndefined();
});

test('reads are tried again three times after network errors and failures of the server, never after a refusal or a timeout', () => {
  expect(shouldRetry(2, new NetworkError('unreachable'))).toBe(true);
  expect(shouldRetry(3, new NetworkError('unreachable'))).toBe(false);
  // The person has waited for half a minute already.
  expect(shouldRetry(0, new NetworkError('timeout'))).toBe(false);
  expect(shouldRetry(0, new ApiError(503, undefined))).toBe(true);
  expect(shouldRetry(0, new ApiError(404, undefined))).toBe(false);
});

test('a library’s own error message is never shown', async () => {
  const failure = await call(answering(200, { nam: 1 }).send, getThing, {
    params: { _id: '1' },
    query: {},
  }).catch((error: unknown) => error);
  expect(String(failure)).toContain('GET /things/:_id has an unexpected answer: name: ');
  const words = 'Something went wrong on our side. Please try again.';
  expect(messageOf(failure)).toBe(words);
  expect(messageOf(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))).toBe(words);
  expect(messageOf(new NetworkError('unreachable'))).toContain('cannot be reached');
});
