import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

/**
 * One holder per phone, in one statement and one commit, with the same rows as the product writes: the booking with its
 * copy of the listing, history and events. The buyer is not authenticated.
 */
const text = `
  with taken as (
    update products set state = 'reserved', updated_at = now() where id = $1 and state = 'live'
    returning id, sell_cents, listing_snapshot(products) as listing
  ), held as (
    insert into bookings (id, product_id, buyer_id, sell_cents, listing, user_location, phone, hold_expires_at)
    select $2, id, $3, sell_cents, listing, $4, $5, now() + interval '1 day' from taken
    returning id
  ), recorded as (
    insert into state_changes (id, machine, subject, from_state, to_state, role, actor)
    select change.id, machine, subject, from_state, to_state, 'buyer', $3 from held, (values
      ($6::uuid, 'product', $1::uuid, 'live', 'reserved'),
      ($7::uuid, 'booking', $2::uuid, null, 'held')
    ) as change (id, machine, subject, from_state, to_state)
    returning *
  ), emitted as (
    insert into events (id, kind, subject, actor, data)
    select id, machine || '.' || to_state, subject, actor,
      jsonb_build_object('from', from_state, 'to', to_state, 'role', role, 'reason', null) from recorded
    returning id
  )
  insert into event_outbox (event_id) select id from emitted`;

interface Body {
  readonly productId: string;
  readonly buyerId: string;
  readonly userLocation: string;
  readonly phone: string;
}

/** `POST /bookedProduct` */
export function baselineBooking(app: FastifyInstance, pool: pg.Pool): void {
  app.post<{ Body: Body }>('/bookedProduct', async ({ body }, reply) => {
    const id = uuidv7();
    const values = [body.productId, id, body.buyerId, body.userLocation, body.phone, uuidv7(), uuidv7()];
    const { rowCount } = await pool.query({ name: 'book', text, values });
    if (rowCount !== 2) return reply.code(409).send({ acknowledged: false });
    return { acknowledged: true, insertedId: id };
  });
}
