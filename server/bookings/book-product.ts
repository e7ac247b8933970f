/**
 * The reservation as one statement: the caller's and the phone's state are read, the phone is taken, and hold, history
 * and events are written together, in one round trip. It touches the tables of `users` and `products` because one
 * statement is what makes it quick and exact: the buyer's row lock orders it with their removal, the phone's row lock
 * orders simultaneous buyers, the unique index `bookings_one_holder` decides. It is the one place beside `transition()`
 * that writes states.
 */
import { eventsTopic } from '#server/platform/events/emit.ts';
import { type Database, newId } from '#server/platform/postgres/database.ts';
import { marketTopic, productTopic } from '#server/products/service.ts';

interface Reservation {
  readonly id: string;
  readonly productId: string;
  readonly buyerId: string;
  /** In which the buyer makes the call: one that has ended books nothing. */
  readonly sessionId: string;
  readonly userLocation: string;
  readonly phone: string;
  /** The price that the buyer saw, in cents; undefined takes the phone's. */
  readonly sellCents: number | undefined;
  readonly holdExpiresAt: Date;
  /** Undefined where rate limits are off. */
  readonly maxHeld: number | undefined;
}

/** Takes a live phone for a buyer. Resolves to whether they hold it now. */
export type Reserve = (wish: Reservation) => Promise<boolean>;

/** A price that nobody asks for may be any number: compared as one, it cannot overflow the column's type. */
const statement = `
  with buyer as materialized (
    select u.id from users u
    join sessions s on s.id = $11 and s.user_id = u.id and s.access_version = u.access_version
    where u.id = $1 and u.removed_at is null and s.expires_at > now()
    for key share of u
  ), taken as (
    update products set state = 'reserved', updated_at = now()
    where id = $2 and state = 'live' and seller_id <> $1
      and ($3::float8 is null or sell_cents = $3::float8)
      and exists (select from buyer)
      and ($4::int is null or (select count(*) from bookings where buyer_id = $1 and state = 'held') < $4::int)
    returning id, sell_cents
  ), held as (
    insert into bookings (id, product_id, buyer_id, sell_cents, user_location, phone, hold_expires_at)
    select $5, id, $1, sell_cents, $6, $7, $8 from taken
    returning id
  ), recorded as (
    insert into state_changes (id, machine, subject, from_state, to_state, role, actor)
    select change.id, machine, subject, from_state, to_state, 'buyer', $1 from held, (values
      ($9::uuid, 'product', $2::uuid, 'live', 'reserved'),
      ($10::uuid, 'booking', $5::uuid, null, 'held')
    ) as change (id, machine, subject, from_state, to_state)
    returning *
  ), emitted as (
    insert into events (id, kind, subject, actor, data)
    select id, machine || '.' || to_state, subject, actor,
      jsonb_build_object('from', from_state, 'to', to_state, 'role', role, 'reason', null) from recorded
    returning id
  )
  insert into event_outbox (event_id) select id from emitted`;

/**
 * The reservation, prepared once per connection. It goes past the query builder, which would build and parse this
 * statement anew for every booking.
 *
 * @param usesPrepared false behind a pooler that hands every statement to another connection
 */
export function prepareReservation({ $client, $changes }: Database, usesPrepared: boolean): Reserve {
  const query = { text: statement, ...(usesPrepared ? { name: 'reserve_product' } : {}) };
  return async (wish) => {
    const { buyerId, productId, sellCents, maxHeld, id, userLocation, phone, holdExpiresAt, sessionId } =
      wish;
    const values = [
      buyerId,
      productId,
      sellCents ?? null,
      maxHeld ?? null,
      id,
      userLocation,
      phone,
      holdExpiresAt,
      newId(),
      newId(),
      sessionId,
    ];
    const { rowCount } = await $client.query({ ...query, values });
    // Two events: of the phone and of the hold.
    if (rowCount !== 2) return false;
    $changes.note(productTopic(productId), marketTopic, eventsTopic);
    return true;
  };
}
