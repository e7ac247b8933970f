/** Changing a phone that is listed. */
import * as z from 'zod/mini';

import { ownOnly } from './access.ts';
import { endpoint, perPerson } from './endpoint.ts';
import type { ErrorTable } from './errors.ts';
import { ById } from './id.ts';
import type { ProductState } from './products-machine.ts';
import { NewProduct, ProductDetails, productErrors } from './products.ts';
import { Inserted, Modified, notAcknowledged } from './replies.ts';

/** The states in which its seller may change a phone: while nobody holds it or has bought it. */
const editableStates = ['live', 'paused'] as const satisfies readonly ProductState[];

/** Whether its seller may change a phone in this state. */
export const isEditable = (state: ProductState): boolean => editableStates.some((each) => each === state);

/**
 * For how many days a lowered price is shown beside the former one; also how far back the former price is looked up.
 */
export const formerPriceDays = 30;

/** How many hours a phone must have been offered at a price so that it is shown as the former one. */
export const formerPriceMinHours = 24;

/** A phone as its seller edits it. */
export const OwnListing = z.extend(ProductDetails, {
  phone: z.string(),
  /** The id of the catalogue's model, if there is one. */
  deviceId: z.optional(z.string()),
  /** Increases with every change; changes are sent with the version that they are based on. */
  version: z.number(),
});
export type OwnListing = z.infer<typeof OwnListing>;

/**
 * The changes of a phone, with the rules of a new phone. Absent fields stay as they are; null removes an optional fact.
 * `photos` are all of them in order; `image` alone replaces the first.
 */
export const ProductChanges = z.extend(z.partial(z.omit(NewProduct, { email: true })), {
  /** The version that was read; if it is absent, the changes overwrite any others. */
  version: z.optional(z.int('The version is a whole number')),
});
export type ProductChanges = z.infer<typeof ProductChanges>;

export const editErrors = {
  ...productErrors,
  'products.held': [409, 'A buyer holds this phone. It cannot be changed until the hold has ended.'],
  'products.not-editable': [409, 'This phone is not for sale any more and cannot be changed.'],
  'products.not-relistable': [
    409,
    'Only a phone that you sold elsewhere can be listed again here. If its buyer got the money back, list it again from its order.',
  ],
  'products.changed-meanwhile': [
    409,
    'This phone was changed in another window since you opened it. Nothing was saved.',
  ],
} as const satisfies ErrorTable;

/** The states to which sellers may move a phone themselves. */
const ownMoves = ['live', 'paused', 'sold_elsewhere'] as const satisfies readonly ProductState[];
export type OwnMove = (typeof ownMoves)[number];

export const moveProduct = endpoint({
  method: 'PUT',
  path: '/products/:_id/state',
  summary:
    'Pause one’s own phone (`paused`), bring it back (`live`), or mark it as `sold_elsewhere`, which ends its advertisement; 409 with its `state` (and `heldUntil`) where that is not possible',
  access: ownOnly('params._id'),
  params: ById,
  body: z.object({ state: z.enum(ownMoves, 'The state is live, paused or sold_elsewhere') }),
  reply: Modified,
  errors: editErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});

export const relistProduct = endpoint({
  method: 'POST',
  path: '/products/:_id/relist',
  summary:
    'List a phone again that was sold elsewhere: a new listing with the same facts and photos takes the place of the former one',
  access: ownOnly('params._id'),
  params: ById,
  reply: Inserted,
  errors: editErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});

export const getOwnListing = endpoint({
  method: 'GET',
  path: '/products/:_id/listing',
  summary: 'One’s own phone with all that can be changed of it, and its `version`',
  access: ownOnly('params._id'),
  params: ById,
  reply: OwnListing,
  errors: editErrors,
});

export const editProduct = endpoint({
  method: 'PATCH',
  path: '/products/:_id',
  summary:
    'Change one’s own phone while nobody holds it; 409 with its `state` (and `heldUntil`) otherwise, or with the new `version` if it was changed meanwhile',
  access: ownOnly('params._id'),
  params: ById,
  body: ProductChanges,
  reply: z.extend(Modified, { version: z.number() }),
  errors: editErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(120, 60),
});
