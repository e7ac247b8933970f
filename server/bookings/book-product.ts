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
  /** The version of the phone that the buyer saw; undefined takes any. */
  readonly version: number | undefined;
  readonly now: Date;
  /** Which of the two holds depends on the buyer's e-mail address, which the statement reads. */
  readonly confirmed: HoldTerms;
  readonly unconfirmed: HoldTerms;
  /** Whether a buyer whose hold of this phone has just ended waits before the next. */
  readonly asksToWait: boolean;
}

export interface HoldTerms {
  readonly minutes: number;
  /** Unpaid phones at a time; undefined for any number. */
  readonly maxHeld: number | undefined;
}

/** Reserves a live phone for a buyer. @returns the end of the hold, or undefined if the phone is not to be had */
export type Reserve = (wish: Reservation) => Promise<Date | undefined>;

/**
 * The buyer's row is locked before their holds are counted, and `count_held` (migration `holds`) counts with a snapshot
 * of its own, so that it sees what the transaction before has committed: simultaneous bookings of one person queue here
 * and none slips past the cap. A price that nobody asks for may be any number: compared as one, it cannot overflow the
 * column's type.
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
 * The reservation, prepared once per connection. It goes past the query builder, which would build and parse this
 * statement anew for every booking.
 *
 * @param usesPrepared false behind a pooler that hands every statement to another connection
 */
export function prepareReservation({ $client, $changes }: Database, usesPrepared: boolean): Reserve {
  const query = { text: statement, ...(usesPrepared ? { name: 'reserve_product' } : {}) };
  return async ({ now, confirmed, unconfirmed, asksToWait, ...wish }) => {
    const endOf = ({ minutes }: HoldTerms) => new Date(now.getTime() + minutes * 60_000);
    const values = [
      wish.buyerId,
      wish.productId,
      wish.sellCents ?? null,
      endOf(confirmed),
      wish.id,
      wish.userLocation,
      wish.phone,
      endOf(unconfirmed),
      newId(),
      newId(),
      confirmed.maxHeld ?? null,
      unconfirmed.maxHeld ?? null,
      asksToWait ? now : null,
      wish.sessionId,
      wish.version ?? null,
    ];
    const { rows } = await $client.query<{ hold_expires_at: Date }>({ ...query, values });
    const [held] = rows;
    if (held === undefined) return undefined;
    $changes.publish(productTopic(wish.productId), marketTopic, eventsTopic);
    return held.hold_expires_at;
  };
}
