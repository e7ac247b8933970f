/** Notifications about events in a dispute that change no state. */
import type { Notice } from '#contract/notification-kinds.ts';
import type { ReadNotices } from '#server/notifications/service.ts';
import { listAdmins } from '#server/users/service.ts';
import { about, getShown } from './notify-order.ts';
import type { ShownOrder } from './select-orders.ts';

/** The side to which an offer is made. */
export const readOfferNotices: ReadNotices<'order.offered'> = async (tx, { subject, data }) => {
  const row = await getShown(tx, subject);
  const by = data.role === 'buyer' ? 'buyer' : 'seller';
  const { state, isWithAdmin, isAnswered, isAdopted, buyerHasPhone, dueAt } = row.order;
  // The deadline is the order's current one: its state may have changed since the event.
  const isRunning = state === 'disputed' && !isWithAdmin;
  const until = isRunning ? (dueAt?.toISOString() ?? null) : null;
  // A buyer's offer does not replace the seller's answer to the problem, which is still due.
  const losesBySilence = by === 'buyer' && isRunning && !isAnswered && !isAdopted;
  const news = {
    ...about(row),
    by,
    offer: data.detail ?? '',
    dueAt: until,
    losesBySilence,
    buyerHasPhone,
  } as const;
  return [{ kind: 'dispute-offer', personId: otherSideOf(row, by), data: news }];
};

/** The side whose offer was declined. */
export const readDeclineNotices: ReadNotices<'order.offer-declined'> = async (tx, { subject, data }) => {
  const row = await getShown(tx, subject);
  const by = data.role === 'buyer' ? 'buyer' : 'seller';
  const news = { ...about(row), by, reason: data.detail } as const;
  return [{ kind: 'dispute-declined', personId: otherSideOf(row, by), data: news }];
};

/** The buyer, whose problem the seller denies. */
export const readRefusalNotices: ReadNotices<'order.refused'> = async (tx, { subject, data }) => {
  const row = await getShown(tx, subject);
  return [
    { kind: 'dispute-refused', personId: row.order.buyerId, data: { ...about(row), text: data.detail } },
  ];
};

/** The other side than the one that added the evidence. */
export const readEvidenceNotices: ReadNotices<'order.evidence-added'> = async (tx, { subject, data }) => {
  const row = await getShown(tx, subject);
  const by = data.role === 'buyer' ? 'buyer' : 'seller';
  const news = { ...about(row), by, text: data.detail } as const;
  return [{ kind: 'dispute-evidence', personId: otherSideOf(row, by), data: news }];
};

/** All admins; and both sides if it was passed on automatically, since otherwise they know already. */
export const readEscalationNotices: ReadNotices<'order.escalated'> = async (tx, { subject, actor, data }) => {
  const row = await getShown(tx, subject);
  const { buyerId, sellerId, amountCents: cents, dueAt } = row.order;
  const { buyerName: buyer, sellerName: seller } = row;
  const waiting = { ...about(row), buyer, seller, cents, dueAt: dueAt?.toISOString() ?? null };
  const admins = await listAdmins(tx);
  const sides = data.detail === null ? [] : [buyerId, sellerId];
  // An admin may have decided since the event.
  const isOpen = row.order.isWithAdmin;
  const others = admins.filter((id) => isOpen && id !== buyerId && id !== sellerId && id !== actor);
  return [
    ...others.map((personId): Notice => ({ kind: 'dispute-waits', personId, data: waiting })),
    ...sides.map((personId): Notice => ({
      kind: 'dispute-unanswered',
      personId,
      data: { ...about(row), why: data.detail },
    })),
  ];
};

const otherSideOf = ({ order }: ShownOrder, by: 'buyer' | 'seller'): string =>
  by === 'buyer' ? order.sellerId : order.buyerId;
