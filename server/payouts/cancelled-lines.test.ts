// Lines of payouts by bank that an admin takes back before paying them.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { checkLedger } from '#server/ledger/service.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { mailTo } from '#testing/mailbox.ts';
import { act, type Sides } from '#testing/order-requests.ts';
import { recordedAbout } from '#testing/recorded-actions.ts';
import { completedSale, openSides, overviewOf } from '#testing/payouts.ts';
import { bankReference } from './post-payouts.ts';

let market: Market;
let sides: Sides;
beforeAll(async () => {
  market = await openMarket({ payouts: 'manual' });
});
beforeEach(async () => {
  sides = await openSides(market);
  await completedSale(market, sides);
  const reply = await sides.seller.request('PUT', '/payouts/bank-details', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ holder: 'Mina Rahman', account: 'GB33 BUKB 2020 1555 5555 55' }),
  });
  expect(reply.status).toBe(200);
});
afterEach(async () => expect(await checkLedger(market.services.db)).toEqual([]));
afterAll(() => market.close());

const share = 39_898;

/** Exports what is owed. @returns the seller's newest line */
async function takeOut(): Promise<{ _id: string; exportId: string; state: string }> {
  const { status, body: made } = await sides.admin.post('/payouts/exports', {});
  expect(status).toBe(200);
  const [recorded] = await recordedAbout(market, `export ${made.insertedId.slice(-12)}`);
  expect(recorded).toMatchObject({ kind: 'payouts-exported', actor: sides.admin.id, personId: null });
  const { body } = await sides.admin.get('/payouts/lines?limit=100');
  return body.find(({ seller }: { seller: { email: string } }) => seller.email === sides.seller.email);
}

const decide = (id: string, decision: 'cancel' | 'confirm' | 'fail') =>
  sides.admin.post(
    `/payouts/lines/${id}/${decision}`,
    decision === 'fail' ? { reason: 'No such account' } : {},
  );

test('a line that is taken back can be exported again, to the same account, and the seller is told nothing', async () => {
  const { _id } = await takeOut();
  expect((await decide(_id, 'cancel')).body.modifiedCount).toBe(1);
  expect((await decide(_id, 'cancel')).body.modifiedCount).toBe(0);
  const done = { actor: sides.admin.id, personId: sides.seller.id };
  expect(await recordedAbout(market, bankReference(_id))).toMatchObject([
    { kind: 'payout-cancelled', ...done, detail: `$398.98, ${bankReference(_id)}` },
  ]);
  expect(await overviewOf(sides.seller)).toMatchObject({
    yoursCents: share,
    onItsWayCents: 0,
    blockedBy: null,
    onboarding: { state: 'ready', bankEnding: '5555' },
  });
  expect((await sides.seller.get('/payouts')).body).toEqual([]);
  const { body: notices } = await sides.seller.get('/notifications?limit=100');
  expect(notices.filter(({ kind }: { kind: string }) => kind.startsWith('payout'))).toEqual([]);
  for (const decision of ['confirm', 'fail'] as const)
    expect((await decide(_id, decision)).body.code).toBe('payouts.over');
  const next = await takeOut();
  expect(next._id).not.toBe(_id);
  expect((await decide(next._id, 'confirm')).body.modifiedCount).toBe(1);
  expect(await overviewOf(sides.seller)).toMatchObject({ yoursCents: 0, paidOutCents: share });
});

test.each(['confirm', 'fail'] as const)('a line cannot be taken back after: %s', async (decision) => {
  const { _id } = await takeOut();
  await decide(_id, decision);
  const words = decision === 'fail' ? 'No such account' : null;
  expect(await recordedAbout(market, bankReference(_id))).toMatchObject([
    { kind: decision === 'fail' ? 'payout-failed' : 'payout-confirmed', actor: sides.admin.id, words },
  ]);
  expect(await decide(_id, 'cancel')).toMatchObject({ status: 409, body: { code: 'payouts.over' } });
});

test('either cancelling or confirming a line succeeds if both happen at once', async () => {
  const { _id } = await takeOut();
  const replies = await Promise.all([decide(_id, 'cancel'), decide(_id, 'confirm')]);
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
});

test.each(['reopened', 'suspended'] as const)(
  'a file that is saved again has no line that is to be taken back: %s',
  async (cause) => {
    const { admin, seller, buyer } = sides;
    const { exportId } = await takeOut();
    const file = async () => (await admin.get(`/payouts/exports/${exportId}`)).body;
    expect(await file()).toContain(seller.email);
    if (cause === 'suspended') await admin.post(`/users/${seller.id}/suspend`, { reason: 'Fake phones.' });
    else await act(admin, (await buyer.get('/bookedProduct')).body[0]._id, 'reopen');
    expect(await file()).not.toContain(seller.email);
  },
);

test('a line of a seller who is suspended meanwhile says so, and is not exported again', async () => {
  const { admin, seller } = sides;
  const { _id } = await takeOut();
  const lineOf = async () => {
    const { body } = await admin.get('/payouts/lines?limit=100');
    return body.find((line: { _id: string }) => line._id === _id);
  };
  expect(await lineOf()).toMatchObject({ isSellerSuspended: false });
  await admin.post(`/users/${seller.id}/suspend`, { reason: 'Fake phones.' });
  expect(await lineOf()).toMatchObject({ state: 'requested', isSellerSuspended: true });
  await decide(_id, 'cancel');
  expect(await lineOf()).toMatchObject({ state: 'cancelled', isSellerSuspended: false });
  expect((await admin.post('/payouts/exports', {})).body.code).toBe('payouts.nothing-due');
});

test.each([
  ['cancel', { yoursCents: 0, blockedBy: null, paidOutCents: 0 }],
  ['confirm', { yoursCents: -share, blockedBy: 'debt', paidOutCents: share }],
] as const)('a seller whose sale went back owes a payout once it was paid: %s', async (decision, after) => {
  const { admin, seller } = sides;
  const [sale] = (await seller.get('/sales')).body;
  const { _id } = await takeOut();
  await act(admin, sale._id, 'reopen');
  expect(await overviewOf(seller)).toMatchObject({ yoursCents: 0, onItsWayCents: 0, blockedBy: null });
  expect((await admin.get(`/people/${seller.id}`)).body).toMatchObject({ owedCents: 0, onItsWayCents: 0 });
  expect((await decide(_id, decision)).body.modifiedCount).toBe(1);
  expect(await overviewOf(seller)).toMatchObject({ ...after, onItsWayCents: 0 });
  const { body: owing } = await admin.get('/payouts/balances?show=owing&limit=100');
  const owes = owing.find((each: { seller: { _id: string } }) => each.seller._id === seller.id);
  expect(owes?.cents ?? 0).toBe(after.yoursCents);
});

test('a payout that did not arrive and whose sale went back is not promised again', async () => {
  const { admin, seller } = sides;
  const [sale] = (await seller.get('/sales')).body;
  const { _id } = await takeOut();
  await act(admin, sale._id, 'reopen');
  for (const decision of ['confirm', 'fail'] as const)
    expect((await decide(_id, decision)).body.modifiedCount).toBe(1);
  const { text } = await mailTo(market.address, seller.email, 'did not arrive');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('It is not sent again');
  expect(text).not.toContain('yours');
});
