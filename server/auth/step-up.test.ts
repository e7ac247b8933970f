import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { accounts } from '#db/tables/auth.ts';
import { callerOf } from '#testing/caller.ts';
import { mailsTo, mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { nextCode, protectedPerson } from '#testing/protected-person.ts';
import { join, newEmail, visitorOf } from '#testing/visitor.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

const password = 'Str0ngPass';
type Joined = Awaited<ReturnType<typeof join>>;

/** Tries an action that requires a fresh session. @returns the refusal's code, if any */
const change = async ({ caller }: Pick<Joined, 'caller'>): Promise<string | undefined> => {
  const reply = await caller.post('/auth/change-address', { email: newEmail() });
  return reply.status === 200 ? undefined : reply.body.code;
};
const stale = 'request.fresh-sign-in-needed';

/** Runs `story` some minutes later. */
async function later<Result>(minutes: number, story: () => Promise<Result>): Promise<Result> {
  market.clock.advance(minutes);
  try {
    return await story();
  } finally {
    market.clock.advance(-minutes);
  }
}

test('after ten minutes a sign-in is no longer fresh, and the password makes it so again', async () => {
  const mina = await join(market.address);
  expect(await change(mina)).toBeUndefined();
  expect(await later(9, () => change(mina))).toBeUndefined();
  await later(11, async () => {
    expect(await change(mina)).toBe(stale);
    expect((await mina.caller.get('/auth/step-up')).body).toEqual({ ways: ['password'], hasPasskey: false });
    expect(await mina.caller.post('/auth/step-up', { password })).toMatchObject({
      status: 200,
      body: { status: true },
    });
    // The earlier token is still used.
    expect(await change(mina)).toBeUndefined();
  });
});

test('a sign-in under a clock an hour ahead does not stay fresh for that hour', async () => {
  const mina = await later(60, () => join(market.address));
  expect(await change(mina)).toBe(stale);
});

test('a wrong password, no password and another person’s step-up do not make a session fresh', async () => {
  const mina = await join(market.address);
  const thief = await join(market.address);
  await later(11, async () => {
    for (const body of [{ password: 'Wr0ngPass' }, {}, { mailCode: '00000000' }, { password: '' }])
      expect(await mina.caller.post('/auth/step-up', body)).toMatchObject({
        status: 400,
        body: { code: 'auth.wrong-password', errors: [{ path: 'password' }] },
      });
    expect((await thief.caller.post('/auth/step-up', { password })).status).toBe(200);
    expect(await change(mina)).toBe(stale);
    expect((await market.stranger.post('/auth/step-up', { password })).status).toBe(401);
    // The cookie alone does not prove who calls.
    expect((await mina.visitor.call('POST', '/auth/step-up', { password })).status).toBe(401);
  });
});

test('a step-up makes only its own session fresh', async () => {
  const mina = await join(market.address);
  await later(11, async () => {
    const elsewhere = visitorOf(market.address);
    await elsewhere.call('POST', '/auth/sign-in/email', { email: mina.email, password });
    const { body } = await elsewhere.call('GET', '/jwt');
    const second = { caller: callerOf(market.address, body.accessToken) };
    expect(await change(second)).toBeUndefined();
    expect(await change(mina)).toBe(stale);
  });
});

/** The state of an account after a sign-up with Google. */
const withoutPassword = async (): Promise<Joined> => {
  const mina = await join(market.address);
  await market.services.db.delete(accounts).where(eq(accounts.userId, mina.id));
  return mina;
};
const codeIn = ({ text }: { text: string }): string => /Your code: (\d{8})/.exec(text)?.[1] ?? '';

test('an account without a password steps up with a code by mail, once', async () => {
  const mina = await withoutPassword();
  await later(11, async () => {
    expect((await mina.caller.get('/auth/step-up')).body).toEqual({ ways: ['mail-code'], hasPasskey: false });
    expect((await mina.caller.post('/auth/step-up/code')).status).toBe(200);
    const mailCode = codeIn(await mailTo(market.address, mina.email, 'Your code'));
    expect(mailCode).toMatch(/^\d{8}$/);
    const other = await withoutPassword();
    for (const [who, body] of [
      [mina, { mailCode: mailCode === '00000000' ? '00000001' : '00000000' }],
      [mina, { password }],
      [other, { mailCode }],
    ] as const)
      expect(await who.caller.post('/auth/step-up', body)).toMatchObject({
        status: 400,
        body: { code: 'auth.wrong-mail-code' },
      });
    const inGroups = ` ${mailCode.slice(0, 4)} ${mailCode.slice(4)} `;
    expect((await mina.caller.post('/auth/step-up', { mailCode: inGroups })).status).toBe(200);
    expect(await change(mina)).toBeUndefined();
    expect((await mina.caller.post('/auth/step-up', { mailCode })).status).toBe(400);
  });
});

test('a wrong code of the app leaves the code by mail for the next try', async () => {
  const mina = await protectedPerson(market);
  await market.services.db.delete(accounts).where(eq(accounts.userId, mina.id));
  await mina.caller.post('/auth/step-up/code');
  const mailCode = codeIn(await mailTo(market.address, mina.email, 'Your code'));
  const stepUp = (code: string) => mina.caller.post('/auth/step-up', { mailCode, code });
  expect((await stepUp(mina.firstCode)).body.code).toBe('auth.code-used');
  expect((await stepUp(nextCode(market, mina))).status).toBe(200);
  expect((await stepUp(nextCode(market, mina))).body.code).toBe('auth.wrong-mail-code');
});

test('a new code makes the former one void, and is on no page', async () => {
  const mina = await withoutPassword();
  await mina.caller.post('/auth/step-up/code');
  const first = codeIn(await mailTo(market.address, mina.email, 'Your code'));
  await mina.caller.post('/auth/step-up/code');
  await expect.poll(async () => (await mailsTo(market.address, mina.email)).length).toBe(3);
  expect((await mina.caller.post('/auth/step-up', { mailCode: first })).status).toBe(400);
  expect(JSON.stringify((await mina.caller.get('/notifications')).body)).not.toContain(first);
});

test('a code is valid for ten minutes', async () => {
  const mina = await withoutPassword();
  await mina.caller.post('/auth/step-up/code');
  const mailCode = codeIn(await mailTo(market.address, mina.email, 'Your code'));
  const tooLate = await later(10, () => mina.caller.post('/auth/step-up', { mailCode }));
  expect(tooLate).toMatchObject({ status: 400, body: { code: 'auth.wrong-mail-code' } });
  expect((await later(9, () => mina.caller.post('/auth/step-up', { mailCode }))).status).toBe(200);
});

test('an account with a password is mailed no code', async () => {
  const mina = await join(market.address);
  expect(await mina.caller.post('/auth/step-up/code')).toMatchObject({
    status: 409,
    body: { code: 'auth.no-mail-code' },
  });
});
