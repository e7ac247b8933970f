import { expect, onTestFinished, test, vi } from 'vitest';

import { clearSession, readSession } from './access-token.ts';
import type { KeyStore } from './browser-storage.ts';
import { NetworkError, type Send, type SendRequest } from './send.ts';
import { sessionCalls } from '#web/auth/session-calls.ts';

import { sessionOperations } from './session-operations.ts';
import { TokenKeeper } from './token-keeper.ts';

const mina = { uid: 'u1', displayName: 'Mina', email: 'mina@example.com', photoURL: '' };

const tokenFor = (email: string, seconds: number): string => {
  const iat = Math.floor(Date.now() / 1000);
  return `h.${btoa(JSON.stringify({ sub: 'u1', email, iat, exp: iat + seconds }))}.s`;
};

function memory(): KeyStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

const calls = () => Promise.resolve(sessionCalls);

/** A keeper whose server answers renewals with `renewal`, and every other call by whether the token is `good`. */
function keeperWith(renewal: { status: number; token: string } | 'offline', good: string) {
  const storage = memory();
  const requests: SendRequest[] = [];
  const send: Send = (request) => {
    requests.push(request);
    if (!request.url.startsWith('/api/jwt')) {
      const status = request.headers['Authorization'] === `Bearer ${good}` ? 200 : 401;
      return Promise.resolve({ status, body: {}, header: () => null });
    }
    if (renewal === 'offline') return Promise.reject(new NetworkError('unreachable'));
    const { status, token } = renewal;
    return Promise.resolve({ status, body: { accessToken: token }, header: () => null });
  };
  const keeper = new TokenKeeper({ storage, plainSend: send, calls, onChange: () => undefined });
  const ask = () => keeper.send({ method: 'GET', url: '/api/x', path: '/x', headers: {}, knowsViewer: true });
  const renewals = () => requests.filter(({ url }) => url.startsWith('/api/jwt')).length;
  return { keeper, storage, requests, ask, renewals, [Symbol.dispose]: () => keeper.stop() };
}

test('a fresh token is sent with calls that need one, and with no others', async () => {
  const token = tokenFor(mina.email, 900);
  using it = keeperWith('offline', token);
  it.keeper.keep(mina, token);
  expect((await it.ask()).status).toBe(200);
  await it.keeper.send({ method: 'GET', url: '/api/y', path: '/y', headers: {} });
  expect(it.requests[1]?.headers).toEqual({});
});

test('a stream does not wait in the browser’s cache for that of another tab', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response()));
  vi.stubGlobal('fetch', fetched);
  onTestFinished(() => void vi.unstubAllGlobals());
  const token = tokenFor(mina.email, 900);
  using it = keeperWith('offline', token);
  it.keeper.keep(mina, token);
  await it.keeper.open('/api/events', AbortSignal.timeout(1000));
  expect(fetched.mock.lastCall?.[1]).toMatchObject({ cache: 'no-store' });
});

