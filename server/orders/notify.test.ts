// The notifications of both sides, on the page and by mail.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { formatMoment } from '#contract/dates.ts';
import { newId } from '#server/platform/postgres/database.ts';
import { mailsTo, mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket, type TestPerson } from '#testing/market.ts';
import { act, newSides, orderIn, paidOrder } from '#testing/order-requests.ts';
import { readOfferNotices } from './notify-dispute.ts';
import { readMoveNotices, readPaidNotices } from './notify-order.ts';

let market: Market;
let buyer: TestPerson;
let seller: TestPerson;
beforeAll(async () => {
  market = await openMarket();
});
beforeEach(async () => {
  ({ buyer, seller } = await newSides(market));
});
afterAll(() => market.close());

const titlesOf = async (person: TestPerson): Promise<string[]> =>
  (await person.get('/notifications?limit=100')).body.map(({ title }: { title: string }) => title);

test('a payment tells both sides whom to meet, with the link to the order', async () => {
  const id = await paidOrder(market, { buyer, seller });
  const bought = await mailTo(market.address, buyer.email, 'You have paid $420.50 for the Pixel 8 Pro');
  expect(bought.text).toContain(`${seller.name}, telephone 01711000000`);
  expect(bought.text).toContain(`/dashboard/order/${id}`);
  const sold = await mailTo(market.address, seller.email, 'Your Pixel 8 Pro is sold');
  expect(sold.text).toContain('You get $398.98 after the fee');
  expect(sold.text).toContain(`${buyer.name}, telephone 01811000000, at: Gulshan 2`);
  const until = formatMoment((await buyer.get(`/orders/${id}`)).body.next.until);
  const cancelled = `If the phone is not handed over by ${until}, the order is cancelled and`;
  expect(bought.text).toContain(`${cancelled} you get all of the money back, unless the seller objects.`);
  expect(sold.text).toContain(`${cancelled} the buyer gets all of the money back, unless you object.`);
  // Only the buyer's page shows the code.
  const { digits } = (await buyer.get(`/orders/${id}`)).body.code;
  for (const { text } of [bought, sold]) expect(text).not.toContain(digits);
});

test('the other side is told of each step, and whoever made it is not', async () => {
  const id = await paidOrder(market, { buyer, seller });
  await act(buyer, id, 'ask-to-cancel', { reason: 'I found another one' });
  const asked = await mailTo(market.address, seller.email, 'asks to cancel the order for the Pixel 8 Pro');
  expect(asked.text).toContain('I found another one');
  await act(buyer, id, 'withdraw-cancellation');
  await mailTo(market.address, seller.email, 'wants to keep the order for the Pixel 8 Pro');
  await act(buyer, id, 'confirm-receipt');
  await mailTo(market.address, seller.email, 'The Pixel 8 Pro has been handed over');
  await act(buyer, id, 'report-problem', { reason: 'locked', text: 'It asks for another account' });
  const problem = await mailTo(market.address, seller.email, 'has reported a problem with the Pixel 8 Pro');
  expect(problem.text).toContain('It is locked or blocked: It asks for another account');
  await act(seller, id, 'refund', { reason: 'I am sorry' });
  const back = await mailTo(market.address, buyer.email, 'You get $420.50 back for the Pixel 8 Pro');
  expect(back.text).toContain('The seller wrote: “I am sorry”');
  const mails = (await mailsTo(market.address, buyer.email)).map(({ subject }) => subject);
  expect(
    mails.filter((subject) => /asks to cancel|reported a problem|been handed over/.test(subject)),
  ).toEqual([]);
  expect(await titlesOf(seller)).toContain('The buyer wants to keep the order for the Pixel 8 Pro');
});

test('the seller is told when the money is theirs', async () => {
  const id = await paidOrder(market, { buyer, seller });
  await act(buyer, id, 'confirm-receipt');
  await act(buyer, id, 'accept');
  await mailTo(market.address, seller.email, 'You get $398.98 for the Pixel 8 Pro');
});

