/** What the two sides of an order say and offer in a dispute. */
import * as z from 'zod/mini';

import { alsoSuspended, partyByTokenOrCookie, partyOnly } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import { ById, Id } from './id.ts';
import { mediaErrors } from './media.ts';
import { notAcknowledged } from './replies.ts';
import { maxStatementPhotos, offerKinds, statementKinds } from './orders-problems.ts';

const side = z.enum(['buyer', 'seller']);

const Offer = z.object({
  kind: z.enum(offerKinds),
  /** The amount that would go back; null for everything, once the seller has the phone again. */
  amountCents: z.nullable(z.number()),
});

/** A photo for the two sides and staff; everybody else gets 404 for its address. */
export const OrderPhoto = z.object({
  _id: z.string(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
  /** A CSS background in the photo's colours, shown while it loads. */
  preview: z.string(),
});
export type OrderPhoto = z.infer<typeof OrderPhoto>;

/** The address of a photo of a dispute. */
export const orderPhotoUrl = (orderId: string, photoId: string): string =>
  `/api/orders/${orderId}/photos/${photoId}`;

/** Ids of photos that the caller has uploaded for this order, in the order in which they are shown. */
export const PhotoIds = z.optional(
  z.array(z.string('A photo is named by its id'), 'The photos are a list of ids').check(
    z.maxLength(maxStatementPhotos, `There are at most ${maxStatementPhotos} photos`),
    z.refine((ids) => new Set(ids).size === ids.length, { error: 'A photo is there twice' }),
  ),
);

/** A statement of one side in a dispute. */
export const OrderStatement = z.object({
  _id: z.string(),
  at: z.string(),
  by: side,
  name: z.string(),
  kind: z.enum(statementKinds),
  text: z.nullable(z.string()),
  /** What was offered, if the statement is an offer. */
  offer: z.nullable(Offer),
  photos: z.array(OrderPhoto),
});
export type OrderStatement = z.infer<typeof OrderStatement>;

export const OrderDispute = z.object({
  /** The offer that the other side can accept or decline. */
  offer: z.nullable(z.extend(Offer, { _id: z.string(), by: side })),
  statements: z.array(OrderStatement),
});
export type OrderDispute = z.infer<typeof OrderDispute>;

/** The errors of what may not be done in the order's state now. */
export const stateErrors = {
  'orders.not-possible': [409, 'This can no longer be done. Reload the page to see what has changed.'],
} as const;

const photoErrors = { ...mediaErrors, ...stateErrors } as const;

export const addOrderPhoto = endpoint({
  method: 'POST',
  path: '/orders/:_id/photos',
  summary: 'Uploads a photo for a report, an answer or evidence; multipart, file field `image`',
  access: alsoSuspended(partyOnly('params._id', 'buyer', 'seller')),
  params: ById,
  consumes: 'multipart',
  reply: OrderPhoto,
  errors: photoErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(200, 3600),
});

export const getOrderPhoto = endpoint({
  method: 'GET',
  path: '/orders/:_id/photos/:photo',
  summary: 'A photo of a dispute, for the two sides and admins',
  access: alsoSuspended(partyByTokenOrCookie('params._id', 'buyer', 'seller', 'admin')),
  params: z.object({ _id: Id, photo: Id }),
  reply: z.unknown(),
  produces: 'image/jpeg',
  errors: photoErrors,
});
