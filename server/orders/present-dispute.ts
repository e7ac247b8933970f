/** Presents what both sides of an order have said and offered about a problem. */
import type { OrderDispute } from '#contract/orders-disputes.ts';
import { type DisputeCause, mayBuyerHavePhone } from '#contract/orders-problems.ts';
import type { Order } from '#contract/orders.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import { presentPhoto } from './keep-photos.ts';
import type { OrderRow } from './repository.ts';
import { listPhotos } from './store-photos.ts';
import { listStatements } from './store-statements.ts';

/** The problem that the buyer has reported, and whether they may have the phone. */
export function presentProblem(order: OrderRow): Pick<Order, 'problem' | 'mayBuyerHavePhone'> {
  const { problem: reason, problemText: text } = order;
  return {
    problem: reason === null || text === null ? null : { reason, text },
    mayBuyerHavePhone: mayBuyerHavePhone(order),
  };
}

/** Why there is a dispute, if its buyer has reported no problem. */
export function causeOf({ problem, corrections, sentAt, isAdopted }: OrderRow): DisputeCause | null {
  if (problem !== null) return null;
  if (corrections > 0) return 'correction';
  if (sentAt !== null) return 'no-proof';
  // Nobody can ask to cancel an adopted order, so nobody objects either.
  return isAdopted ? 'account-deleted' : 'objection';
}

/** The statements and offers of both sides; null if nobody has made one and no dispute is open. */
export async function presentDispute(db: Executor, order: OrderRow): Promise<OrderDispute | null> {
  const [rows, photos] = await Promise.all([listStatements(db, order.id), listPhotos(db, order.id)]);
  if (rows.length === 0 && order.state !== 'disputed') return null;
  return {
    offer: presentOffer(order),
    statements: rows.map(({ statement: { id: _id, role: by, offerKind, offerCents, ...row }, name }) => ({
      _id,
      at: row.at.toISOString(),
      by,
      name,
      kind: row.kind,
      text: row.text,
      offer: offerKind === null ? null : { kind: offerKind, amountCents: offerCents },
      photos: photos.filter(({ statementId }) => statementId === _id).map(presentPhoto),
    })),
  };
}

function presentOffer({ offerId: _id, offerBy: by, offerKind: kind, offerCents }: OrderRow) {
  return _id === null || by === null || kind === null ? null : { _id, by, kind, amountCents: offerCents };
}
