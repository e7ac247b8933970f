/**
 * The reservation as one statement: the caller's and the phone's state are read, the phone is taken and the hold is
 * written together. It touches the tables of `users` and `products` because one statement is what makes it quick and
 * exact; the phone's row lock orders simultaneous buyers, the unique index `bookings_one_holder` decides.
 */
import { sql } from 'drizzle-orm';

import type { Executor } from '#server/platform/database.ts';

export interface Reservation {
  readonly id: string;
  readonly productId: string;
  readonly buyerId: string;
  readonly userLocation: string;
  readonly phone: string;
  /** The price that the buyer saw, in cents; undefined takes the phone's. */
  readonly sellCents: number | undefined;
  readonly holdExpiresAt: Date;
  /** Undefined where rate limits are off. */
  readonly maxHeld: number | undefined;
}

/** Takes a live phone for a buyer. @returns whether he holds it now */
export async function insertReservation(db: Executor, wish: Reservation): Promise<boolean> {
  const result = await db.execute(sql`
    with taken as (
      update products set state = 'reserved', updated_at = now()
      where id = ${wish.productId} and state = 'live' and seller_id <> ${wish.buyerId}
        and (${wish.sellCents ?? null}::int is null or sell_cents = ${wish.sellCents ?? null}::int)
        and exists (select 1 from users where id = ${wish.buyerId} and removed_at is null)
        and (
          ${wish.maxHeld ?? null}::int is null
          or (select count(*) from bookings where buyer_id = ${wish.buyerId} and state = 'held') < ${wish.maxHeld ?? null}::int
        )
      returning id, sell_cents
    )
    insert into bookings (id, product_id, buyer_id, sell_cents, user_location, phone, hold_expires_at)
    select ${wish.id}, id, ${wish.buyerId}, sell_cents, ${wish.userLocation}, ${wish.phone}, ${wish.holdExpiresAt.toISOString()}
    from taken
    on conflict do nothing
  `);
  return result.rowCount === 1;
}