test('a buyer is told of wrong codes', async () => {
  const id = await paidOrder(market, { buyer, seller });
  const { digits } = (await buyer.get(`/orders/${id}`)).body.code;
  const code = digits === '111111' ? '222222' : '111111';
  for (let tries = 0; tries < 5; tries += 1) await seller.post(`/orders/${id}/hand-over`, { code });
  await mailTo(market.address, buyer.email, 'Wrong codes were entered for the Pixel 8 Pro');
});

test('a parcel comes with its carrier and number, and with the day on which its time is up', async () => {
  const id = await paidOrder(market, { buyer, seller });
  await act(buyer, id, 'choose-delivery');
  const wanted = await mailTo(market.address, seller.email, 'The buyer wants the Pixel 8 Pro sent to them');
  expect(wanted.text).toContain(`/dashboard/order/${id}`);
  await act(buyer, id, 'choose-delivery', { delivery: 'meeting' });
  await mailTo(market.address, seller.email, 'The buyer wants to meet for the Pixel 8 Pro');
  // If it is sent twice, it is stored once.
  for (const _ of [1, 2]) await act(buyer, id, 'choose-delivery');
  const { timeline } = (await seller.get(`/orders/${id}`)).body;
  expect(timeline.filter(({ what }: { what: string }) => what === 'delivery-chosen')).toHaveLength(3);
  await act(seller, id, 'send');
  const sent = await mailTo(market.address, buyer.email, 'The Pixel 8 Pro is on its way to you');
  expect(sent.text).toContain('Carrier and tracking number: Sundarban SB-123');
  expect(sent.text).toMatch(
    /If we have heard nothing by \d+ \w{3,4} \d{4}, \d\d:\d\d UTC, we will look at both sides and decide\./,
  );
});

test('the buyer is told of the proof of delivery, after which no answer counts as acceptance', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'sent');
  await act(sides.admin, id, 'confirm-delivery');
  const subject = 'The carrier has delivered the Pixel 8 Pro';
  const { text } = await mailTo(market.address, sides.buyer.email, subject);
  expect(text).toMatch(/otherwise it counts as received on \d+ \w{3,4} \d{4}, \d\d:\d\d UTC\./);
});

test('the seller is told that the phone is on its way back, and until when they have to look at it', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'returning');
  await act(sides.buyer, id, 'send-back');
  const subject = 'The Pixel 8 Pro is on its way back to you';
  const { text } = await mailTo(market.address, sides.seller.email, subject);
  expect(text).toContain('Carrier and tracking number: Sundarban SB-321');
  expect(text).toMatch(/the buyer gets all of the money back on \d+ \w{3,4} \d{4}, \d\d:\d\d UTC\./);
});

test('both sides of a return read where the phone goes, and what happens without a tracking number', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed');
  await act(sides.seller, id, 'offer', { kind: 'return' });
  await act(sides.buyer, id, 'accept-offer');
  const read = async (side: 'buyer' | 'seller') =>
    (await mailTo(market.address, sides[side].email, 'The Pixel 8 Pro goes back')).text;
  const buyerReads = await read('buyer');
  expect(buyerReads).toContain('Ask the seller where to send the phone');
  expect(buyerReads).toMatch(/the seller gets the money\. You have until \d+ \w{3,4} \d{4}/);
  expect(buyerReads).toContain('write to us before then');
  const sellerReads = await read('seller');
  expect(sellerReads).toContain('tell the buyer where to send the phone');
  expect(sellerReads).toMatch(/completed and you get the money on \d+ \w{3,4} \d{4}/);
});

test('both sides of an order that is completed after the phone was sent back read whose phone it is', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'returning');
  await act(sides.buyer, id, 'send-back');
  await act(sides.seller, id, 'dispute-return');
  await act(sides.admin, id, 'decide', {
    outcome: 'part',
    amount: 20,
    reason: 'agreement',
    words: 'So be it',
  });
  const bought = await mailTo(market.address, sides.buyer.email, 'You get $20.00 back for the Pixel 8 Pro');
  expect(bought.text).toContain('If the seller has the phone, agree with them how you get it.');
  const sold = await mailTo(market.address, sides.seller.email, 'You get $379.98 for the Pixel 8 Pro');
  expect(sold.text).toContain('If you have the phone, agree with the buyer how they get it.');
});

