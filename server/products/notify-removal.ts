/** The notification of a seller whose listing an admin removed. */
import type { ReadNotices } from '#server/notifications/service.ts';
import { findTakenDown } from './repository.ts';

export const readTakenDownNotices: ReadNotices<'product.taken-down'> = async (tx, { subject }) => {
  const product = await findTakenDown(tx, subject);
  if (product === undefined) return [];
  const { sellerId, model, state } = product;
  const isSold = state === 'sold' || state === 'withdrawn';
  return [{ kind: 'listing-removed', personId: sellerId, data: { model, isSold } }];
};
