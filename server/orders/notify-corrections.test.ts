// What both sides are told when an admin corrects an ended order.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import { act, newSides, orderIn } from '#testing/order-requests.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

test('a seller whose completed sale is opened again reads that its money is held again', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed');
  await act(sides.admin, id, 'reopen');
  const subject = 'We have opened the order for the Pixel 8 Pro again';
  const held = 'Until then the money of this sale is held again';
  expect((await mailTo(market.address, sides.seller.email, subject)).text).toContain(held);
  expect((await mailTo(market.address, sides.buyer.email, subject)).text).not.toContain(held);
});

test('after a correction the buyer reads what goes back now, and not what went back before', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed');
  const decide = (outcome: string, amount?: number) =>
    act(sides.admin, id, 'decide', { outcome, amount, reason: 'agreement', words: 'As we see it now' });
  const read = (subject: string) => mailTo(market.address, sides.buyer.email, subject);
  await decide('part', 20.5);
  const part = await read('You get $20.50 back for the Pixel 8 Pro');
  expect(part.text).toContain('The order is completed and the phone is yours.');
  await act(sides.admin, id, 'reopen');
  await decide('complete');
  await read('The order for the Pixel 8 Pro is completed');
  await act(sides.admin, id, 'reopen');
  await decide('part', 100);
  expect((await read('You get $100.00 back for the Pixel 8 Pro')).text).toContain('$100.00 goes back');
  await act(sides.admin, id, 'reopen');
  await decide('refund');
  const rest = await read('You get $300.00 back for the Pixel 8 Pro');
  expect(rest.text).toContain('The rest of the money goes back to your card');
  await act(sides.admin, id, 'reopen');
  await decide('refund');
  const again = await read('The order for the Pixel 8 Pro was refunded');
  expect(again.text).toContain('All of the money has gone back to you already');
});

test('a seller reads that what they got before is part of a corrected sale', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed');
  const read = async (subject: string) => (await mailTo(market.address, sides.seller.email, subject)).text;
  expect(await read('You get $398.98 for the Pixel 8 Pro')).toContain('has been added to your balance');
  await act(sides.admin, id, 'reopen');
  const decision = { outcome: 'part', amount: 20.5, reason: 'agreement', words: 'As we see it now' };
  await act(sides.admin, id, 'decide', decision);
  const again = await read('You get $379.50 for the Pixel 8 Pro');
  expect(again).toContain('What you got for this sale before is part of it');
  expect(again).not.toContain('The money has been added to your balance');
});

test('a seller whose sale was refunded after its completion reads that what they get then is new', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed');
  const decide = (outcome: string, amount?: number) =>
    act(sides.admin, id, 'decide', { outcome, amount, reason: 'agreement', words: 'As we see it now' });
  const read = async (subject: string) => (await mailTo(market.address, sides.seller.email, subject)).text;
  await decide('part', 20.5);
  await act(sides.admin, id, 'reopen');
  await decide('refund');
  const takenBack = 'The money from this sale is taken back';
  expect(await read('The order for the Pixel 8 Pro was refunded')).toContain(takenBack);
  await act(sides.admin, id, 'reopen');
  await decide('complete');
  const paid = await read('You get $398.98 for the Pixel 8 Pro');
  expect(paid).toContain('The money has been added to your balance');
  expect(paid).not.toContain('What you got for this sale before');
});

test('a seller who had got nothing for a sale before is not told that they had', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'refunded');
  await act(sides.seller, id, 'list-again');
  await act(sides.admin, id, 'reopen');
  await act(sides.admin, id, 'decide');
  const again = await mailTo(
    market.address,
    sides.seller.email,
    'The order for the Pixel 8 Pro was refunded',
  );
  expect(again.text).toContain('The buyer gets all of the money back.');
  // They have done so already.
  expect(again.text).not.toContain('list it again');
  await act(sides.admin, id, 'reopen');
  await act(sides.admin, id, 'decide', {
    outcome: 'complete',
    reason: 'agreement',
    words: 'As we see it now',
  });
  const paid = await mailTo(market.address, sides.seller.email, 'You get $398.98 for the Pixel 8 Pro');
  expect(paid.text).toContain('The money has been added to your balance');
  expect(paid.text).not.toContain('What you got for this sale before');
});

test('a buyer whose phone never arrived is not told that it is theirs', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'paid');
  await act(sides.buyer, id, 'report-problem', { reason: 'never-arrived', text: 'Nobody came' });
  await act(sides.seller, id, 'offer', { kind: 'part', amount: 100.55 });
  await act(sides.buyer, id, 'accept-offer');
  const { text } = await mailTo(
    market.address,
    sides.buyer.email,
    'You get $100.55 back for the Pixel 8 Pro',
  );
  expect(text).toContain('The order is completed. $100.55 goes back to your card');
});

test('a buyer who has all of their money back reads that it stays theirs when the seller is paid', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'refunded');
  await act(sides.admin, id, 'reopen');
  await act(sides.admin, id, 'decide', { outcome: 'complete', reason: 'agreement', words: 'As agreed' });
  const subject = 'The order for the Pixel 8 Pro is completed';
  const { text } = await mailTo(market.address, sides.buyer.email, subject);
  expect(text).toContain('What has gone back to you stays yours');
  expect(text).not.toContain('The seller gets the money');
});
