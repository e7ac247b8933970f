/** What the two sides of an order say and offer where something is wrong. */
import * as z from 'zod/mini';

import { offerKinds, statementKinds } from './orders-problems.ts';

const side = z.enum(['buyer', 'seller']);

const Offer = z.object({
  kind: z.enum(offerKinds),
  /** What would go back; null where all of it does, once the phone is back. */
  amountCents: z.nullable(z.number()),
});

/** Something that a side has said in a dispute, oldest first. */
export const OrderStatement = z.object({
  _id: z.string(),
  at: z.string(),
  by: side,
  name: z.string(),
  kind: z.enum(statementKinds),
  text: z.nullable(z.string()),
  /** What was offered, where this is an offer. */
  offer: z.nullable(Offer),
});
export type OrderStatement = z.infer<typeof OrderStatement>;

export const OrderDispute = z.object({
  /** The offer that the other side can accept or decline. */
  offer: z.nullable(z.extend(Offer, { _id: z.string(), by: side })),
  statements: z.array(OrderStatement),
});
export type OrderDispute = z.infer<typeof OrderDispute>;