test('a reminder of a parcel asks the seller to send it, and the buyer to ask for it', async () => {
  const sides = await newSides(market);
  const id = await paidOrder(market, sides);
  await act(sides.buyer, id, 'choose-delivery');
  for (const _ of [1, 2, 3]) await sides.buyer.post(`/orders/${id}/pass-day`, {});
  const subject = 'The Pixel 8 Pro has not been sent yet';
  const toSeller = await mailTo(market.address, sides.seller.email, subject);
  expect(toSeller.text).toContain('enter carrier and tracking number on the order’s page');
  expect(toSeller.text).toMatch(/the buyer gets the money back, unless you object\. You have until/);
  const toBuyer = await mailTo(market.address, sides.buyer.email, subject);
  expect(toBuyer.text).toContain(`ask ${sides.seller.name}, telephone 01711000000`);
  expect(toBuyer.text).toMatch(/Otherwise .* unless the seller objects\. They have until/);
});

test('both sides of a late hand-over read what the seller can still do, and until when', async () => {
  const sides = await newSides(market);
  const id = await paidOrder(market, sides);
  for (let day = 0; day < 14; day += 1) await sides.buyer.post(`/orders/${id}/pass-day`, {});
  const subject = 'The order for the Pixel 8 Pro is about to be cancelled';
  const toBuyer = await mailTo(market.address, sides.buyer.email, subject);
  expect(toBuyer.text).toMatch(/you get your money back, unless the seller objects\. You have until/);
  const toSeller = await mailTo(market.address, sides.seller.email, subject);
  expect(toSeller.text).toMatch(/object on the order’s page\. You have until/);
});

test('a reminder of a meeting tells each side whose money goes back, and what only the buyer can confirm', async () => {
  const sides = await newSides(market);
  const id = await paidOrder(market, sides);
  for (const _ of [1, 2, 3]) await sides.buyer.post(`/orders/${id}/pass-day`, {});
  const subject = 'The Pixel 8 Pro has not been handed over yet';
  const toBuyer = await mailTo(market.address, sides.buyer.email, subject);
  expect(toBuyer.text).toContain(
    'Otherwise the order is cancelled and you get the money back, unless the seller objects.',
  );
  const handedOver = 'If the phone has changed hands already, ';
  expect(toBuyer.text).toContain(`${handedOver}confirm it on the order’s page.`);
  const toSeller = await mailTo(market.address, sides.seller.email, subject);
  expect(toSeller.text).toContain(
    'Otherwise the order is cancelled and the buyer gets the money back, unless you object.',
  );
  expect(toSeller.text).toContain(`${handedOver}ask ${sides.buyer.name} to confirm it on the order’s page.`);
});

test('a buyer who reported a problem is not told to enjoy the phone', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed');
  const words = 'It works';
  await act(sides.admin, id, 'decide', { outcome: 'complete', reason: 'evidence-of-seller', words });
  const subject = 'The order for the Pixel 8 Pro is completed';
  const { text } = await mailTo(market.address, sides.buyer.email, subject);
  expect(text).toContain('The seller gets the money.');
  expect(text).not.toContain('Enjoy');
});

test('a buyer who has accepted a part has it in writing', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed');
  await act(sides.seller, id, 'offer');
  await act(sides.buyer, id, 'accept-offer');
  const subject = 'You get $20.50 back for the Pixel 8 Pro';
  const { text } = await mailTo(market.address, sides.buyer.email, subject);
  expect(text).toContain('$20.50 goes back to your card');
});

