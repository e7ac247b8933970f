/** The prices at which a phone was on offer, and the former price that its card shows for a while. */
import { dayMs } from '#contract/durations.ts';
import { formerPriceDays } from '#contract/products-edit.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import type { Deadline } from '#server/platform/states/deadlines.ts';
import { formerPrice } from './former-price.ts';
import * as repository from './repository.ts';
import * as prices from './store-prices.ts';

export interface OfferedPhone {
  readonly id: string;
  /** Its current or last price. */
  readonly sellCents: number;
  readonly wasCents: number | null;
  readonly createdAt: Date;
}

/**
 * Records a new price of a phone, and decides which former price is shown beside it. If a price is lowered again, the
 * price before the first reduction remains shown; a raised price removes it.
 *
 * @param before the phone before the change, with its row locked
 * @param cents the new price; null if the phone is no longer on offer
 */
export async function offerPrice(
  tx: Transaction,
  before: OfferedPhone,
  cents: number | null,
  now: Date,
): Promise<void> {
  const stored = await prices.listPrices(tx, before.id);
  const offers = stored.length > 0 ? stored : [{ cents: before.sellCents, at: before.createdAt }];
  const last = offers.findLast((offer) => offer.cents !== null)?.cents ?? before.sellCents;
  await prices.insertPrices(tx, before.id, [...(stored.length > 0 ? [] : offers), { cents, at: now }]);
  if (cents === null || cents === last) return;
  if (cents < last && before.wasCents !== null) return;
  const was = formerPrice(offers, cents, now);
  const until = new Date(now.getTime() + formerPriceDays * dayMs);
  await prices.setFormerPrice(tx, before.id, was === undefined ? undefined : { cents: was, until });
}

/** Removes former prices after they were shown for 30 days. */
export const formerPriceDeadline: Deadline = {
  name: 'product.former-price',
  listDue: prices.listOutdated,
  run: (db, id, now) =>
    db.transaction(async (tx) => {
      await repository.lockProduct(tx, id);
      if (!(await prices.isOutdated(tx, id, now))) return false;
      await prices.setFormerPrice(tx, id, undefined);
      return true;
    }),
};
