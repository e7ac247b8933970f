// Whoever has to act on an order is reminded a day before something happens without them.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { dealDurations } from '#contract/deal-terms.ts';
import type { OrderAction, OrderState } from '#contract/orders-machine.ts';
import { recordChargebacks } from '#server/payments/record-chargebacks.ts';
import { chargeOfOrder } from '#testing/card-processor.ts';
import { mailsTo, mailTo } from '#testing/mailbox.ts';
import { type Market, openMarket } from '#testing/market.ts';
import {
  act,
  newSides,
  orderIn,
  paidOrder,
  passTime,
  type Sides,
  sidesAgain,
} from '#testing/order-requests.ts';
import { orderDeadline } from './service.ts';

const day = 1440;
const { minutes: delivery } = dealDurations.delivery;
const { minutes: trial } = dealDurations.trial;
const { minutes: answer } = dealDurations.answer;
const { minutes: returnSending } = dealDurations.returnSending;
const { minutes: returnDelivery } = dealDurations.returnDelivery;

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

interface Seen {
  readonly state: OrderState;
  readonly timeline: readonly { readonly what: string | null }[];
}
const see = async (sides: Sides, id: string): Promise<Seen> =>
  (await (await sidesAgain(market, sides)).buyer.get(`/orders/${id}`)).body;
const remindersIn = ({ timeline }: Seen): number => timeline.filter(({ what }) => what === 'last-day').length;

interface Waiting {
  readonly what: string;
  readonly state: OrderState;
  /** What leads there from the state. */
  readonly steps?: readonly (readonly [keyof Sides, OrderAction])[];
  readonly minutes: number;
  readonly reader: 'buyer' | 'seller';
  readonly subject: string;
  readonly text: string;
  readonly becomes: OrderState;
}

const model = 'Pixel 8 Pro';
const waiting: readonly Waiting[] = [
  {
    what: 'a parcel without proof of delivery',
    state: 'sent',
    minutes: delivery,
    reader: 'buyer',
    subject: `Do you have the ${model}?`,
    text: 'If you do nothing, we will look at both sides and decide.',
    becomes: 'disputed',
  },
  {
    what: 'a parcel with proof of delivery',
    state: 'sent',
    steps: [['admin', 'confirm-delivery']],
    minutes: delivery,
    reader: 'buyer',
    subject: `Do you have the ${model}?`,
    text: 'If you do nothing, it counts as received.',
    becomes: 'handed_over',
  },
  {
    what: 'a phone that is tried out',
    state: 'handed_over',
    minutes: trial,
    reader: 'buyer',
    subject: `Is everything fine with the ${model}?`,
    text: 'If you do nothing, the seller gets the money.',
    becomes: 'completed',
  },
  {
    what: 'a problem without an answer',
    state: 'disputed',
    minutes: answer,
    reader: 'seller',
    subject: `The buyer waits for your answer about the ${model}`,
    text: 'If you don’t answer, the buyer sends the phone back and then gets all of the money.',
    becomes: 'returning',
  },
  {
    what: 'an offer of the seller',
    state: 'disputed',
    steps: [['seller', 'offer']],
    minutes: answer,
    reader: 'buyer',
    subject: `An offer for the ${model} waits for your answer`,
    text: 'If you don’t answer, we will look at both sides and decide.',
    becomes: 'disputed',
  },
  {
    what: 'a phone to be sent back',
    state: 'returning',
    minutes: returnSending,
    reader: 'buyer',
    subject: `The ${model} has not been sent back yet`,
    text: 'without them the order is completed and the seller gets the money.',
    becomes: 'completed',
  },
  {
    what: 'a phone on its way back',
    state: 'returning',
    steps: [['buyer', 'send-back']],
    minutes: returnDelivery,
    reader: 'seller',
    subject: `Do you have the ${model} back?`,
    text: 'If you do nothing, the buyer gets all of the money back on',
    becomes: 'refunded',
  },
];

