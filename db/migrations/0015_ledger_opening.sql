-- What was charged and given back before there was a ledger, posted once: each row has the key under which the product
-- itself would record the event, so running this again, or hearing of the event again, adds nothing.
CREATE FUNCTION pg_temp.ledger_id(at timestamptz) RETURNS uuid LANGUAGE sql AS $$
  -- A UUIDv7 of that moment: rows sort by id in the order of what happened.
  select encode(
    set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
      substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;
--> statement-breakpoint
CREATE TEMPORARY TABLE opening_charges AS
  select transaction_id as charge, booking_id as order_id, 'order:' || booking_id as account, amount_cents,
    state = 'refunded' or is_refund_due as is_whole_refund, coalesce(settled_at, created_at) as at, updated_at
  from payments where state in ('succeeded', 'refunded')
  union all
  select issue.transaction_id, null, 'unallocated', issue.amount_cents,
    issue.state <> 'open', issue.charged_at, issue.updated_at
  from charge_issues as issue
  where issue.currency = 'usd' and not exists (
    select from payments where payments.transaction_id = issue.transaction_id and payments.state in ('succeeded', 'refunded'))
    -- Charged and given back before we heard of it, by refunds that were never read: nothing is left of it.
    and (issue.problem <> 'returned' or exists (
      select from refunds where refunds.transaction_id = issue.transaction_id and refunds.state = 'succeeded'));
--> statement-breakpoint
-- Before each attempt had a row, the payment alone named its refund.
CREATE TEMPORARY TABLE opening_refunds AS
  select refunds.refund_id, opening_charges.*, refunds.amount_cents as refunded_cents, refunds.updated_at as refunded_at
  from refunds join opening_charges on charge = transaction_id
  where state = 'succeeded' and refund_id is not null
  union all
  select payments.refund_id, opening_charges.*, payments.amount_cents, payments.updated_at
  from payments join opening_charges on charge = transaction_id
  where state = 'refunded' and refund_id is not null
    and not exists (select from refunds where refunds.refund_id = payments.refund_id);
--> statement-breakpoint
INSERT INTO ledger_entries (id, kind, side, from_account, to_account, amount_cents, order_id, charge, idempotency_key, at)
select pg_temp.ledger_id(at), case when order_id is null then 'charge-unallocated' else 'charge-settled' end,
  side, 'world', case side when 'owner' then account else 'processor' end, amount_cents, order_id, charge,
  'charge:' || charge || case side when 'owner' then '/1' else '/2' end, at
from opening_charges cross join unnest(array['owner', 'place']) as side
on conflict (idempotency_key) do nothing;
--> statement-breakpoint
-- Of a sale that was refunded by hand only what went back was decided.
INSERT INTO ledger_entries (id, kind, side, from_account, to_account, amount_cents, order_id, charge, idempotency_key, at)
select pg_temp.ledger_id(updated_at), 'refund-decided', 'owner', account, 'refunds_due', decided, order_id, charge,
  'refund-decided:' || charge || ':' || decided || '/1', updated_at
from (
  select *, case when is_whole_refund then amount_cents else least(amount_cents, (
    select coalesce(sum(refunded_cents), 0) from opening_refunds where opening_refunds.charge = opening_charges.charge
  )) end as decided from opening_charges
) as decisions
where decided > 0
on conflict (idempotency_key) do nothing;
--> statement-breakpoint
INSERT INTO ledger_entries (id, kind, side, from_account, to_account, amount_cents, order_id, charge, idempotency_key, at)
select pg_temp.ledger_id(refunded_at), 'refund-succeeded', side,
  case side when 'owner' then 'refunds_due' else 'processor' end, 'world', refunded_cents, order_id, charge,
  'refund:' || refund_id || case side when 'owner' then '/1' else '/2' end, refunded_at
from opening_refunds cross join unnest(array['owner', 'place']) as side
on conflict (idempotency_key) do nothing;
--> statement-breakpoint
-- What an admin has marked as settled elsewhere was paid by bank.
INSERT INTO ledger_entries (id, kind, side, from_account, to_account, amount_cents, order_id, charge, idempotency_key, at)
select pg_temp.ledger_id(settled_at), 'refund-by-bank', side,
  case side when 'owner' then 'refunds_due' else 'bank' end, 'world', rest, order_id, charge,
  'refund-by-bank:' || charge || case side when 'owner' then '/1' else '/2' end, settled_at
from (
  select opening_charges.*, issue.updated_at as settled_at, opening_charges.amount_cents - (
    select coalesce(sum(refunded_cents), 0) from opening_refunds where opening_refunds.charge = opening_charges.charge
  ) as rest
  from opening_charges join charge_issues as issue on issue.transaction_id = charge and issue.state = 'settled'
) as settled cross join unnest(array['owner', 'place']) as side
where rest > 0
on conflict (idempotency_key) do nothing;
--> statement-breakpoint
DROP TABLE opening_refunds, opening_charges;
--> statement-breakpoint
DROP FUNCTION pg_temp.ledger_id(timestamptz);
