/** The buyer's card and the processor's events, for tests that control what arrives, when and how often. */
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { expect, vi } from 'vitest';

import { processorEventTypes } from '#contract/payments-inbox.ts';
import { receiveStripeEvent } from '#contract/payments.ts';
import { payments } from '#db/tables/payments.ts';
import { endDue } from '#sandbox/stripe/sandbox.ts';
import { readEvents } from '#server/payments/read-events.ts';
import { recordRefunds } from '#server/payments/record-refunds.ts';
import type { Config } from '#server/platform/config.ts';
import type { Services } from '#server/services.ts';

import type { Caller, Reply } from './caller.ts';
import { type Market, openMarket, type TestPerson } from './market.ts';

interface Shop {
  readonly address: string;
  readonly services: Pick<Services, 'db' | 'stripe' | 'config'>;
}

/** Begins to pay a booking. @returns the client secret */
export async function beginPayment(buyer: Caller, paymentId: string): Promise<string> {
  const { status, body } = await buyer.post('/create-payment-intent', { paymentId });
  if (status !== 200) throw new Error(`refused: ${status} ${JSON.stringify(body)}`);
  return body.clientSecret;
}

/** An order that waits for its payment. */
export interface Order {
  readonly buyer: TestPerson;
  readonly seller: TestPerson;
  readonly productId: string;
  readonly bookingId: string;
  /** The intent's client secret, with which the page accesses it. */
  readonly secret: string;
}

/** Lists a phone, books it and begins to pay, each by a new person unless `known` is the buyer. */
export async function beginOrder(market: Market, known?: TestPerson): Promise<Order> {
  const [buyer, seller] = await Promise.all([known ?? market.person('buyer'), market.person('seller')]);
  const productId = await market.phone(seller);
  const bookingId = await market.booking(buyer, productId);
  return { buyer, seller, productId, bookingId, secret: await beginPayment(buyer, bookingId) };
}

/** The intent that paid an order. */
export async function chargeOfOrder(
  { services }: Pick<Market, 'services'>,
  orderId: string,
): Promise<string> {
  const [row] = await services.db.select().from(payments).where(eq(payments.bookingId, orderId));
  return row?.transactionId ?? '';
}

/**
 * Gives an order's charge back as an employee does in the processor's dashboard, with the event processed.
 *
 * @param amount in cents; absent: all of it
 */
export async function refundByHand(
  market: Pick<Market, 'services'>,
  orderId: string,
  amount?: number,
): Promise<void> {
  const { services } = market;
  const charge = await chargeOfOrder(market, orderId);
  await services.stripe.refunds.create({
    payment_intent: charge,
    ...(amount === undefined ? {} : { amount }),
  });
  await recordRefunds(services, charge);
}

/** The intent of a client secret. */
export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** Charges a card by an intent that belongs to no payment of ours, in the currency's cents. @returns the intent */
export async function chargeApart(
  { services }: Shop,
  amount: number,
  bookingId?: string,
  { currency = 'usd', card = 'pm_card_visa' } = {},
): Promise<string> {
  const { id, status } = await services.stripe.paymentIntents.create({
    amount,
    currency,
    confirm: true,
    payment_method: card,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    ...(bookingId === undefined ? {} : { metadata: { bookingId } }),
  });
  expect(status).toBe('succeeded');
  return id;
}

/** Confirms as the page does: with the publishable key and the client secret. */
export async function confirmCard(
  { address, services }: Shop,
  clientSecret: string,
  card = 'pm_card_visa',
): Promise<{ status: number; body: { status?: string; error?: { message: string } } }> {
  const { publishableKey } = services.config.stripe;
  const response = await fetch(
    `${address}/sandbox/stripe/v1/payment_intents/${intentOf(clientSecret)}/confirm`,
    {
      method: 'POST',
      body: new URLSearchParams({ key: publishableKey, client_secret: clientSecret, payment_method: card }),
    },
  );
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) };
}

/** Keeps the processor from sending any event until {@link sendHeldEvents}, as if the receiver were cut off. */
export const holdEvents = (shop: Shop): Promise<unknown> => holdRows(shop, 'deliveries', 'hold_delivery');

/** The results of refunds arrive only with {@link endRefunds}, however long the test takes. */
export const holdRefunds = (shop: Shop): Promise<unknown> =>
  holdRows(shop, 'refund_outcomes', 'hold_outcome');

/** New rows of a table of the processor are never due, until its trigger of this name is dropped. */
const holdRows = ({ services }: Shop, table: string, name: string): Promise<unknown> =>
  services.db.$client.query(`
    create function ${name}() returns trigger language plpgsql
      as 'begin new.due_at = ''infinity''; return new; end';
    create trigger ${name} before insert on sandbox_stripe.${table}
      for each row execute function ${name}()`);

/**
 * A market whose unpaid bookings end after five minutes, whose processor sends nothing and ends no refund by itself,
 * and which does not ask it automatically: the test decides what happens and arrives, and when.
 */
export async function openSilentMarket(changes: Partial<Config> = {}): Promise<Market> {
  const market = await openMarket({ holdMinutes: 5, ...changes }, ['questions to the processor']);
  await holdEvents(market);
  await holdRefunds(market);
  return market;
}

