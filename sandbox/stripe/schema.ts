import type pg from 'pg';

/**
 * Creates the stand-in's own schema if it is missing; any number of processes may start concurrently, while others
 * work. Each statement has its own transaction: one that locks a table and then waits for another would deadlock with a
 * process that has the second and reads the first.
 */
export async function prepareSchema(pool: pg.Pool): Promise<void> {
  // PostgreSQL runs the statements of one query in a transaction of their own.
  const lock = "select pg_advisory_xact_lock(hashtextextended('sandbox_stripe', 0))";
  for (const statement of statements) await pool.query(`${lock}; ${statement}`);
}

// `json`, not `jsonb`: answers keep the order of Stripe's fields.
const statements = [
  'create schema if not exists sandbox_stripe',
  `create table if not exists sandbox_stripe.objects (
     id text primary key,
     seq bigint generated always as identity,
     object text not null,
     parent text,
     created bigint not null,
     data json not null
   )`,
  // Null for the platform's own.
  'alter table sandbox_stripe.objects add column if not exists account text',
  'create index if not exists objects_newest on sandbox_stripe.objects (object, seq desc)',
  `create index if not exists objects_of_parent on sandbox_stripe.objects (parent)
     where parent is not null`,
  `create table if not exists sandbox_stripe.requests (
     key text primary key,
     path text not null,
     fingerprint text not null,
     request_id text not null,
     status integer not null,
     body json not null,
     created_at timestamptz not null default now()
   )`,
  `create table if not exists sandbox_stripe.deliveries (
     event_id text primary key references sandbox_stripe.objects (id),
     attempts integer not null default 0,
     due_at timestamptz not null default now(),
     delivered_at timestamptz,
     last_failure text
   )`,
  `create index if not exists deliveries_due on sandbox_stripe.deliveries (due_at)
     where delivered_at is null`,
  `create table if not exists sandbox_stripe.refund_outcomes (
     refund_id text primary key references sandbox_stripe.objects (id),
     status text not null,
     due_at timestamptz not null
   )`,
  `create table if not exists sandbox_stripe.bank_payout_outcomes (
     payout_id text primary key references sandbox_stripe.objects (id),
     due_at timestamptz not null
   )`,
  `create table if not exists sandbox_stripe.payouts_due (
     account text primary key references sandbox_stripe.objects (id),
     due_at timestamptz not null
   )`,
  `create table if not exists sandbox_stripe.payout_outcomes (
     payout_id text primary key references sandbox_stripe.objects (id),
     due_at timestamptz not null
   )`,
  `create table if not exists sandbox_stripe.payout_parts (
     payout_id text not null references sandbox_stripe.objects (id),
     transaction_id text primary key references sandbox_stripe.objects (id)
   )`,
  'create index if not exists payout_parts_of on sandbox_stripe.payout_parts (payout_id)',
  // Stripe also deletes idempotency keys after a day.
  "delete from sandbox_stripe.requests where created_at < now() - interval '1 day'",
];
