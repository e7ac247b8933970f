// Payouts by hand: bank details, the file for the bank, and the outcome of each line.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { payoutSellers } from '#db/tables/payouts.ts';
import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import type { Sides } from '#testing/order-requests.ts';
import { completedSale, openSides, overviewOf, statementOf, untilOverview } from '#testing/payouts.ts';
import { checkLedger } from '#server/ledger/service.ts';
import { remindSellers } from './jobs.ts';
import { createBankSeal } from './seal-bank.ts';

let market: Market;
let sides: Sides;
beforeAll(async () => {
  market = await openMarket({ payouts: 'manual' });
});
beforeEach(async () => {
  sides = await openSides(market);
});
afterEach(async () => expect(await checkLedger(market.services.db)).toEqual([]));
afterAll(() => market.close());

const share = 39_898;
const bank = { holder: 'Mina Rahman', account: 'GB33 BUKB 2020 1555 5555 55' };

async function giveDetails(seller: TestPerson, details: object = bank): Promise<void> {
  expect(await seller.request('PUT', '/payouts/bank-details', asJson(details))).toMatchObject({
    status: 200,
  });
}

const asJson = (body: object) => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** Exports what is owed. @returns the export's id */
async function takeOut(): Promise<string> {
  const { status, body } = await sides.admin.post('/payouts/exports', {});
  expect(status).toBe(200);
  return body.insertedId;
}

const linesOf = async ({ email }: TestPerson) => {
  const { body } = await sides.admin.get('/payouts/lines?limit=100');
  return body.filter(({ seller }: { seller: { email: string } }) => seller.email === email);
};