test('a token at its end is renewed once for all the calls that wait for it', async () => {
  const next = tokenFor(mina.email, 900);
  using it = keeperWith({ status: 200, token: next }, next);
  it.keeper.keep(mina, tokenFor(mina.email, 1));
  const replies = await Promise.all([it.ask(), it.ask(), it.ask()]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(it.renewals()).toBe(1);
});

test('a refused token is renewed and the call made again', async () => {
  const next = `${tokenFor(mina.email, 900)}2`;
  using it = keeperWith({ status: 200, token: next }, next);
  it.keeper.keep(mina, tokenFor(mina.email, 900));
  expect((await it.ask()).status).toBe(200);
  expect(it.keeper.read()).toMatchObject({ token: next, identity: mina, isComplete: true });
});

test('when the server no longer knows the session, the person is signed out here', async () => {
  using it = keeperWith({ status: 403, token: '' }, 'none');
  it.keeper.keep(mina, tokenFor(mina.email, 900));
  expect((await it.ask()).status).toBe(401);
  expect(it.keeper.read()).toBeUndefined();
  expect(it.storage.getItem('accessToken')).toBeNull();
});

test('an address that was changed on another device is followed, of the same account only', async () => {
  const address = 'mina.khan@example.com';
  const token = tokenFor(address, 900);
  for (const id of ['u1', 'u2']) {
    const storage = memory();
    const answers: Record<string, [number, unknown]> = {
      [`/api/user?email=${encodeURIComponent(mina.email)}`]: [403, { code: 'request.forbidden' }],
      [`/api/jwt?email=${encodeURIComponent(mina.email)}`]: [403, { accessToken: '' }],
      [`/api/jwt?email=${encodeURIComponent(address)}`]: [200, { accessToken: token }],
      '/api/auth/get-session': [200, { user: { id, name: 'Mina', email: address } }],
    };
    const plainSend: Send = ({ url }) => {
      const [status, body] = answers[url] ?? [404, {}];
      return Promise.resolve({ status, body, header: () => null });
    };
    const keeper = new TokenKeeper({ storage, plainSend, calls, onChange: () => undefined });
    keeper.keep(mina, tokenFor(mina.email, 900));
    const url = `/api/user?email=${encodeURIComponent(mina.email)}`;
    await keeper.send({ method: 'GET', url, path: '/user', headers: {}, knowsViewer: true });
    if (id === 'u1') expect(keeper.read()).toMatchObject({ token, identity: { ...mina, email: address } });
    else expect(keeper.read()).toBeUndefined();
    keeper.stop();
  }
});

test('a refusal is answered as it is if the renewal after it fails', async () => {
  const url = `/api/user?email=${encodeURIComponent(mina.email)}`;
  const plainSend: Send = (request) =>
    request.url === url
      ? Promise.resolve({ status: 403, body: { code: 'request.forbidden' }, header: () => null })
      : Promise.reject(new NetworkError('unreachable'));
  const keeper = new TokenKeeper({ storage: memory(), plainSend, calls, onChange: () => undefined });
  keeper.keep(mina, tokenFor(mina.email, 900));
  const reply = await keeper.send({ method: 'GET', url, path: '/user', headers: {}, knowsViewer: true });
  expect(reply.status).toBe(403);
  expect(keeper.read()?.identity).toEqual(mina);
  keeper.stop();
});

test('offline, the person stays signed in and is told so', async () => {
  using it = keeperWith('offline', 'none');
  it.keeper.keep(mina, tokenFor(mina.email, 1));
  await expect(it.ask()).rejects.toBeInstanceOf(NetworkError);
  expect(it.keeper.read()?.identity).toEqual(mina);
});

test('a token without its record tells whom it was made for', () => {
  const storage = memory();
  storage.setItem('accessToken', tokenFor('bashir@example.com', 900));
  expect(readSession(storage)).toMatchObject({
    isComplete: false,
    identity: { uid: 'u1', email: 'bashir@example.com' },
  });
  clearSession(storage);
  expect(readSession(storage)).toBeUndefined();
});

test('a stored text that is not a token signs nobody in', () => {
  const storage = memory();
  storage.setItem('accessToken', 'not-a-token');
  expect(readSession(storage)).toBeUndefined();
});

test('an identity that arrives after somebody else has signed in is not theirs', async () => {
  using it = keeperWith('offline', '');
  const nina = { uid: 'u2', displayName: 'Nina', email: 'nina@example.com', photoURL: '' };
  const getIdentity = async () => {
    it.keeper.keep(nina, tokenFor(nina.email, 900));
    return mina;
  };
  const withIdentity = { ...sessionCalls, getIdentity };
  it.keeper.keep({ ...mina, displayName: mina.email }, tokenFor(mina.email, 900));
  await sessionOperations({
    calls: withIdentity,
    plainSend: it.keeper.send,
    tokens: it.keeper,
  }).completeIdentity();
  expect(readSession(it.storage)?.identity).toEqual(nina);
});
