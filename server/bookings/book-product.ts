/**
 * The reservation as one statement: the caller's and the phone's state are read, the phone is taken and the hold is
 * written together, in one round trip. It touches the tables of `users` and `products` because one statement is what
 * makes it quick and exact: the buyer's row lock orders it with his removal, the phone's row lock orders simultaneous
 * buyers, the unique index `bookings_one_holder` decides.
 */
import type { Database } from '#server/platform/postgres/database.ts';
import { marketTopic, productTopic } from '#server/products/service.ts';

interface Reservation {
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

/** Takes a live phone for a buyer. Resolves to whether he holds it now. */
export type Reserve = (wish: Reservation) => Promise<boolean>;

/** A price that nobody asks for may be any number: compared as one, it cannot overflow the column's type. */
const statement = `
  with buyer as materialized (
    select id from users where id = $1 and removed_at is null for key share
  ), taken as (
    update products set state = 'reserved', updated_at = now()
    where id = $2 and state = 'live' and seller_id <> $1
      and ($3::float8 is null or sell_cents = $3::float8)
      and exists (select from buyer)
      and ($4::int is null or (select count(*) from bookings where buyer_id = $1 and state = 'held') < $4::int)
    returning id, sell_cents
  )
  insert into bookings (id, product_id, buyer_id, sell_cents, user_location, phone, hold_expires_at)
  select $5, id, $1, sell_cents, $6, $7, $8 from taken
  on conflict do nothing`;

/**
 * The reservation, prepared once per connection. It goes past the query builder, which would build and parse this
 * statement anew for every booking.
 *
 * @param usesPrepared false behind a pooler that hands every statement to another connection
 */
export function prepareReservation({ $client, $changes }: Database, usesPrepared: boolean): Reserve {
  const query = { text: statement, ...(usesPrepared ? { name: 'reserve_product' } : {}) };
  return async (wish) => {
    const { buyerId, productId, sellCents, maxHeld, id, userLocation, phone, holdExpiresAt } = wish;
    const values = [
      buyerId,
      productId,
      sellCents ?? null,
      maxHeld ?? null,
      id,
      userLocation,
      phone,
      holdExpiresAt,
    ];
    const { rowCount } = await $client.query({ ...query, values });
    if (rowCount !== 1) return false;
    $changes.note(productTopic(productId), marketTopic);
    return true;
  };
}
