import { afterAll, beforeAll, expect, test } from 'vitest';

import { system } from '#contract/states.ts';
import { postToLedger } from '#server/ledger/service.ts';
import { type Books, openBooks } from '#testing/books.ts';
import { endPayouts } from '#testing/card-processor.ts';
import { compareRest } from './compare-rest.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.close());

test('what belongs to no charge is compared in both directions, without storing anything', async () => {
  const { services } = books.market;
  const { db, stripe } = services;
  const paidIn = await stripe.topups.create({ amount: 6_000, currency: 'usd' });
  const { id } = await stripe.payouts.create({ amount: 100, currency: 'usd' });
  const key = `topup:${paidIn.id}`;
  const words = `${key}: 6000 cents at the processor, 0 in the ledger`;
  const first = await compareRest(services);
  expect(first.unexplained).toEqual([words]);
  expect(first.explained).toContainEqual(
    expect.stringMatching(`^payout:${id}: .*on its way to the operator`),
  );
  await endPayouts(books.market);
  await books.reconcile();
  const found = await books.differenceOf(key);
  const path = `/ledgerDifferences/${found?._id}`;
  await (await books.call()).post(`${path}/explain`, { explanation: 'Paid in for refunds.' });
  expect(await compareRest(services)).toEqual({
    unexplained: [],
    explained: [`${words}: Paid in for refunds.`],
  });
  await (await books.call()).post(`${path}/record`, {});
  expect(await compareRest(services)).toEqual({ unexplained: [], explained: [] });
  const move = { side: 'place', from: 'processor', to: 'bank', amountCents: 900 } as const;
  const onlyOurs = 'payout:po_that_never_was';
  await db.transaction((tx) =>
    postToLedger(tx, {
      kind: 'payout-to-bank',
      key: onlyOurs,
      actor: system,
      at: new Date(),
      moves: [move],
    }),
  );
  expect((await compareRest(services)).unexplained).toEqual([
    `${onlyOurs}: 0 cents at the processor, -900 in the ledger`,
  ]);
});
