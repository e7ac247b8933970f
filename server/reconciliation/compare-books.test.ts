import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { system } from '#contract/states.ts';
import { postToLedger } from '#server/ledger/service.ts';
import { type Books, openBooks } from '#testing/books.ts';
import { endPayouts } from '#testing/card-processor.ts';
import { movementsWithoutEvent } from '#testing/moved-money.ts';
import { accountOf, onboard } from '#testing/payouts.ts';
import { compareBooks } from './compare-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterEach(() => books.rewind());
afterAll(() => books.close());

test('what belongs to no charge is compared in both directions, without storing anything', async () => {
  const { services } = books.market;
  const { db, stripe } = services;
  const paidIn = await stripe.topups.create({ amount: 6_000, currency: 'usd' });
  const { id } = await stripe.payouts.create({ amount: 100, currency: 'usd' });
  const key = `topup:${paidIn.id}`;
  const words = `${key}: 6000 cents at the processor, 0 in the ledger`;
  const first = await compareBooks(services);
  expect(first.unexplained).toEqual([words]);
  expect(first.explained).toContainEqual(
    expect.stringMatching(`^payout:${id}: .*on its way to the operator`),
  );
  await endPayouts(books.market);
  await books.reconcile();
  const found = await books.differenceOf(key);
  const path = `/ledgerDifferences/${found?._id}`;
  await (await books.call()).post(`${path}/explain`, { explanation: 'Paid in for refunds.' });
  expect(await compareBooks(services)).toMatchObject({
    unexplained: [],
    explained: [`${words}: Paid in for refunds.`],
  });
  await (await books.call()).post(`${path}/record`, {});
  expect(await compareBooks(services)).toEqual({
    ledgerCents: 5_900,
    processorCents: 5_900,
    unexplained: [],
    explained: [],
  });
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
  expect((await compareBooks(services)).unexplained).toEqual([
    `${onlyOurs}: 0 cents at the processor, -900 in the ledger`,
  ]);
});

test.each(Object.entries(movementsWithoutEvent))(
  'a %s that nobody has heard of is named, until an admin explains it',
  async (_, make) => {
    const { key, cents } = await make(books);
    books.goOn(20);
    const words = `${key}: ${cents} cents at the processor, 0 in the ledger`;
    expect((await compareBooks(books.market.services)).unexplained).toContain(words);
    await books.reconcile();
    const found = await books.differenceOf(key);
    const explanation = 'Known, and left as it is.';
    // It needs a sign-in of the last minutes.
    books.rewind();
    await (await books.call()).post(`/ledgerDifferences/${found?._id}/explain`, { explanation });
    books.goOn(20);
    const { explained, unexplained } = await compareBooks(books.market.services);
    expect(explained).toContain(`${words}: ${explanation}`);
    expect(unexplained).not.toContain(words);
  },
);

test('a transfer that somebody made by hand at the processor is named', async () => {
  const { market, goOn } = books;
  const seller = await market.person('seller', { emailVerified: true });
  await onboard(seller);
  const { stripe } = market.services;
  await stripe.topups.create({ amount: 900, currency: 'usd' });
  const destination = await accountOf(market, seller);
  const { id } = await stripe.transfers.create({ amount: 900, currency: 'usd', destination });
  goOn(20);
  expect((await compareBooks(market.services)).unexplained).toContain(
    `transfer:${id}: -900 cents at the processor, 0 in the ledger`,
  );
});
