/** For each call about an order a permitted request, and orders in every state. */
import type { OrderAction, OrderState } from '#contract/orders-machine.ts';
import { orderDeadline } from '#server/orders/service.ts';
import { runDue } from '#server/platform/states/deadlines.ts';

import { beginPayment, confirmCard, intentOf, report } from './card-processor.ts';
import { pictureForm } from './endpoint-things.ts';
import type { Market, TestPerson } from './market.ts';
import { signInAgain } from './sign-in-again.ts';

/** The two sides of an order and an admin. */
export interface Sides {
  readonly buyer: TestPerson;
  readonly seller: TestPerson;
  readonly admin: TestPerson;
}

/** New people: two sides and an admin. */
export const newSides = async (market: Pick<Market, 'person'>): Promise<Sides> => ({
  buyer: await market.person('buyer'),
  seller: await market.person('seller'),
  admin: await market.person('admin'),
});

/** The same people with new sessions: moving the clock ends their tokens. */
export const sidesAgain = async (market: Market, { buyer, seller, admin }: Sides): Promise<Sides> => ({
  buyer: await signInAgain(market, buyer),
  seller: await signInAgain(market, seller),
  admin: await signInAgain(market, admin),
});

/** Lets time pass and runs the orders' due deadlines, including those that follow at the same moment. */
export async function passTime({ clock, services }: Market, minutes: number): Promise<void> {
  clock.advance(minutes);
  await runDue(services, orderDeadline(services));
}

interface OrderCase {
  readonly answer?: number;
  make(
    market: Market,
    sides: Sides,
    caller?: string,
  ): Promise<{ readonly path: string; readonly body?: unknown; readonly form?: FormData }>;
}

/** Makes a phone that is booked and paid. @returns the order's id */
export async function paidOrder(
  market: Market,
  { buyer, seller }: Pick<Sides, 'buyer' | 'seller'>,
  card?: string,
): Promise<string> {
  const id = await market.booking(buyer, await market.phone(seller));
  const secret = await beginPayment(buyer, id);
  await confirmCard(market, secret, card);
  const { status, body } = await report(buyer, id, intentOf(secret));
  if (status !== 200) throw new Error(`refused: ${status} ${JSON.stringify(body)}`);
  return id;
}

/** The bodies of the calls that have one. */
export const orderBodies: Readonly<Partial<Record<OrderAction, object>>> = {
  'choose-delivery': { delivery: 'parcel', address: 'Bashir Rahman\n12 Road 5\nDhaka 1212' },
  check: { item: 'screen' },
  'hand-over': { code: '000000' },
  send: { carrier: 'Sundarban', trackingNumber: 'SB-123' },
  cancel: { reason: 'It fell into the river' },
  'ask-to-cancel': { reason: 'I found another one' },
  object: { reason: 'I am on my way to you' },
  'report-problem': { reason: 'does-not-work', text: 'It does not start' },
  offer: { kind: 'part', amount: 20.5, text: 'For the scratch' },
  'decline-offer': { reason: 'That is too little' },
  'add-evidence': { text: 'This is how it looks today' },
  refuse: { text: 'It worked when I handed it over' },
  'confirm-delivery': { reason: 'The carrier confirms it' },
  decide: { outcome: 'refund', reason: 'evidence-of-buyer', words: 'The photos show it' },
  reopen: { reason: 'new-evidence', words: 'A film has come to light' },
  'send-back': { carrier: 'Sundarban', trackingNumber: 'SB-321' },
  'dispute-return': { reason: 'Another phone came back' },
};

/** Makes somebody's call on an order. @throws Error if it is refused */
export async function act(
  person: TestPerson,
  id: string,
  action: OrderAction,
  body: object = orderBodies[action] ?? {},
): Promise<void> {
  const reply = await person.post(`/orders/${id}/${action}`, body);
  if (reply.status !== 200) throw new Error(`${action}: ${reply.status} ${JSON.stringify(reply.body)}`);
}