async function readFile(
  caller: TestPerson,
  path: string,
): Promise<{ status: number; text: string; type: string }> {
  const token = await market.services.tokens.issue(caller);
  const reply = await fetch(`${market.address}/api${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return { status: reply.status, text: await reply.text(), type: reply.headers.get('content-type') ?? '' };
}

test('a seller gives bank details, is in the file for the bank, and is paid when an admin confirms it', async () => {
  const { seller, admin } = sides;
  await completedSale(market, sides);
  await untilOverview(seller, { method: 'manual', yoursCents: share, blockedBy: 'onboarding' });
  await giveDetails(seller);
  expect(await overviewOf(seller)).toMatchObject({
    blockedBy: null,
    onboarding: { state: 'ready', bankEnding: '5555' },
  });
  const exportId = await takeOut();
  const [line] = await linesOf(seller);
  const { text, type } = await readFile(admin, `/payouts/exports/${exportId}`);
  expect(type).toContain('text/csv');
  expect(text.split('\r\n')).toContain(
    `"${line._id}","Mina Rahman","GB33BUKB20201555555555","",398.98,"USD","Ringback ${line._id.slice(-12)}","${seller.name}","${seller.email}"`,
  );
  expect(await overviewOf(seller)).toMatchObject({ yoursCents: 0, onItsWayCents: share, paidOutCents: 0 });
  expect((await admin.post(`/payouts/lines/${line._id}/confirm`, {})).body.modifiedCount).toBe(1);
  await mailTo(market.address, seller.email, 'We have paid you $');
  expect(await overviewOf(seller)).toMatchObject({ yoursCents: 0, onItsWayCents: 0, paidOutCents: share });
  expect(await statementOf(seller)).toMatchObject([
    {
      kind: 'payout',
      amountCents: -share,
      balanceCents: 0,
      reference: `Ringback ${line._id.slice(-12)}`,
    },
    { kind: 'sale', amountCents: share, balanceCents: share, reference: null },
  ]);
  expect((await readFile(admin, `/payouts/exports/${exportId}`)).text).not.toContain(line._id);
});

test('what is set aside is in no other file, and two admins at once take it out once', async () => {
  await completedSale(market, sides);
  await giveDetails(sides.seller);
  const other = await market.person('admin', { emailVerified: true });
  const replies = await Promise.all([
    sides.admin.post('/payouts/exports', {}),
    other.post('/payouts/exports', {}),
    sides.admin.post('/payouts/exports', {}),
  ]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(2);
  expect(await linesOf(sides.seller)).toHaveLength(1);
  // Money earned meanwhile waits for the next file.
  await completedSale(market, sides);
  expect((await sides.admin.post('/payouts/exports', {})).body.code).toBe('payouts.nothing-due');
  expect(await overviewOf(sides.seller)).toMatchObject({ yoursCents: share, onItsWayCents: share });
});

test('one of two admins who decide about a line at the same moment succeeds', async () => {
  await completedSale(market, sides);
  await giveDetails(sides.seller);
  await takeOut();
  const [{ _id }] = await linesOf(sides.seller);
  const other = await market.person('admin', { emailVerified: true });
  const confirmed = await Promise.all([
    sides.admin.post(`/payouts/lines/${_id}/confirm`, {}),
    other.post(`/payouts/lines/${_id}/confirm`, {}),
  ]);
  expect(confirmed.filter(({ body }) => body.modifiedCount === 1)).toHaveLength(1);
  expect(confirmed.filter(({ body }) => body.modifiedCount === 0)).toHaveLength(1);
  expect(await overviewOf(sides.seller)).toMatchObject({ paidOutCents: share, yoursCents: 0 });
});

test('a line that one admin has just paid is not given back by another who saw it unpaid', async () => {
  await completedSale(market, sides);
  await giveDetails(sides.seller);
  await takeOut();
  const [{ _id }] = await linesOf(sides.seller);
  const other = await market.person('admin', { emailVerified: true });
  const fail = (state: string) =>
    other.post(`/payouts/lines/${_id}/fail`, { reason: 'I could not pay it', state });
  await sides.admin.post(`/payouts/lines/${_id}/confirm`, {});
  const late = await fail('requested');
  expect([late.status, late.body.code]).toEqual([409, 'payouts.over']);
  expect(await overviewOf(sides.seller)).toMatchObject({ yoursCents: 0, paidOutCents: share });
  expect((await fail('paid')).body.modifiedCount).toBe(1);
  expect(await overviewOf(sides.seller)).toMatchObject({ yoursCents: share, paidOutCents: 0 });
});

test('a line that did not arrive is the seller’s again, before and after it was confirmed', async () => {
  const { seller, admin } = sides;
  await completedSale(market, sides);
  await giveDetails(seller);
  await takeOut();
  const [first] = await linesOf(seller);
  const reason = 'The bank knows no such account';
  for (const unreadable of [' ', '\u200b', 'No such account\u0000'])
    expect((await admin.post(`/payouts/lines/${first._id}/fail`, { reason: unreadable })).status).toBe(400);
  expect((await admin.post(`/payouts/lines/${first._id}/fail`, { reason })).body.modifiedCount).toBe(1);
  expect((await admin.post(`/payouts/lines/${first._id}/fail`, { reason })).body.modifiedCount).toBe(0);
  expect((await admin.post(`/payouts/lines/${first._id}/confirm`, {})).body.code).toBe('payouts.over');
  expect(await overviewOf(seller)).toMatchObject({
    yoursCents: share,
    onItsWayCents: 0,
    blockedBy: 'onboarding',
    onboarding: { state: 'none', bankEnding: null },
  });
  // It is not paid to the same account again.
  expect((await admin.post('/payouts/exports', {})).body.code).toBe('payouts.nothing-due');
  await giveDetails(seller);
  await takeOut();
  const [second] = await linesOf(seller);
  await admin.post(`/payouts/lines/${second._id}/confirm`, {});
  await admin.post(`/payouts/lines/${second._id}/fail`, { reason });
  expect(await overviewOf(seller)).toMatchObject({ yoursCents: share, paidOutCents: 0 });
  expect((await statementOf(seller)).map(({ kind }) => kind)).toEqual(['payout-failed', 'payout', 'sale']);
  const { body: own } = await seller.get('/payouts');
  expect(own.map(({ reason: told }: { reason: string }) => told)).toEqual([reason, reason]);
});

test('details that a seller has changed meanwhile outlast a line that did not arrive', async () => {
  const { seller, admin } = sides;
  await completedSale(market, sides);
  await giveDetails(seller);
  await takeOut();
  await giveDetails(seller, { ...bank, account: 'DE89 3704 0044 0532 0130 00' });
  const [{ _id }] = await linesOf(seller);
  await admin.post(`/payouts/lines/${_id}/fail`, { reason: 'The account is closed' });
  expect(await overviewOf(seller)).toMatchObject({ blockedBy: null, onboarding: { bankEnding: '3000' } });
  const { text } = await mailTo(market.address, seller.email, 'did not arrive');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'We send it to the bank account that you have entered since',
  );
  expect(text).not.toContain('enter them again');
});

test('details that are changed later change no line that is out already', async () => {
  const { seller, admin } = sides;
  await completedSale(market, sides);
  await giveDetails(seller);
  const exportId = await takeOut();
  await giveDetails(seller, { holder: 'Somebody Else', account: '0012345678', bankCode: '021000021' });
  const { text } = await readFile(admin, `/payouts/exports/${exportId}`);
  expect(text).toMatch(/^(?!.*0012345678).*GB33BUKB20201555555555/s);
});

test('nothing in the file is a formula, whatever a seller is called', async () => {
  const name = '=HYPERLINK("http://evil.example","Mina")';
  const seller = await market.person('seller', { emailVerified: true, name });
  await completedSale(market, { ...sides, seller });
  await giveDetails(seller, { holder: 'Mina', account: '0012345678', bankCode: '021000021' });
  const { text } = await readFile(sides.admin, `/payouts/exports/${await takeOut()}`);
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""Mina"")"`);
  expect(text).toContain('"0012345678","021000021",398.98');
});

