/** Offers of one side to the other in a dispute: a part of the money back, or to send the phone back first. */
import type { BodyOf } from '#contract/endpoint.ts';
import type * as calls from '#contract/orders-actions.ts';
import { formatCents, toCents } from '#contract/money.ts';
import { mayBuyerHavePhone, mayOfferReturn } from '#contract/orders-problems.ts';
import type { OrderRole } from '#contract/orders-machine.ts';
import { offerWords, outcomeWords } from '#contract/orders-words.ts';
import { type ActionContext, defineAction, refuse } from './act-on-order.ts';
import { deadlineIn, moveOrder, passToAdmin } from './move-order.ts';
import { appendToLog, changeOrder, noOffer } from './repository.ts';
import { insertStatement, isStatementStored, sideOf } from './store-statements.ts';

export const makeOffer = defineAction<BodyOf<typeof calls.makeOffer>>(
  'offer',
  async (tx, { clock, terms }, context, { kind, amount, text, photos, replaces }) => {
    const { order, actor } = context;
    const by = sideOf(context);
    if (kind === 'return' && !mayOfferReturn(mayBuyerHavePhone(order), by))
      throw refuse('orders.nothing-to-send-back', order, by);
    if (replaces !== undefined && replaces !== order.offerId) requireOfferSeen(context);
    const cents = kind === 'part' ? partOf(context, amount ?? 0) : null;
    const now = clock.now();
    const offer = { offerKind: kind, offerCents: cents };
    // If it is sent twice, it is stored and notified once.
    const isOpen = order.offerBy === by && order.offerKind === kind && order.offerCents === cents;
    if (isOpen && (await isStatementStored(tx, order, { text, photos }))) return;
    const offerId = await insertStatement(tx, context, now, { kind: 'offer', text, photos, ...offer });
    const isAnswered = order.isAnswered || by === 'seller';
    // Another offer of the same side does not extend the time to answer: otherwise it could be extended for ever.
    const restartsDeadline = isAnswered && !order.isWithAdmin && order.offerBy !== by;
    await changeOrder(tx, order.id, {
      ...offer,
      offerId,
      offerBy: by,
      isAnswered,
      ...(restartsDeadline ? deadlineIn(terms.minutes.answer, now) : {}),
    });
    const words = offerWords(kind, cents);
    await appendToLog(tx, order.id, 'offered', {
      actor,
      detail: text === undefined ? words : `${words}: ${text}`,
    });
  },
);

/**
 * An offer replaces the open one, which the person may not have seen. One's own may be replaced at any time.
 *
 * @throws Failure orders.offered-meanwhile
 */
function requireOfferSeen(context: ActionContext): void {
  const { order, actor } = context;
  const { offerId, offerBy, offerKind: kind, offerCents: cents } = order;
  if (offerBy === null || kind === null || offerBy === sideOf(context)) return;
  const detail = `The other side has made an offer meanwhile: ${offerWords(kind, cents)}. Yours was not sent. If you send it again, it replaces theirs.`;
  throw refuse('orders.offered-meanwhile', order, actor.role, { detail, fields: idOf(offerId) });
}

/** The id of the open offer, as a field of a refusal. */
const idOf = (offerId: string | null) => (offerId === null ? undefined : { offer: offerId });

/**
 * Converts a part of the price that a person has entered to cents.
 *
 * @throws Failure orders.part-too-large if it is not less than what has not been refunded yet
 */
export function partOf({ order, actor }: ActionContext, amount: number): number {
  const cents = toCents(amount);
  const leftCents = order.amountCents - order.refundedCents;
  if (cents < leftCents) return cents;
  const limit = formatCents(leftCents);
  const whole = order.refundedCents === 0 ? 'which was paid' : 'which is left of what was paid';
  const message = `The amount is less than ${limit}, ${whole}. For all of it, ${insteadOfPart[actor.role]}.`;
  throw refuse('orders.part-too-large', order, actor.role, {
    detail: message,
    errors: [{ path: 'amount', message }],
  });
}

const insteadOfPart = {
  buyer: 'offer that the phone goes back first',
  seller: 'give the money back',
  admin: `choose “${outcomeWords.refund}”`,
} as const satisfies Record<OrderRole, string>;

export const acceptOffer = defineAction<BodyOf<typeof calls.acceptOffer>>(
  'accept-offer',
  async (tx, services, context, body) => {
    const { order, actor } = context;
    const { kind, cents } = openOffer(context, body?.offer);
    const reason = `Both agreed: ${offerWords(kind, cents)}`;
    if (kind === 'return') return moveOrder(tx, services, order, 'returning', { actor, reason });
    return moveOrder(tx, services, order, 'completed', { actor, reason, partCents: cents ?? 0 });
  },
);

export const declineOffer = defineAction<BodyOf<typeof calls.declineOffer>>(
  'decline-offer',
  async (tx, services, context, body) => {
    const { order, actor } = context;
    openOffer(context, body?.offer);
    await changeOrder(tx, order.id, { ...noOffer, isAnswered: true });
    await appendToLog(tx, order.id, 'offer-declined', { actor, detail: body?.reason ?? null });
    await passToAdmin(tx, services, order, actor);
  },
);

/**
 * The open offer of an order.
 *
 * @param meant the id of the offer that the person saw, if known
 *
 * @throws Failure orders.offer-replaced if it is another one, or if there is none
 */
function openOffer({ order, actor }: ActionContext, meant: string | undefined) {
  const { offerId, offerKind: kind, offerCents: cents } = order;
  if (kind === null) throw refuse('orders.offer-replaced', order, actor.role);
  if (meant === undefined || meant === offerId) return { kind, cents };
  // Whoever answers again answers the newer one, even if their page could not be loaded again.
  const detail = `A newer offer has replaced the one that you answered. The newer one: ${offerWords(kind, cents)}.`;
  throw refuse('orders.offer-replaced', order, actor.role, { detail, fields: idOf(offerId) });
}
