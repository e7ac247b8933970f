/**
 * The reservation as one statement and round trip: it reads the state of the buyer and the phone, reserves the phone,
 * and writes the hold, the history and the events. It uses the tables of `users`, `sessions` and `products`, because a
 * single statement is fast and free of races: the lock on the buyer's row serialises it with the buyer's removal, the
 * lock on the phone's row serialises simultaneous buyers, and the unique index `bookings_one_holder` decides. It is the
 * only code besides `transition()` that writes the states of machines.
 */
import { minuteMs } from '#contract/durations.ts';
import { eventsTopic } from '#server/platform/events/emit.ts';
import { type Database, newId } from '#server/platform/postgres/database.ts';
import { marketTopic, productTopic } from '#server/products/service.ts';

interface Reservation {
  readonly id: string;
  readonly productId: string;
  readonly buyerId: string;
  /** The session of the call: the buyer cannot book with one that has ended. */
  readonly sessionId: string;
  readonly userLocation: string;
  readonly phone: string;
  /** The price that the buyer saw, in cents; undefined accepts any. */
  readonly sellCents: number | undefined;
  /** The version of the phone that the buyer saw; undefined accepts any. */
  readonly version: number | undefined;
  readonly now: Date;
  /**
   * Which of the two terms applies depends on whether the buyer's e-mail address is confirmed, which the statement
   * reads.
   */
  readonly confirmed: HoldTerms;
  readonly unconfirmed: HoldTerms;
  /** Whether a buyer has to wait after a hold before they can hold the same phone again. */
  readonly asksToWait: boolean;
}

export interface HoldTerms {
  readonly minutes: number;
  /** Unpaid phones at a time; undefined for any number. */
  readonly maxHeld: number | undefined;
}

/** Reserves a live phone for a buyer. @returns the end of the hold, or undefined if the reservation was refused */
export type Reserve = (reservation: Reservation) => Promise<Date | undefined>;

/**
 * The buyer's row is locked before their holds are counted, and `count_held` (migration `holds`) counts with its own
 * snapshot, which includes what the previous transaction has committed: simultaneous bookings of one person wait for
 * each other here, and none exceeds the limit. The price of a request may be any number: it is compared as `float8`,
 * because a cast to the column's type could overflow.
 */
const statement = `
  with person as materialized (
    select u.id,
      case when email_verified then $4::timestamptz else $8::timestamptz end as hold_expires_at,
      case when email_verified then $11::int else $12::int end as max_held
    from users u
    join sessions s on s.id = $14 and s.user_id = u.id and s.access_version = u.access_version and not s.awaits_factor
    where u.id = $1 and u.removed_at is null and u.suspended_at is null and s.expires_at > now()
    for no key update of u
  ), buyer as materialized (
    select hold_expires_at from person
    where (max_held is null or count_held(id) < max_held)
      and not exists (
        select from bookings where buyer_id = $1 and product_id = $2 and rebook_after > $13::timestamptz
      )
  ), taken as (
    update products set state = 'reserved', updated_at = now()
    where id = $2 and state = 'live' and seller_id <> $1
      and ($3::float8 is null or sell_cents = $3::float8)
      and ($15::float8 is null or revision = $15::float8)
      and exists (select from buyer)
    returning id, sell_cents, listing_snapshot(products) as listing
  ), held as (
    insert into bookings (id, product_id, buyer_id, sell_cents, listing, user_location, phone, hold_expires_at)
    select $5, id, $1, sell_cents, listing, $6, $7, hold_expires_at from taken, buyer
    returning id, hold_expires_at
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
  ), queued as (
    insert into event_outbox (event_id) select id from emitted
  )
  select hold_expires_at from held`;

/**
 * The reservation, prepared once per connection. It bypasses the query builder, which would build the statement for
 * every booking, and PostgreSQL would parse it each time.
 *
 * @param usesPrepared false behind a pooler that may send each statement to another connection
 */
export function prepareReservation({ $client, $changes }: Database, usesPrepared: boolean): Reserve {
  const query = { text: statement, ...(usesPrepared ? { name: 'reserve_product' } : {}) };
  return async ({ now, confirmed, unconfirmed, asksToWait, ...reservation }) => {
    const endOf = ({ minutes }: HoldTerms) => new Date(now.getTime() + minutes * minuteMs);
    const values = [
      reservation.buyerId,
      reservation.productId,
      reservation.sellCents ?? null,
      endOf(confirmed),
      reservation.id,
      reservation.userLocation,
      reservation.phone,
      endOf(unconfirmed),
      newId(),
      newId(),
      confirmed.maxHeld ?? null,
      unconfirmed.maxHeld ?? null,
      asksToWait ? now : null,
      reservation.sessionId,
      reservation.version ?? null,
    ];
    const { rows } = await $client.query<{ hold_expires_at: Date }>({ ...query, values });
    const [held] = rows;
    if (held === undefined) return undefined;
    $changes.publish(productTopic(reservation.productId), marketTopic, eventsTopic);
    return held.hold_expires_at;
  };
}
