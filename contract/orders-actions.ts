/** The calls by which people act on an order. Each returns the order to the caller as it is afterwards. */
import * as z from 'zod/mini';

import { alsoSuspended, withFreshSession, partyOnly } from './access.ts';
import { endpoint, perPerson, type Schema } from './endpoint.ts';
import { ById } from './id.ts';
import { Order, orderErrors } from './orders.ts';
import { PhotoIds } from './orders-disputes.ts';
import { checklistItems, type OrderAction, orderActions, orderStates } from './orders-machine.ts';
import {
  correctionReasons,
  decisionOutcomes,
  decisionReasons,
  maxReasonLength,
  maxStatementLength,
  offerKinds,
  problemReasons,
} from './orders-problems.ts';
import { Amount } from './price.ts';
import { notAcknowledged } from './replies.ts';
import { Line, plainCode, Text } from './text.ts';

/** Why, in the person's own words. */
const Reason = Text('The reason', 'Please say why', maxReasonLength);
const OptionalReason = z.optional(Reason);
/** Less than what is left of the payment; the server checks that limit. */
const PartAmount = Amount(
  'Please enter the amount',
  'The amount',
  'Please write the amount with digits and a point, such as 20.50',
);
const Words = Text('The text', 'Please write something', maxStatementLength);
const Carrier = Line('The carrier', 'Please enter the carrier', 60);
const TrackingNumber = Line('The tracking number', 'Please enter the tracking number', 60);

const act = <const Name extends OrderAction, const Body extends Schema>(
  name: Name,
  summary: string,
  body: Body,
  rateLimit = perPerson(60, 60),
) =>
  endpoint({
    method: 'POST',
    path: `/orders/:_id/${name}`,
    summary,
    // A suspended side may still finish a deal that has begun.
    access: alsoSuspended(
      partyOnly<'params._id', (typeof orderActions)[Name]['by'][number]>(
        'params._id',
        ...orderActions[name].by,
      ),
    ),
    params: ById,
    body,
    reply: Order,
    errors: orderErrors,
    refusal: notAcknowledged,
    rateLimit,
  });

/** For actions that can be repeated without end: each time adds a line to the order's history. */
const loggingLimit = perPerson(60, 3600);
/** The same for actions that also send the other side a mail each time. */
const mailingLimit = perPerson(20, 3600);

/** A decision over other people's money needs a fresh authentication. */
const overMoney = withFreshSession(partyOnly('params._id', 'admin'));

/** No input; a body that is sent is ignored. */
const Nothing = z.optional(z.unknown());

export const chooseDelivery = act(
  'choose-delivery',
  'Choose to meet, or to have a parcel sent to an address',
  z
    .object({
      delivery: z.enum(['meeting', 'parcel'], 'Please choose to meet or to have it sent'),
      address: z.optional(Text('The address', 'Please enter the address', 400)),
    })
    .check(
      z.refine(({ delivery, address }) => delivery === 'meeting' || address !== undefined, {
        error: 'Please enter the address',
        path: ['address'],
      }),
    ),
  mailingLimit,
);

export const renewCode = act('renew-code', 'A new hand-over code voids the old one', Nothing, loggingLimit);

export const checkItem = act(
  'check',
  'Tick an item of the checklist, or take the tick away',
  z.object({
    item: z.enum(checklistItems, 'Please choose an item of the list'),
    isChecked: z._default(z.boolean('isChecked is true or false'), true),
  }),
  loggingLimit,
);

export const handOver = act(
  'hand-over',
  'Hand the phone over with the buyer’s code; a wrong one answers `triesLeft`',
  z.object({
    code: z.string('Please enter the code').check(plainCode, z.regex(/^\d{6}$/, 'The code has six digits')),
  }),
);

export const confirmReceipt = act('confirm-receipt', 'The buyer has the phone', Nothing);

export const acceptPhone = act('accept', 'Everything is fine: the seller gets the money', Nothing);

export const sendParcel = act(
  'send',
  'The parcel is on its way',
  z.object({ carrier: Carrier, trackingNumber: TrackingNumber }),
);

export const cancelOrder = act(
  'cancel',
  'Cancel at once: the buyer gets everything back',
  z.object({ reason: Reason }),
);

export const askToCancel = act(
  'ask-to-cancel',
  'Ask to cancel: it takes effect unless the seller objects in time',
  z.object({ reason: Reason }),
  mailingLimit,
);

export const withdrawCancellation = act(
  'withdraw-cancellation',
  'Keep the order after all',
  Nothing,
  mailingLimit,
);

export const objectToCancellation = act(
  'object',
  'Object to a cancellation: an admin decides unless both agree',
  z.object({ reason: Reason, photos: PhotoIds }),
);

export const refundOrder = act(
  'refund',
  'Give all of the money back, of one’s own will or as an answer to a problem',
  z.object({ reason: OptionalReason }),
);