/** Sends events as they happen again, including those that were held back. */
export async function sendHeldEvents({ services }: Shop): Promise<void> {
  await services.db.$client.query(`
    drop trigger hold_delivery on sandbox_stripe.deliveries;
    drop function hold_delivery;
    update sandbox_stripe.deliveries set due_at = now() where due_at = 'infinity'`);
}

/** Every call to the processor fails with 500 until the returned function is called. */
export async function takeProcessorDown({ services }: Shop): Promise<() => Promise<unknown>> {
  const { $client } = services.db;
  await $client.query('alter schema sandbox_stripe rename to sandbox_stripe_away');
  return () => $client.query('alter schema sandbox_stripe_away rename to sandbox_stripe');
}

/**
 * Every creation of such objects fails with 500, which the processor repeats for the same idempotency key for a day,
 * until the returned function is called.
 */
export async function failCreating({ services }: Shop, object: string): Promise<() => Promise<unknown>> {
  const { $client } = services.db;
  await $client.query(`
    create function fail_creating() returns trigger language plpgsql
      as 'begin raise exception ''broken''; end';
    create trigger fail_creating before insert on sandbox_stripe.objects for each row
      when (new.object = '${object}') execute function fail_creating()`);
  return () =>
    $client.query('drop trigger fail_creating on sandbox_stripe.objects; drop function fail_creating');
}

/** As if the time until the processor's next report about its refunds had passed. */
export const endRefunds = (shop: Shop): Promise<void> => endAll(shop, 'refund_outcomes');

/** As if the days that payouts to the bank take had passed. */
export const endPayouts = (shop: Shop): Promise<void> => endAll(shop, 'bank_payout_outcomes');

async function endAll({ services }: Shop, table: string): Promise<void> {
  const { $client } = services.db;
  await $client.query(`update sandbox_stripe.${table} set due_at = now()`);
  // The processor may be ending some itself at this moment.
  await vi.waitFor(async () => {
    await endDue($client);
    const { rows } = await $client.query(`select 1 from sandbox_stripe.${table}`);
    expect(rows).toEqual([]);
  }, 20_000);
}

/** Every event about an intent's charge that we handle, the oldest first. */
export async function findEvents({ services }: Shop, intentId: string): Promise<Stripe.Event[]> {
  const types = Object.keys(processorEventTypes);
  const { data } = await services.stripe.events.list({ types, limit: 100 });
  const isAbout = ({ data: { object } }: Stripe.Event): boolean =>
    ('id' in object && object.id === intentId) ||
    ('payment_intent' in object && object.payment_intent === intentId);
  return data.filter(isAbout).toReversed();
}

/** The event about an intent's charge; undefined while it is not charged. */
export async function findChargeEvent(
  { services }: Shop,
  intentId: string,
): Promise<Stripe.Event | undefined> {
  const { data } = await services.stripe.events.list({ type: 'payment_intent.succeeded', limit: 100 });
  return data.find((each) => each.type === 'payment_intent.succeeded' && each.data.object.id === intentId);
}

/** The event about a charge that has happened. */
export async function chargeEvent(shop: Shop, intentId: string): Promise<Stripe.Event> {
  const event = await findChargeEvent(shop, intentId);
  if (event === undefined) throw new Error(`${intentId} was not charged`);
  return event;
}

/** Sends an event as the processor does and, if it was acknowledged, waits until it is processed. */
export async function deliver(shop: Shop, event: { id: string }, changes?: Signing): Promise<Reply> {
  const reply = await sendEvent(shop, event, changes);
  if (reply.status === 200) await untilTried(shop, event.id);
  return reply;
}

/** Waits until an event of the inbox was processed, or has failed at least once. */
async function untilTried({ services }: Shop, eventId: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await services.db.$client.query(
        `select 1 from processor_events
         where event_id = $1 and (processed_at is not null or last_error is not null)`,
        [eventId],
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** Reads the processor's list of events and waits until what was new is processed. @returns how many were new */
export async function readNewEvents(market: Market): Promise<number> {
  const received = await readEvents(market.services);
  await vi.waitFor(
    async () => {
      const { rows } = await market.services.db.$client.query(
        `select 1 from processor_events where processed_at is null and last_error is null`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 20_000, interval: 20 },
  );
  return received;
}

interface Signing {
  readonly secret?: string;
  readonly at?: number;
  readonly signature?: string;
}

/** Sends an event as the processor does, and returns only whether it was acknowledged. */
export async function sendEvent(
  { address, services }: Shop,
  event: object,
  changes: Signing = {},
): Promise<Reply> {
  const payload = JSON.stringify(event);
  const signature =
    changes.signature ??
    services.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: changes.secret ?? services.config.stripe.webhookSecret,
      timestamp: Math.floor((changes.at ?? Date.now()) / 1000),
    });
  const response = await fetch(`${address}/api${receiveStripeEvent.path}`, {
    method: 'POST',
    body: payload,
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), headers: response.headers };
}

/** Reports a payment as the page does after the card was charged. */
export const report = (buyer: Caller, paymentId: string, transactionId: string): Promise<Reply> =>
  buyer.post('/payments', { paymentId, transactionId });