test('whoever reads late of a sale reads what it brought, and not what was left of it', async () => {
  const id = await orderIn(market, await newSides(market), 'refunded');
  const event = { id: newId(), kind: 'order.paid', subject: id, actor: null, at: new Date().toISOString() };
  const data = { from: null, to: 'paid', role: 'system', reason: null } as const;
  const notices = await market.services.db.transaction((tx) =>
    readPaidNotices(tx, { ...event, kind: 'order.paid', data }),
  );
  expect(notices[1]).toMatchObject({ kind: 'order-sold', data: { cents: 39_898 } });
});

test('a seller whose completed sale is refunded reads that its money is taken back', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'completed');
  await act(sides.admin, id, 'reopen');
  await act(sides.admin, id, 'decide');
  const subject = 'The order for the Pixel 8 Pro was refunded';
  const { text } = await mailTo(market.address, sides.seller.email, subject);
  expect(text).toContain('The money from this sale is taken back');
});

test('a seller for whom nothing is left is not told that they get $0.00', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed');
  await act(sides.admin, id, 'decide', {
    outcome: 'part',
    amount: 420.49,
    reason: 'agreement',
    words: 'Hardly worth it',
  });
  const subject = 'The order for the Pixel 8 Pro is completed';
  const { text } = await mailTo(market.address, sides.seller.email, subject);
  expect(text).toContain('nothing is left for you');
});

test('whoever reads late of a step reads no deadline of the step after it', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'returning');
  const event = {
    id: newId(),
    kind: 'order.handed_over',
    subject: id,
    actor: null,
    data: { from: 'paid', to: 'handed_over', role: 'buyer', reason: null },
    at: new Date().toISOString(),
  } as const;
  const notices = await market.services.db.transaction((tx) => readMoveNotices(tx, event));
  expect(notices).toMatchObject([{ kind: 'order-progress', data: { state: 'handed_over', until: null } }]);

  // With the tracking number, the seller's time to look at the phone has begun.
  const sentBack = await orderIn(market, sides, 'returning');
  await act(sides.buyer, sentBack, 'send-back', { carrier: 'Sundarban', trackingNumber: 'SB-1' });
  const data = { from: 'disputed', to: 'returning', role: 'seller', reason: null } as const;
  const returned = { ...event, kind: 'order.returning', subject: sentBack, data } as const;
  const late = await market.services.db.transaction((tx) => readMoveNotices(tx, returned));
  expect(late).toMatchObject([{ personId: sides.buyer.id, data: { state: 'returning', until: null } }]);
  const said = { role: 'seller', detail: 'A part' } as const;
  const offer = { ...event, kind: 'order.offered', data: said } as const;
  const offered = await market.services.db.transaction((tx) => readOfferNotices(tx, offer));
  expect(offered).toMatchObject([{ kind: 'dispute-offer', data: { dueAt: null } }]);
  const ofBuyer = { ...offer, data: { role: 'buyer', detail: 'A part' } } as const;
  const toSeller = await market.services.db.transaction((tx) => readOfferNotices(tx, ofBuyer));
  expect(toSeller).toMatchObject([{ personId: sides.seller.id, data: { losesBySilence: false } }]);
});

test('the seller of a phone whose payment a bank holds back is warned, and both read what the bank has decided', async () => {
  const sides = await newSides(market);
  const id = await paidOrder(market, sides, 'pm_card_createDispute');
  const { address, services } = market;
  const warned = await mailTo(
    address,
    sides.seller.email,
    'A bank holds back the payment for your Pixel 8 Pro',
  );
  expect(warned.text).toContain('do not hand it over or send it before then');
  expect(warned.text).toContain(`/dashboard/order/${id}`);
  const { transactionId } = (await sides.buyer.get(`/orders/${id}/receipt`)).body;
  const { data } = await services.stripe.disputes.list({ payment_intent: transactionId });
  await services.stripe.disputes.close(data[0]?.id ?? '');
  for (const [side, words] of [
    ['seller', 'The buyer’s bank has taken the payment back.'],
    ['buyer', 'Your bank has taken the payment back'],
  ] as const) {
    const { text } = await mailTo(address, sides[side].email, 'The order for the Pixel 8 Pro was refunded');
    expect(text).toContain(words);
  }
});
