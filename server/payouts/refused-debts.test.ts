// A debt for which the processor has refused to reverse several transfers: it is missing once.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sellerAccount } from '#contract/ledger.ts';
import { system } from '#contract/states.ts';
import { payouts } from '#db/tables/payouts.ts';
import { postToLedger } from '#server/ledger/service.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { insertReversal, refuseReversal } from './store-payouts.ts';

let market: Market;
let admin: TestPerson;
beforeAll(async () => {
  market = await openMarket();
  admin = await market.person('admin');
});
afterAll(() => market.close());

/** A seller who owes $1.00. */
async function debtor(): Promise<TestPerson> {
  const seller = await market.person('seller');
  const from = sellerAccount(seller.id);
  await market.services.db.transaction((tx) =>
    postToLedger(tx, {
      kind: 'refund-decided',
      key: `test:${seller.id}`,
      actor: system,
      at: new Date(),
      moves: [{ side: 'owner', from, to: 'refunds_due', amountCents: 100 }],
    }),
  );
  return seller;
}

/** Asks for a part of another transfer of $1.00, as a job would, without its answer. @returns the reversal's id */
async function ask({ id: sellerId }: TestPerson, amountCents: number): Promise<string> {
  const { db } = market.services;
  const id = newId();
  const row = { id, sellerId, method: 'stripe', state: 'paid', amountCents: 100 } as const;
  await db.insert(payouts).values({ ...row, transferId: `tr_${id}` });
  const asked = await db.transaction((tx) =>
    insertReversal(tx, { payoutId: id, cause: 'debt', amountCents }),
  );
  return asked ?? '';
}

async function refuse(seller: TestPerson, amountCents: number): Promise<string> {
  const id = await ask(seller, amountCents);
  await market.services.db.transaction((tx) => refuseReversal(tx, id, 'Insufficient funds'));
  return id;
}

const listed = async ({ id }: TestPerson): Promise<[string, number][]> =>
  (await admin.get('/payouts/reversals')).body
    .filter(({ seller }: { seller: { _id: string } }) => seller._id === id)
    .map(({ _id, amountCents }: { _id: string; amountCents: number }) => [_id, amountCents]);

test('the transfers that were refused for a debt are listed up to what is owed, the newest first', async () => {
  const seller = await debtor();
  const older = await refuse(seller, 100);
  const newer = await refuse(seller, 60);
  expect(await listed(seller)).toEqual([
    [newer, 60],
    [older, 40],
  ]);
  const newest = await refuse(seller, 100);
  expect(await listed(seller)).toEqual([[newest, 100]]);
});

test('what the processor is being asked for is not asked for a second time', async () => {
  const seller = await debtor();
  const refused = await refuse(seller, 100);
  const press = async () => (await admin.post(`/payouts/reversals/${refused}/retry`, {})).body.modifiedCount;
  await ask(seller, 100);
  expect(await listed(seller)).toEqual([]);
  expect(await press()).toBe(0);
});
