// Guesses are slowed down, the owner can still sign in, and mail to an address is limited.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { accounts, tries } from '#db/tables/auth.ts';
import { totpCode } from '#testing/authenticator-app.ts';
import { allMailsTo } from '#testing/all-mail.ts';
import { mailsTo, mailTo, tokenIn } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { firstStep, nextCode, protectedPerson, secondStep } from '#testing/protected-person.ts';
import { join, newEmail, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  // The network addresses stay below their own limits: these tests are about the limits of accounts.
  market = await openMarket({ rateLimitFactor: 1, trustedProxies: '127.0.0.1' });
});
afterAll(() => market.close());

const password = 'Str0ngPass';

/** An attempt from some network, without any cookie. */
async function tryFrom(network: string, email: string, secret: string) {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': network };
  const body = JSON.stringify({ email, password: secret });
  return market.stranger.request('POST', '/auth/sign-in/email', { headers, body });
}

async function guess(times: number, network: string, email: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let made = 0; made < times; made += 1)
    statuses.push((await tryFrom(network, email, `Wr0ngPass${made}`)).status);
  return statuses;
}

test('after four tries a guesser has to wait, and is told how long', async () => {
  onTestFinished(market.clock.hold());
  const { email } = await join(market.address);
  const statuses = await guess(12, '203.0.113.1', email);
  expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401]);
  expect(statuses).toContain(429);
  const refused = await tryFrom('203.0.113.1', email, password);
  expect(refused).toMatchObject({ status: 429, body: { code: 'auth.too-many-guesses' } });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(refused.body.message).toContain(`wait ${seconds} second`);
  market.clock.advance(5);
  expect((await tryFrom('203.0.113.1', email, password)).status).toBe(200);
});

test('an unknown address is slowed down like a known one', async () => {
  onTestFinished(market.clock.hold());
  expect(await guess(12, '203.0.113.2', 'nobody@example.com')).toContain(429);
});

test('a guess is counted however its address and its body are written', async () => {
  onTestFinished(market.clock.hold());
  const { email } = await join(market.address);
  const send = (network: string, body: string, type = 'application/json') =>
    market.stranger.request('POST', '/auth/sign-in/email', {
      headers: { 'Content-Type': type, 'X-Forwarded-For': network },
      body,
    });
  const blanks = await Promise.all(
    ['', ' ', '\t', '\n', '\u00a0', '  ', ' \t'].map((blank) =>
      send('203.0.113.6', JSON.stringify({ email: `${blank}${email}${blank}`, password: 'Wr0ngPass' })),
    ),
  );
  expect(blanks.map(({ status }) => status)).toContain(429);
  const inCapitals = JSON.stringify({ email: email.toUpperCase(), password });
  expect((await send('203.0.113.6', inCapitals)).status).toBe(429);
  // The right password would end the wait if this body were accepted.
  expect((await send('203.0.113.6', `\ufeff${JSON.stringify({ email, password })}`)).status).toBe(429);
  const form = new URLSearchParams({ email, password }).toString();
  expect(await send('203.0.113.6', form, 'application/x-www-form-urlencoded')).toMatchObject({
    status: 415,
    body: { code: 'request.unsupported-type' },
  });
});

test('simultaneous guesses are counted one by one', async () => {
  const { email } = await join(market.address);
  const guesses = Array.from({ length: 20 }, () => tryFrom('203.0.113.3', email, 'Wr0ngPass'));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThan(10);
});

test('one IPv6 network is one guesser', async () => {
  onTestFinished(market.clock.hold());
  const { email } = await join(market.address);
  const statuses: number[] = [];
  for (let host = 1; host <= 12; host += 1)
    statuses.push((await tryFrom(`2001:db8:5:5::${host}`, email, 'Wr0ngPass')).status);
  expect(statuses).toContain(429);
});

test('guesses from everywhere slow each other down, and leave the owner’s own browser alone', async () => {
  onTestFinished(market.clock.hold());
  const owner = await join(market.address);
  for (let network = 1; network <= 20; network += 1) await guess(1, `198.51.100.${network}`, owner.email);
  const everywhere = await tryFrom('198.51.100.200', owner.email, 'Wr0ngPass');
  expect(everywhere.status).toBe(429);
  expect(Number(everywhere.headers.get('retry-after'))).toBeLessThanOrEqual(40);
  const entry = { email: owner.email, password };
  expect((await owner.visitor.call('POST', '/auth/sign-in/email', entry)).status).toBe(200);
  await mailTo(market.address, owner.email, 'is trying to sign in');
});

test('a sign-in to one’s own account grants no further guesses at another one in the same browser', async () => {
  onTestFinished(market.clock.hold());
  const { visitor, email } = await join(market.address);
  const signIn = async (address: string, secret: string) =>
    (await visitor.call('POST', '/auth/sign-in/email', { email: address, password: secret })).status;
  const own = newEmail();
  await visitor.call('POST', '/auth/sign-up/email', { name: 'Omar', email: own, password });
  for (let made = 0; made < 4; made += 1) expect(await signIn(email, 'Wr0ngPass')).toBe(401);
  expect(await signIn(own, password)).toBe(200);
  expect(await signIn(email, password)).toBe(429);
});

test('right passwords are no guesses, however many there are', async () => {
  onTestFinished(market.clock.hold());
  const { email } = await join(market.address);
  for (let network = 1; network <= 21; network += 1)
    expect((await tryFrom(`198.18.0.${network}`, email, password)).status).toBe(200);
});

