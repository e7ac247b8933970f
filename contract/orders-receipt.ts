/** The receipt of an order. */
import * as z from 'zod/mini';

import { alsoSuspended, partyOnly } from './access.ts';
import { endpoint } from './endpoint.ts';
import { ById } from './id.ts';
import { Order, orderErrors } from './orders.ts';
import { orderRoles, orderStates } from './orders-machine.ts';

/** The receipt that either side can print. */
export const OrderReceipt = z.object({
  _id: z.string(),
  /** Short, for people. */
  number: z.string(),
  role: z.enum(orderRoles),
  state: z.enum(orderStates),
  model: z.string(),
  buyer: z.string(),
  seller: z.string(),
  paidAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** The processor's id of the payment. */
  transactionId: z.nullable(z.string()),
  amountCents: z.number(),
  refundedCents: z.number(),
  refund: Order.shape.refund,
  returnedCents: Order.shape.returnedCents,
  hasOpenChargeback: Order.shape.hasOpenChargeback,
  /** For seller and admins. */
  fee: z.optional(
    z.object({ feeCents: z.number(), vatPercent: z.number(), vatCents: z.number(), sellerCents: z.number() }),
  ),
});
export type OrderReceipt = z.infer<typeof OrderReceipt>;

export const getOrderReceipt = endpoint({
  method: 'GET',
  path: '/orders/:_id/receipt',
  summary: 'What either side prints: what was paid, what it cost the seller, what went back',
  access: alsoSuspended(partyOnly('params._id', 'buyer', 'seller', 'admin')),
  params: ById,
  reply: OrderReceipt,
  errors: orderErrors,
});