test.each([
  [{ ...bank, account: 'GB33BUKB20201555555556' }, 'account'],
  [{ ...bank, account: 'GB33BUKB2020155555555' }, 'account'],
  [{ ...bank, account: 'XX00123' }, 'account'],
  [{ ...bank, account: '12' }, 'account'],
  [{ ...bank, account: '0012345678' }, 'bankCode'],
  [{ ...bank, account: '0012345678', bankCode: '12' }, 'bankCode'],
  [{ ...bank, holder: '=1+1' }, 'holder'],
  [{ ...bank, holder: '' }, 'holder'],
  [{}, 'holder'],
])('bank details %j are refused for their %s', async (details, path) => {
  const { status, body } = await sides.seller.request('PUT', '/payouts/bank-details', asJson(details));
  expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
});

test('the number is stored encrypted and never answered whole', async () => {
  await giveDetails(sides.seller);
  const stored = await market.services.db.select().from(payoutSellers);
  expect(JSON.stringify(stored)).not.toContain('20201555');
  const answers = await Promise.all(
    ['/payouts/overview', '/payouts', '/payouts/statement'].map((path) => sides.seller.get(path)),
  );
  expect(JSON.stringify(answers)).not.toContain('20201555');
});

test('without bank details money waits, and its seller is told so once a week', async () => {
  const { seller } = sides;
  await completedSale(market, sides);
  const { payouts } = market.services;
  const countReminders = async () => {
    const { rows } = await market.services.db.$client.query(
      `select 1 from notifications where person_id = $1 and kind = 'payout-waiting' and channel = 'page'`,
      [seller.id],
    );
    return rows.length;
  };
  await remindSellers(payouts);
  await vi.waitFor(async () => expect(await countReminders()).toBe(1), 20_000);
  await remindSellers(payouts);
  market.clock.advance(7 * 24 * 60);
  await remindSellers(payouts);
  await vi.waitFor(async () => expect(await countReminders()).toBe(2), 20_000);
  market.clock.advance(-7 * 24 * 60);
  // Other tests may have left a seller who can be paid.
  await sides.admin.post('/payouts/exports', {});
  expect(await linesOf(seller)).toEqual([]);
  expect(await overviewOf(seller)).toMatchObject({ yoursCents: share, blockedBy: 'onboarding' });
});

test('whoever was deleted by an admin is paid what they have earned', async () => {
  const { seller, admin } = sides;
  await completedSale(market, sides);
  await giveDetails(seller);
  expect((await admin.delete(`/users/${seller.id}`)).status).toBe(200);
  await takeOut();
  const [{ _id, amountCents }] = await linesOf(seller);
  expect(amountCents).toBe(share);
  expect((await admin.post(`/payouts/lines/${_id}/confirm`, {})).body).toMatchObject({ modifiedCount: 1 });
});

test('without bank details what a deleted seller has earned stays visible as owed, to be paid by bank', async () => {
  const { seller, admin } = sides;
  await completedSale(market, sides);
  expect((await admin.delete(`/users/${seller.id}`)).status).toBe(200);
  const { body } = await admin.get('/payouts/balances?show=owed&limit=100');
  const { id: _id, name, email } = seller;
  const blocked = { isReady: false, isByHand: true, hasAccount: false, blockedBy: null, refusal: null };
  expect(body).toContainEqual({ seller: { _id, name, email }, cents: share, ...blocked });
});

test('the processor’s onboarding is not offered where payouts are made by hand', async () => {
  expect((await sides.seller.post('/payouts/onboarding', {})).body.code).toBe('payouts.other-method');
});

test('details that a former secret has encrypted are asked for again, and not said to be here', async () => {
  const { seller } = sides;
  const { sealed, ending } = createBankSeal('a former secret').close(seller.id, { ...bank, account: '1234' });
  const details = { bankSealed: sealed, bankEnding: ending };
  const { db } = market.services;
  // Before the sale, whose end creates the row as well.
  await db.insert(payoutSellers).values({ sellerId: seller.id, ...details });
  await completedSale(market, sides);
  expect(await overviewOf(seller)).toMatchObject({
    blockedBy: 'onboarding',
    onboarding: { state: 'none', bankEnding: null },
  });
  await giveDetails(seller);
  expect(await overviewOf(seller)).toMatchObject({ onboarding: { state: 'ready', bankEnding: '5555' } });
});