/** Uploads a photo for an order. @returns the call's answer */
export async function uploadPhoto(person: TestPerson, id: string, form = pictureForm()) {
  const { status, body } = await person.request('POST', `/orders/${id}/photos`, { body: form });
  if (status !== 200) throw new Error(`refused: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** A photo in a buyer's report of a problem. @returns its URL */
export async function shownPhoto(market: Market, sides: Sides): Promise<string> {
  const id = await orderIn(market, sides, 'handed_over');
  const photo = await uploadPhoto(sides.buyer, id);
  await act(sides.buyer, id, 'report-problem', { ...orderBodies['report-problem'], photos: [photo._id] });
  return photo.url;
}

/** The steps that lead a paid order to each state. */
const stepsTo: Readonly<Record<OrderState, readonly (readonly [keyof Sides, OrderAction, object?])[]>> = {
  paid: [],
  sent: [
    ['buyer', 'choose-delivery'],
    ['seller', 'send'],
  ],
  handed_over: [['buyer', 'confirm-receipt']],
  disputed: [
    ['buyer', 'confirm-receipt'],
    ['buyer', 'report-problem'],
  ],
  returning: [
    ['buyer', 'confirm-receipt'],
    ['buyer', 'report-problem'],
    ['admin', 'decide', { outcome: 'return', reason: 'agreement', words: 'Send it back, please' }],
  ],
  completed: [
    ['buyer', 'confirm-receipt'],
    ['buyer', 'accept'],
  ],
  cancelled: [['seller', 'cancel']],
  refunded: [
    ['buyer', 'confirm-receipt'],
    ['seller', 'refund'],
  ],
};

/** An order in this state, by the calls of its sides. @returns its id */
export async function orderIn(
  market: Market,
  sides: Sides,
  state: OrderState,
  card?: string,
): Promise<string> {
  const id = await paidOrder(market, sides, card);
  for (const [side, action, body] of stepsTo[state]) await act(sides[side], id, action, body);
  return id;
}

/** The actions that an action requires, in addition to the state. */
const beforeAction: Readonly<Partial<Record<OrderAction, readonly [keyof Sides, OrderAction]>>> = {
  send: ['buyer', 'choose-delivery'],
  object: ['buyer', 'ask-to-cancel'],
  'withdraw-cancellation': ['buyer', 'ask-to-cancel'],
};

/** Makes an order on which the caller can take this action. @returns its id */
export async function orderFor(
  market: Market,
  sides: Sides,
  action: OrderAction,
  state: OrderState,
  by?: string,
): Promise<string> {
  const id = await orderIn(market, sides, state);
  const [side, first] = beforeAction[action] ?? [];
  if (side !== undefined && first !== undefined) await act(sides[side], id, first);
  if (action === 'accept-offer' || action === 'decline-offer')
    await act(by === 'seller' ? sides.buyer : sides.seller, id, 'offer');
  return id;
}

const about = (state: OrderState, action: OrderAction, answer = 200): OrderCase => ({
  answer,
  make: async (market, people, caller) => ({
    path: `/orders/${await orderFor(market, people, action, state, caller)}/${action}`,
    body: orderBodies[action] ?? {},
  }),
});

/** The cases of the access walk. */
export const orderCases: Readonly<Record<string, OrderCase>> = {
  'orders.getOrder': {
    make: async (market, people) => ({ path: `/orders/${await paidOrder(market, people)}` }),
  },
  'orders.getOrderReceipt': {
    make: async (market, people) => ({
      path: `/orders/${await paidOrder(market, people)}/receipt`,
    }),
  },
  'orders.listSales': { make: async () => ({ path: '/sales' }) },
  'orders.countSales': { make: async () => ({ path: '/sales/counts' }) },
  'orders.countOrders': { make: async () => ({ path: '/orders/counts' }) },
  'orders.listOrders': { make: async () => ({ path: '/orders?search=nobody@example.com' }) },
  'orders.countDisputes': { make: async () => ({ path: '/disputes/counts' }) },
  'orders.listDisputes': { make: async () => ({ path: '/disputes' }) },
  'orders.chooseDelivery': about('paid', 'choose-delivery'),
  'orders.renewCode': about('paid', 'renew-code'),
  'orders.checkItem': about('paid', 'check'),
  // Permitted callers do not have the right code.
  'orders.handOver': about('paid', 'hand-over', 409),
  'orders.confirmReceipt': about('paid', 'confirm-receipt'),
  'orders.acceptPhone': about('handed_over', 'accept'),
  'orders.sendParcel': about('paid', 'send'),
  'orders.cancelOrder': about('paid', 'cancel'),
  'orders.askToCancel': about('paid', 'ask-to-cancel'),
  'orders.withdrawCancellation': about('paid', 'withdraw-cancellation'),
  'orders.objectToCancellation': about('paid', 'object'),
  'orders.refundOrder': about('handed_over', 'refund'),
  'orders.reportProblem': about('handed_over', 'report-problem'),
  'orders.withdrawProblem': about('disputed', 'withdraw-problem'),
  'orders.makeOffer': about('disputed', 'offer'),
  'orders.acceptOffer': about('disputed', 'accept-offer'),
  'orders.declineOffer': about('disputed', 'decline-offer'),
  'orders.refuseProblem': about('disputed', 'refuse'),
  'orders.addEvidence': about('disputed', 'add-evidence'),
  'orders.addOrderPhoto': {
    make: async (market, people) => ({
      path: `/orders/${await paidOrder(market, people)}/photos`,
      form: pictureForm(),
    }),
  },
  'orders.getOrderPhoto': {
    make: async (market, people) => ({
      path: new URL(await shownPhoto(market, people), 'http://x').pathname.slice('/api'.length),
    }),
  },
  'orders.confirmDelivery': about('sent', 'confirm-delivery'),
  'orders.decideOrder': about('disputed', 'decide'),
  'orders.reopenOrder': about('completed', 'reopen'),
  'orders.sendBack': about('returning', 'send-back'),
  'orders.confirmReturn': about('returning', 'confirm-return'),
  'orders.disputeReturn': about('returning', 'dispute-return'),
  'orders.keepPhone': about('returning', 'keep'),
  'orders.listAgain': about('cancelled', 'list-again'),
  'orders.passDay': {
    make: async (market, people) => ({
      path: `/orders/${await paidOrder(market, people)}/pass-day`,
      body: {},
    }),
  },
};
