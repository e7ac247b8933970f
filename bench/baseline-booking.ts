import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

/** One phone, one holder, in one statement and one commit; nobody asks who the buyer is. */
const text = `
  with taken as (
    update products set state = 'reserved', updated_at = now() where id = $1 and state = 'live'
    returning id, sell_cents
  )
  insert into bookings (id, product_id, buyer_id, sell_cents, user_location, phone, hold_expires_at)
  select $2, id, $3, sell_cents, $4, $5, now() + interval '1 day' from taken`;

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
    const values = [body.productId, id, body.buyerId, body.userLocation, body.phone];
    const { rowCount } = await pool.query({ name: 'book', text, values });
    if (rowCount !== 1) return reply.code(409).send({ acknowledged: false });
    return { acknowledged: true, insertedId: id };
  });
}
