import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

/** A booking whose card was charged. */
export interface Deal {
  readonly bookingId: string;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly amountCents: number;
  readonly productId: string;
  readonly sellerId: string;
  readonly buyer: { readonly id: string; readonly email: string; readonly name: string };
}

/** Writes the same rows as the product, without locks, checks or calls: a statement and a commit for each step. */
export async function writeSettledRows(pool: pg.Pool, deal: Deal): Promise<void> {
  const { bookingId, paymentId, transactionId, amountCents, productId, sellerId, buyer } = deal;
  await pool.query({
    name: 'settle',
    text: settle,
    values: [bookingId, paymentId, transactionId, amountCents, productId, sellerId, buyer.id, ...ids(6)],
  });
  await pool.query({ name: 'receive', text: receive, values: [bookingId, buyer.id, ...ids(1)] });
  const values = [bookingId, transactionId, amountCents, sellerId, buyer.id, ...ids(3)];
  await pool.query({ name: 'complete', text: complete, values });
}

const ids = (count: number): string[] => Array.from({ length: count }, () => uuidv7());

const emit = `
  emitted as (
    insert into events (id, kind, subject, actor, data)
    select id, machine || '.' || to_state, subject, actor,
      jsonb_build_object('from', from_state, 'to', to_state, 'role', role, 'reason', null) from recorded
    returning id
  ), told as (insert into event_outbox (event_id) select id from emitted)`;

const settle = `
  with paid as (update payments set state = 'succeeded', settled_at = now(), updated_at = now() where id = $2),
  booked as (update bookings set state = 'paid', updated_at = now() where id = $1),
  sold as (update products set state = 'sold', updated_at = now() where id = $5::uuid),
  ended as (update advertisements set ended_at = now() where product_id = $5::uuid and ended_at is null),
  ordered as (
    insert into orders (id, product_id, buyer_id, seller_id, amount_cents, fee_percent, fee_fixed_cents, vat_percent,
      fee_cents, vat_cents, code_hash, code_sealed, due_at, remind_at)
    values ($1, $5::uuid, $7, $6, $4::int, 5, 50, 0, $4::int / 20, 0, repeat('a', 43), repeat('b', 60),
      now() + interval '14 days', now() + interval '3 days')
  ), recorded as (
    insert into state_changes (id, machine, subject, from_state, to_state, role)
    values ($8::uuid, 'payment', $2::uuid, 'pending', 'succeeded', 'system'),
      ($9::uuid, 'booking', $1::uuid, 'held', 'paid', 'system'),
      ($10::uuid, 'product', $5::uuid, 'reserved', 'sold', 'system'),
      ($11::uuid, 'order', $1::uuid, null, 'paid', 'system')
    returning *
  ), ${emit}, posted as (
    insert into ledger_entries (id, kind, side, from_account, to_account, amount_cents, order_id, charge, idempotency_key)
    values ($12::uuid, 'charge-settled', 'owner', 'world', 'order:' || $1, $4::int, $1, $3, 'charge:' || $3 || '/1'),
      ($13::uuid, 'charge-settled', 'place', 'world', 'processor', $4::int, $1, $3, 'charge:' || $3 || '/2')
  )
  insert into charge_fees (transaction_id) values ($3)`;

const receive = `
  with moved as (
    update orders set state = 'handed_over', updated_at = now(), due_at = now() + interval '2 days', remind_at = null,
      code_hash = null, code_sealed = null where id = $1
  ), recorded as (
    insert into state_changes (id, machine, subject, from_state, to_state, role, actor)
    values ($3::uuid, 'order', $1::uuid, 'paid', 'handed_over', 'buyer', $2::uuid) returning *
  ), ${emit} select`;

const complete = `
  with moved as (
    update orders set state = 'completed', updated_at = now(), due_at = null, ended_at = now() where id = $1
  ), recorded as (
    insert into state_changes (id, machine, subject, from_state, to_state, role, actor)
    values ($6::uuid, 'order', $1::uuid, 'handed_over', 'completed', 'buyer', $5::uuid) returning *
  ), ${emit}
  insert into ledger_entries (id, kind, side, from_account, to_account, amount_cents, order_id, charge, idempotency_key)
  values ($7::uuid, 'completed', 'owner', 'order:' || $1, 'seller:' || $4, $3::int - $3::int / 20, $1, $2,
      'completed:' || $1 || '/1'),
    ($8::uuid, 'completed', 'owner', 'order:' || $1, 'fees', $3::int / 20, $1, $2, 'completed:' || $1 || '/2')`;