test('after ten tries the owner gets one mail', async () => {
  const { email } = await join(market.address);
  await guess(14, '203.0.113.4', email);
  await mailTo(market.address, email, 'is trying to sign in');
  await guess(3, '203.0.113.5', email);
  const mails = await allMailsTo(market, email);
  expect(mails.filter(({ subject }) => subject.includes('is trying to sign in'))).toHaveLength(1);
});

test('sixty requests for a new password cause a few mails, and the answer does not tell who has an account', async () => {
  const { email } = await join(market.address);
  const ask = (address: string, network: number) =>
    market.stranger.request('POST', '/auth/request-password-reset', {
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${network}` },
      body: JSON.stringify({ email: address }),
    });
  const known: number[] = [];
  const unknown: number[] = [];
  for (let network = 1; network <= 60; network += 1) {
    known.push((await ask(email, network)).status);
    unknown.push((await ask('nobody.at.all@example.com', network)).status);
  }
  expect(known).toEqual(unknown);
  expect(known.filter((status) => status === 200)).toHaveLength(3);
  await expect.poll(async () => (await mailsTo(market.address, email)).length).toBe(4);
  // The limit is never permanent: after five minutes, one more mail is sent.
  market.clock.advance(5);
  expect((await ask(email, 70)).status).toBe(200);
});

test('somebody without a password gets a few codes by mail, and no more', async () => {
  const { id, caller } = await join(market.address);
  await market.services.db.delete(accounts).where(eq(accounts.userId, id));
  const replies = [];
  for (let asked = 0; asked < 4; asked += 1) replies.push(await caller.post('/auth/step-up/code'));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(replies.at(-1)?.body.code).toBe('auth.too-many-mails');
});

test('a person who has set a new password does not have to wait because of other people’s guesses', async () => {
  const owner = await join(market.address);
  const { email } = owner;
  const visitor = visitorOf(market.address);
  await visitor.call('POST', '/auth/request-password-reset', { email });
  const { text } = await mailTo(market.address, email, 'new password');
  for (let network = 1; network <= 30; network += 1) await guess(1, `192.0.2.${network}`, email);
  const token = /token=([\w-]+)/.exec(text)?.[1] ?? '';
  await visitor.call('POST', '/auth/reset-password', { token, newPassword: 'N3wPassword' });
  const entry = { email, password: 'N3wPassword' };
  expect((await visitor.call('POST', '/auth/sign-in/email', entry)).status).toBe(200);
});

test('guesses from one network do not delay the owner’s sign-in from another one', async () => {
  onTestFinished(market.clock.hold());
  const { email } = await join(market.address);
  await guess(40, '203.0.113.20', email);
  expect((await tryFrom('203.0.113.20', email, password)).status).toBe(429);
  expect((await tryFrom('203.0.113.21', email, password)).status).toBe(200);
});

test('a wrong code or password says when the next try is possible', async () => {
  const mina = await protectedPerson(market);
  const visitor = await firstStep(market, mina);
  for (let made = 0; made < 3; made += 1)
    expect((await secondStep(visitor, '12345')).headers.get('retry-after')).toBeNull();
  const fourth = await secondStep(visitor, '12345');
  expect(fourth).toMatchObject({ status: 400, body: { code: 'auth.wrong-code' } });
  expect(fourth.headers.get('retry-after')).toBe('1');
  expect(fourth.body.errors[0].message).toMatch(/^This code is wrong .* next try is possible in 1 second\.$/);

  const { caller, email } = await join(market.address);
  const token = tokenIn(await mailTo(market.address, email, 'Confirm'));
  for (const enter of [
    () => caller.post('/auth/step-up', { password: 'Wr0ngPass' }),
    () => market.stranger.post('/auth/confirm-address', { token, password: 'Wr0ngPass' }),
  ]) {
    for (let made = 0; made < 3; made += 1) await enter();
    expect((await enter()).body.errors[0].message).toMatch(
      /^This is not the password .* next try is possible in 1 second\.$/,
    );
    await market.services.db.delete(tries);
  }
});

test('tries at a second factor from everywhere get slower after the tenth', async () => {
  onTestFinished(market.clock.hold());
  const visitor = await firstStep(market, await protectedPerson(market));
  const statuses: number[] = [];
  for (let network = 1; network <= 11; network += 1) {
    const from = { 'X-Forwarded-For': `198.19.0.${network}` };
    statuses.push((await visitor.call('POST', '/auth/second-factor', { code: '12345' }, from)).status);
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
  expect(statuses.at(-1)).toBe(429);
});

test('tries at a second factor get slower, say how long to wait, and the owner is told', async () => {
  const mina = await protectedPerson(market);
  const visitor = await firstStep(market, mina);
  onTestFinished(market.clock.hold());
  const statuses: number[] = [];
  for (let made = 0; made < 12; made += 1) statuses.push((await secondStep(visitor, 'wrong code')).status);
  expect(statuses.slice(0, 4)).toEqual([400, 400, 400, 400]);
  // The code of the next time step is accepted already.
  const code = totpCode(mina.secret, new Date(market.clock.now().getTime() + 30_000));
  const refused = await secondStep(visitor, code);
  expect(refused).toMatchObject({ status: 429, body: { code: 'auth.too-many-guesses' } });
  expect(refused.body.message).toMatch(/wait \d+ seconds?\.$/);
  await mailTo(market.address, mina.email, 'enters wrong codes for your Ringback account');
  // Neither the right password nor another sign-in resets the count.
  const again = await firstStep(market, mina);
  expect((await secondStep(again, 'wrong code')).status).toBe(429);
  market.clock.advance(5);
  expect((await secondStep(again, nextCode(market, mina))).status).toBe(200);
});