export const reportProblem = act(
  'report-problem',
  'Report a problem: the money stays held',
  z.object({
    reason: z.enum(problemReasons, 'Please choose what is wrong'),
    text: Text('The description', 'Please describe the problem', maxStatementLength),
    photos: PhotoIds,
  }),
);

export const withdrawProblem = act(
  'withdraw-problem',
  'The problem is solved: the seller gets the money',
  Nothing,
);

/** A part needs an amount; every other kind has none. */
const hasAmountOf = (part: { readonly isPart: boolean; readonly amount?: number | undefined }): boolean =>
  !part.isPart || part.amount !== undefined;
const amountMissing = { error: 'Please enter the amount', path: ['amount'] };

export const makeOffer = act(
  'offer',
  'Offer a part of the money, or to send the phone back first; it replaces the open offer',
  z
    .object({
      kind: z.enum(offerKinds, 'Please choose what you offer'),
      /** In dollars; of a part. */
      amount: z.optional(PartAmount),
      text: z.optional(Words),
      photos: PhotoIds,
      /** The id of the open offer that the person saw, null for none; if it is absent, any is replaced. */
      replaces: z.optional(z.nullable(z.string('The offer is named by its id'))),
    })
    .check(z.refine(({ kind, amount }) => hasAmountOf({ isPart: kind === 'part', amount }), amountMissing)),
);

/** The offer's id, so that a newer offer is not accepted or declined by mistake. */
const OfferId = z.optional(z.string('The offer is named by its id'));

export const acceptOffer = act(
  'accept-offer',
  'Accept the open offer of the other side',
  z.optional(z.object({ offer: OfferId })),
);

/** For the page's form. */
export const OfferRefusal = z.object({ offer: OfferId, reason: OptionalReason });

export const declineOffer = act(
  'decline-offer',
  'Decline the open offer of the other side: an admin decides unless both agree on another one',
  z.optional(OfferRefusal),
);

export const refuseProblem = act(
  'refuse',
  'Refuse, and say why: an admin decides',
  z.object({ text: Words, photos: PhotoIds }),
);

export const addEvidence = act(
  'add-evidence',
  'Say more in a dispute, with photos; the other side and admins see it',
  z.object({ text: Words, photos: PhotoIds }),
);

export const confirmDelivery = {
  ...act('confirm-delivery', 'The delivery is proven, as the carrier says', z.object({ reason: Reason })),
  access: overMoney,
};

/** The state that the admin saw: another admin may have decided something else in the meantime. */
const SeenState = z.optional(z.enum(orderStates, 'The state is one of an order’s'));

export const decideOrder = {
  ...act(
    'decide',
    'Decide a dispute; both sides read the words',
    z
      .object({
        outcome: z.enum(decisionOutcomes, 'Please choose the outcome'),
        /** In dollars; of a part. */
        amount: z.optional(PartAmount),
        reason: z.enum(decisionReasons, 'Please choose a reason'),
        words: Text('The explanation', 'Please explain the decision', maxReasonLength),
        state: SeenState,
      })
      .check(
        z.refine(({ outcome, amount }) => hasAmountOf({ isPart: outcome === 'part', amount }), amountMissing),
      ),
  ),
  access: overMoney,
};

export const reopenOrder = {
  ...act(
    'reopen',
    'Open an order again that has ended, to correct an error; an admin decides then',
    z.object({
      reason: z.enum(correctionReasons, 'Please choose a reason'),
      words: Text('The explanation', 'Please explain the correction', maxReasonLength),
      state: SeenState,
    }),
  ),
  access: overMoney,
};

export const sendBack = act(
  'send-back',
  'The phone is on its way back',
  z.object({ carrier: Carrier, trackingNumber: TrackingNumber }),
);

export const confirmReturn = act(
  'confirm-return',
  'The phone is back: the buyer gets everything back',
  Nothing,
);

export const disputeReturn = act(
  'dispute-return',
  'Another or a damaged phone came back: an admin decides unless both agree',
  z.object({ reason: Reason, photos: PhotoIds }),
);

export const keepPhone = act('keep', 'The buyer keeps the phone: the seller gets the money', Nothing);

/** A new listing is not part of the deal, so a suspended seller may not make it. */
export const listAgain = {
  ...act('list-again', 'List the phone again: a new listing with the same facts and photos', Nothing),
  access: partyOnly('params._id', 'seller'),
};

/** Moves one order by a day: its deadlines come a day nearer, and what is due then happens at once. */
export const passDay = endpoint({
  method: 'POST',
  path: '/orders/:_id/pass-day',
  summary: 'One day passes for this order; in the demo alone',
  access: alsoSuspended(partyOnly('params._id', 'buyer', 'seller', 'admin')),
  params: ById,
  body: Nothing,
  reply: Order,
  errors: orderErrors,
  refusal: notAcknowledged,
  rateLimit: perPerson(60, 60),
  onlyInDemo: true,
});
