/** The notification of a seller whose listing an admin removed. */
import type { ReadNotices } from '#server/notifications/service.ts';
import { findPerson } from '#server/users/service.ts';
import { findTakenDown } from './repository.ts';

export const readTakenDownNotices: ReadNotices<'product.taken-down'> = async (tx, { subject }) => {
  const product = await findTakenDown(tx, subject);
  if (product === undefined) return [];
  const { sellerId, model, state } = product;
  // The phones of a deleted account are removed with it, and its own mail says so.
  if ((await findPerson(tx, sellerId)) === undefined) return [];
  const isSold = state === 'sold' || state === 'withdrawn';
  return [{ kind: 'listing-removed', personId: sellerId, data: { model, isSold } }];
};
