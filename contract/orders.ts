/** Orders: what follows a payment, for its two sides and for admins. The machine is in `orders-machine.ts`. */
import * as z from 'zod/mini';

import { admin, alsoSuspended, partyOnly, signedIn } from './access.ts';
import { endpoint } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import { Picture } from './media.ts';
import {
  checklistItems,
  orderActionNames,
  orderLogKinds,
  orderRoles,
  orderStates,
  orderSteps,
} from './orders-machine.ts';
import { OrderDispute, stateErrors } from './orders-disputes.ts';
import { listedDisputes, listedOrders } from './orders-table.ts';
import { disputeCauses, problemReasons } from './orders-problems.ts';
import { ExtraCharge, returnStates } from './payments.ts';
import { StoredFacts } from './phone-facts.ts';
import { PictureInfo } from './picture.ts';

/** What happens next, by whom and until when; `becomes` is the state that the order then enters by itself. */
export const OrderNext = z.object({
  step: z.enum(orderSteps),
  /** Whose turn it is; empty if nobody has to do anything. */
  by: z.array(z.enum(orderRoles)),
  until: z.nullable(z.string()),
  becomes: z.nullable(z.enum(orderStates)),
});
export type OrderNext = z.infer<typeof OrderNext>;

/** One line of a list of orders. */
export const OrderSummary = z.object({
  _id: z.string(),
  productId: z.string(),
  model: z.string(),
  /** Empty if the picture is gone. */
  image: z.string(),
  picture: z.optional(PictureInfo),
  state: z.enum(orderStates),
  amountCents: z.number(),
  refundedCents: z.number(),
  /** What the seller gets, or would get; below zero if a bank took more than they got. For seller and admins. */
  sellerCents: z.optional(z.number()),
  buyer: z.string(),
  seller: z.string(),
  paidAt: z.string(),
  /** When it was completed, cancelled or refunded; null while it is open. */
  endedAt: z.nullable(z.string()),
  next: OrderNext,
  /** Whether it is the caller's turn. */
  isYourTurn: z.boolean(),
  /** The buyer's bank holds the payment back: nothing moves money until it has decided. */
  hasOpenChargeback: z.boolean(),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

/** The listing as it was when the phone was booked. */
export const OrderListing = z.object({
  model: z.string(),
  category: z.string(),
  deviceName: z.nullable(z.string()),
  condition: z.string(),
  location: z.string(),
  buyCents: z.number(),
  sellCents: z.number(),
  useYear: z.string(),
  ...StoredFacts,
  accessories: z.array(z.string()),
  description: z.string(),
  listedAt: z.string(),
  photos: z.array(Picture),
});
export type OrderListing = z.infer<typeof OrderListing>;

/** One of the two sides, with what the other one needs to reach them. */
const OrderPerson = z.object({
  /** For their public page; absent if they have none now. Admins always get it, for their own page of the person. */
  _id: z.optional(z.string()),
  name: z.string(),
  phone: z.string(),
  /** Only for admins. */
  email: z.optional(z.string()),
});

const Parcel = z.object({
  carrier: z.string(),
  trackingNumber: z.string(),
  sentAt: z.string(),
  /** When its delivery was proven. */
  deliveredAt: z.nullable(z.string()),
});

/** One line of the timeline: a state that the order entered, or what somebody did in between. */
export const OrderTimelineEntry = z.object({
  _id: z.string(),
  at: z.string(),
  /** The state that was entered; null for everything else. */
  state: z.nullable(z.enum(orderStates)),
  /** What was done, if no state was entered. */
  what: z.nullable(z.enum(orderLogKinds)),
  role: z.enum([...orderRoles, 'system']),
  /** Who did it; null for the system. */
  name: z.nullable(z.string()),
  /** In their words or ours: a reason, the ticked item, the day of a reminder. */
  detail: z.nullable(z.string()),
});
export type OrderTimelineEntry = z.infer<typeof OrderTimelineEntry>;

/** An order as one of its sides or an admin sees it. */
export const Order = z.object({
  ...OrderSummary.shape,
  /** Short, for people; the receipt has the same. */
  number: z.string(),
  /** The caller's role in it. */
  role: z.enum(orderRoles),
  /** What the sale costs the seller, fixed when it was paid. For seller and admins. */
  fee: z.optional(
    z.object({
      percent: z.number(),
      fixedCents: z.number(),
      feeCents: z.number(),
      vatPercent: z.number(),
      vatCents: z.number(),
    }),
  ),
  /** How far the refund is; null if there is none. */
  refund: z.nullable(z.enum(returnStates)),
  /** What of `refundedCents` is back at the buyer; the rest is as far as `refund` says. */
  returnedCents: z.number(),
  /** What the buyer was charged for it in addition to its payment. For buyer and admins. */
  extraCharges: z.optional(z.array(ExtraCharge)),
  listing: OrderListing,
  /** Whether the phone still has its public page. */
  hasPhonePage: z.boolean(),
  buyerContact: OrderPerson,
  sellerContact: OrderPerson,
  meetingPlace: z.string(),
  delivery: z.enum(['meeting', 'parcel']),
  parcelAddress: z.nullable(z.string()),
  parcel: z.nullable(Parcel),
  returnParcel: z.nullable(Parcel),
  /**
   * For the buyer until the hand-over. `digits` is null if the code cannot be shown any more; the buyer can request a
   * new one.
   */
  code: z.optional(
    z.object({
      digits: z.nullable(z.string()),
      /** An address of this site with the code in its fragment, for the QR. */
      address: z.nullable(z.string()),
    }),
  ),
  /** How many wrong codes may still be entered, for both sides until the hand-over. */
  codeTries: z.nullable(
    z.object({
      left: z.number(),
      lockedUntil: z.nullable(z.string()),
      isLockedForGood: z.boolean(),
    }),
  ),
  /** The items that the buyer has ticked. */
  checked: z.array(z.enum(checklistItems)),
  problem: z.nullable(z.object({ reason: z.enum(problemReasons), text: z.string() })),
  /** What both sides have said and offered; null if nobody has said anything and no dispute is open. */
  dispute: z.nullable(OrderDispute),
  /** Whether the buyer may have the phone, for a dispute. Otherwise only they can offer to send it back. */
  mayBuyerHavePhone: z.boolean(),
  /** A cancellation to which the seller may object until `until`. */
  cancellation: z.nullable(z.object({ askedBy: z.enum(['buyer', 'system']), until: z.string() })),
  /** The account of one of the two sides was deleted, so that no phone can be sent back. */
  hasDeletedSide: z.boolean(),
  /** The actions that the caller can take now: each is `POST /orders/:_id/<action>`. */
  possible: z.array(z.enum(orderActionNames)),
  timeline: z.array(OrderTimelineEntry),
  /** The new listing of the same phone; only for its seller. */
  listedAgainAs: z.nullable(z.string()),
});
export type Order = z.infer<typeof Order>;

/** One line of the admins' queue of disputes. */
export const DisputeSummary = z.extend(OrderSummary, {
  problem: z.nullable(z.enum(problemReasons)),
  /** Why there is a dispute, if no problem was reported. */
  cause: z.nullable(z.enum(disputeCauses)),
  /** Whether the admins' time to decide is over. */
  isLate: z.boolean(),
});
export type DisputeSummary = z.infer<typeof DisputeSummary>;

/** Every 409 contains the order's current `state`, and what is `possible` for the caller. */
export const orderErrors = {
  ...stateErrors,
  'orders.no-address': [409, 'The buyer has not chosen a parcel with an address.'],
  'orders.chargeback-open': [
    409,
    'The buyer’s bank is looking at the payment. No money can move until it has decided.',
  ],
  'orders.wrong-code': [409, 'This is not the code.'],
  'orders.code-paused': [429, 'Too many wrong codes. Please wait before you try again.'],
  'orders.offer-replaced': [409, 'A newer offer has replaced the one that you answered.'],
  'orders.offered-meanwhile': [409, 'The other side has made an offer meanwhile. Yours was not sent.'],
  'orders.photo-unknown': [400, 'This photo is not there any more. Please choose it again.'],
  'orders.too-many-statements': [
    409,
    'You have reached the limit of statements in one dispute. Please wait for the decision.',
  ],
  'orders.part-too-large': [400, 'The amount has to be less than what was paid.'],
  'orders.money-gone': [
    409,
    'The money has gone back to the buyer. It cannot be taken from their card again, so there is nothing left to divide.',
  ],
  'orders.nothing-to-send-back': [
    409,
    'The buyer has not said that they have the phone, so only they can offer to send it back. Give the money back, or offer a part.',
  ],
  'orders.side-deleted': [
    409,
    'The account of one side was deleted, so the phone cannot be sent back. Please decide about the money.',
  ],
  'orders.wrong-reason': [409, 'This reason cannot be chosen, because the phone has arrived.'],
} as const satisfies ErrorTable;

export const getOrder = endpoint({
  method: 'GET',
  path: '/orders/:_id',
  summary: 'One order, for its buyer, its seller and admins; it has the id of its booking',
  access: alsoSuspended(partyOnly('params._id', 'buyer', 'seller', 'admin')),
  params: ById,
  reply: Order,
  errors: orderErrors,
});

export const listSales = endpoint({
  method: 'GET',
  path: '/sales',
  summary:
    'The orders of the caller’s own phones, newest first unless `sort` says otherwise; searched by part of a model or of the buyer’s name',
  access: alsoSuspended(signedIn),
  query: z.object(listedOrders),
  reply: z.array(OrderSummary),
  paged: true,
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  summary:
    'All orders, newest first unless `sort` says otherwise: by id, by the e-mail address of a side, or by telephone number',
  access: admin,
  query: z.object(listedOrders),
  reply: z.array(OrderSummary),
  paged: true,
});

export const listDisputes = endpoint({
  method: 'GET',
  path: '/disputes',
  summary:
    'Open disputes: first those that wait for an admin, each group by its deadline, the oldest first; searched as orders are',
  access: admin,
  query: z.object(listedDisputes),
  reply: z.array(DisputeSummary),
  paged: true,
});