test.each(waiting)(
  '$what: the $reader is reminded once, a day before the order is $becomes',
  async ({ state, steps = [], minutes, reader, subject, text, becomes }) => {
    const sides = await newSides(market);
    const id = await orderIn(market, sides, state);
    for (const [side, action] of steps) await act(sides[side], id, action);
    await passTime(market, minutes - day - 5);
    expect(remindersIn(await see(sides, id))).toBe(0);
    await passTime(market, 10);
    await passTime(market, 0);
    const reminded = await see(sides, id);
    expect(reminded.state).toBe(state);
    expect(remindersIn(reminded)).toBe(1);
    const mail = await mailTo(market.address, sides[reader].email, subject);
    expect(mail.text).toContain(text);
    await passTime(market, day);
    expect((await see(sides, id)).state).toBe(becomes);
    const other = reader === 'buyer' ? 'seller' : 'buyer';
    const others = await mailsTo(market.address, sides[other].email);
    expect(others.map((each) => each.subject)).not.toContain(subject);
  },
);

test('whoever has acted is not reminded, and an admin never is', async () => {
  const sides = await newSides(market);
  const [decided, extended] = [
    await orderIn(market, sides, 'disputed'),
    await orderIn(market, sides, 'disputed'),
  ];
  await passTime(market, answer - day - 5);
  const again = await sidesAgain(market, sides);
  await act(again.seller, decided, 'refuse');
  // The offer gives the buyer the whole time.
  await act(again.seller, extended, 'offer');
  await passTime(market, day);
  expect(remindersIn(await see(sides, decided))).toBe(0);
  expect(remindersIn(await see(sides, extended))).toBe(0);
  await passTime(market, dealDurations.decision.minutes);
  expect(remindersIn(await see(sides, decided))).toBe(0);
});

test('a deadline that passed during an outage has its end and no reminder', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'handed_over');
  await passTime(market, trial + 1);
  const ended = await see(sides, id);
  expect(ended.state).toBe('completed');
  expect(remindersIn(ended)).toBe(0);
});

test('a buyer’s offer is among the ways to answer', async () => {
  const sides = await newSides(market);
  const id = await orderIn(market, sides, 'disputed');
  await act(sides.buyer, id, 'offer');
  await passTime(market, answer - day + 5);
  const mail = await mailTo(
    market.address,
    sides.seller.email,
    `The buyer waits for your answer about the ${model}`,
  );
  expect(mail.text).toContain('accept the buyer’s offer, give the money back');
});

test('nobody whose account was deleted is reminded', async () => {
  const sides = await newSides(market);
  await orderIn(market, sides, 'handed_over');
  const deleted = await sides.admin.request('DELETE', `/users/${sides.buyer.id}`);
  expect(deleted.status).toBe(200);
  await passTime(market, trial - day + 5);
  // The seller of another order is told after it, so that all mail of this moment has been sent.
  const others = await newSides(market);
  const other = await orderIn(market, others, 'disputed');
  await passTime(market, answer - day + 5);
  expect(remindersIn(await see(others, other))).toBe(1);
  await mailTo(market.address, others.seller.email, `The buyer waits for your answer about the ${model}`);
  const mails = await mailsTo(market.address, sides.buyer.email);
  expect(mails.map(({ subject }) => subject)).not.toContain(`Is everything fine with the ${model}?`);
});

test('while a bank holds the money back, nobody is reminded, and nothing else waits behind it', async () => {
  const sides = await newSides(market);
  const id = await paidOrder(market, sides, 'pm_card_createDispute');
  await act(sides.buyer, id, 'choose-delivery');
  await act(sides.seller, id, 'send');
  const charge = await chargeOfOrder(market, id);
  await recordChargebacks(market.services, charge);
  await passTime(market, delivery - day + 5);
  expect(remindersIn(await see(sides, id))).toBe(0);
  const due = await orderDeadline(market.services).listDue(market.services.db, market.clock.now(), 500);
  expect(due).not.toContain(id);
  // Once the bank has decided, while there is still time, the reminder follows.
  const { stripe } = market.services;
  const { data } = await stripe.disputes.list({ payment_intent: charge });
  await stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } });
  await recordChargebacks(market.services, charge);
  await passTime(market, 60);
  expect(remindersIn(await see(sides, id))).toBe(1);
});
