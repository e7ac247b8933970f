/** Orders that are settled and completed, compared with bare statements that write the same rows. */
import type Stripe from 'stripe';

import { currency } from '#contract/money.ts';
import { acceptPhone, confirmReceipt } from '#server/orders/move-by-people.ts';
import { settlePayment } from '#server/payments/settle-payment.ts';
import { loadConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { openServices } from '#server/services.ts';
import { type Deal, writeSettledRows } from './baseline-settling.ts';
import type { Market } from './market.ts';
import type { Options } from './options.ts';
import type { Row } from './table.ts';

const atOnce = 10;

/** Both run within this process, so that neither has the cost of HTTP. */
export async function measureSettling(market: Market, { rounds, isQuick }: Options): Promise<Row[]> {
  const perRound = isQuick ? 300 : 1000;
  const services = await openServices({
    config: loadConfig(market.env),
    log: createLog('silent'),
    databaseUrl: market.env.DATABASE_URL ?? '',
    directUrl: market.env.DATABASE_URL ?? '',
    smtpUrl: 'smtp://127.0.0.1:1',
  });
  const acting = { ...services, publicUrl: services.config.publicUrl };
  const ours = async (deal: Deal): Promise<void> => {
    const buyer = { ...deal.buyer, isSeller: false, isAdmin: false, emailConfirmed: true };
    const outcome = await settlePayment(services, intentOf(deal));
    if (outcome !== 'settled') throw new Error(`A charge was not settled: ${outcome}`);
    await confirmReceipt(acting, deal.bookingId, buyer, {});
    await acceptPhone(acting, deal.bookingId, buyer, {});
  };
  const rates = { ours: new Array<number>(), baseline: new Array<number>() };
  for (let round = 0; round < rounds + 1; round += 1) {
    const deals = await prepare(market, 2 * perRound);
    const [own, bare] = [deals.slice(0, perRound), deals.slice(perRound)];
    const settle = {
      ours: () => rateOf(own, ours),
      baseline: () => rateOf(bare, (deal) => writeSettledRows(market.pool, deal)),
    };
    // The state of the machine may change, so each side goes first every other time.
    const sides = round % 2 === 0 ? (['ours', 'baseline'] as const) : (['baseline', 'ours'] as const);
    for (const side of sides) {
      const rate = await settle[side]();
      // The first round warms up.
      if (round > 0) rates[side].push(rate);
    }
    if (round > 0) await checkAlike(market, own, bare);
  }
  await services.close();
  return [
    {
      work: 'orders settled and completed',
      ...rates,
      bound: { kind: 'least share', of: 0.5 },
      unit: 'orders/s',
    },
  ];
}

async function rateOf(deals: readonly Deal[], settle: (deal: Deal) => Promise<void>): Promise<number> {
  const waiting = [...deals];
  const startedAt = performance.now();
  const work = async (): Promise<void> => {
    for (let deal = waiting.shift(); deal !== undefined; deal = waiting.shift()) await settle(deal);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return deals.length / ((performance.now() - startedAt) / 1000);
}

const intentOf = ({ transactionId, amountCents, bookingId }: Deal): Stripe.PaymentIntent =>
  // Only these fields of an intent are read.
  ({
    id: transactionId,
    status: 'succeeded',
    amount: amountCents,
    currency,
    metadata: { bookingId },
    latest_charge: null,
  }) as unknown as Stripe.PaymentIntent;

/** Active bookings whose payment has begun. */
async function prepare({ pool }: Market, count: number): Promise<Deal[]> {
  const { rows } = await pool.query<Deal>(
    `with phone as (
       update products set state = 'reserved' where id in (
         select id from products where state = 'live'
           and not exists (select from bookings where product_id = products.id) limit $1)
       returning id, seller_id, sell_cents
     ), buyer as (
       select id, email, name from users where user_type = 'Buyer' order by id limit 1
     ), booked as (
       insert into bookings (id, product_id, buyer_id, sell_cents, listing, user_location, phone, hold_expires_at)
       select gen_random_uuid(), products.id, buyer.id, products.sell_cents, listing_snapshot(products), 'Gulshan 2',
         '01811000000', now() + interval '1 day'
       from phone join products on products.id = phone.id, buyer returning *
     ), paid as (
       insert into payments (id, booking_id, transaction_id, amount_cents)
       select gen_random_uuid(), id, 'pi_' || md5(id::text), sell_cents from booked returning *
     )
     select booked.id as "bookingId", paid.id as "paymentId", transaction_id as "transactionId",
       amount_cents as "amountCents", product_id as "productId", phone.seller_id as "sellerId",
       json_build_object('id', buyer.id, 'email', buyer.email, 'name', buyer.name) as buyer
     from booked join paid on booking_id = booked.id join phone on phone.id = product_id cross join buyer`,
    [count],
  );
  return rows;
}

/** Checks that both sides have written the same number of rows of each kind. */
async function checkAlike(market: Market, ours: readonly Deal[], bare: readonly Deal[]): Promise<void> {
  const [written, barely] = [await countRows(market, ours), await countRows(market, bare)];
  if (JSON.stringify(written) !== JSON.stringify(barely))
    throw new Error(
      `The two sides have not written the same rows: ${JSON.stringify(written)}, ${JSON.stringify(barely)}`,
    );
}

async function countRows({ pool }: Market, deals: readonly Deal[]): Promise<unknown> {
  const { rows } = await pool.query(
    `select
       (select count(*) from orders where id = any($1) and state = 'completed') as orders,
       (select count(*) from bookings where id = any($1) and state = 'paid' and listing is not null) as bookings,
       (select count(*) from payments where id = any($2) and state = 'succeeded') as payments,
       (select count(*) from products where id = any($3) and state = 'sold') as products,
       (select count(*) from state_changes where subject = any($1 || $2 || $3)) as state_changes,
       (select count(*) from events where subject = any($1 || $2 || $3)) as events,
       (select count(*) from event_outbox join events on events.id = event_id
         where subject = any($1 || $2 || $3)) as event_outbox,
       (select count(*) from ledger_entries where order_id = any($1)) as ledger_entries,
       (select count(*) from ledger_statement_rows where order_id = any($1)) as ledger_statement_rows,
       (select count(*) from charge_fees where transaction_id = any($4)) as charge_fees`,
    [
      deals.map(({ bookingId }) => bookingId),
      deals.map(({ paymentId }) => paymentId),
      deals.map(({ productId }) => productId),
      deals.map(({ transactionId }) => transactionId),
    ],
  );
  return rows[0];
}
