import type { OrderDispute } from '#contract/orders-disputes.ts';
import type { Executor } from '#server/platform/postgres/database.ts';
import type { OrderRow } from './repository.ts';
import { presentPhoto } from './keep-photos.ts';
import { listPhotos } from './store-photos.ts';
import { listStatements } from './store-statements.ts';

/** What both sides of an order have said and offered; null where no problem was ever reported. */
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
