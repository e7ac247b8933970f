/** Orders that are settled and completed, beside bare statements that write the same rows. */
import type Stripe from 'stripe';

import { currency } from '#contract/money.ts';
import { acceptPhone, confirmReceipt } from '#server/orders/move-by-people.ts';
import { settlePayment } from '#server/payments/settle-payment.ts';
import { loadConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { openServices } from '#server/services.ts';
import { type Deal, settleBarely } from './baseline-settling.ts';
import type { Market } from './market.ts';
import type { Options } from './options.ts';
import type { Row } from './table.ts';

const atOnce = 10;

/** Both write within this process, so that neither pays for HTTP. */
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
    const own = await rateOf(deals.slice(0, perRound), ours);
    const bare = await rateOf(deals.slice(perRound), (deal) => settleBarely(market.pool, deal));
    // The first round warms up.
    if (round === 0) continue;
    rates.ours.push(own);
    rates.baseline.push(bare);
  }
  await checkAlike(market);
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
  // Of an intent only these fields are read.
  ({
    id: transactionId,
    status: 'succeeded',
    amount: amountCents,
    currency,
    metadata: { bookingId },
    latest_charge: null,
  }) as unknown as Stripe.PaymentIntent;

/** Bookings that are held and whose payment has begun. */
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
       insert into bookings (id, product_id, buyer_id, sell_cents, user_location, phone, hold_expires_at)
       select gen_random_uuid(), phone.id, buyer.id, sell_cents, 'Gulshan 2', '01811000000', now() + interval '1 day'
       from phone, buyer returning *
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

/** Both sides have written as many rows of each kind. */
async function checkAlike({ pool }: Market): Promise<void> {
  const { rows } = await pool.query<{ table: string; odd: string }>(
    `select 'state_changes' as table, count(*) % 2 as odd from state_changes
     union all select 'events', count(*) % 2 from events
     union all select 'ledger_entries', count(*) % 2 from ledger_entries`,
  );
  const odd = rows.find((row) => Number(row.odd) !== 0);
  if (odd !== undefined) throw new Error(`The two sides have not written the same rows: ${odd.table}`);
}
