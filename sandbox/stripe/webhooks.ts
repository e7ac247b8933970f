// Sends every event to the product, signed as Stripe signs: https://docs.stripe.com/webhooks
import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type Stripe from 'stripe';

export interface WebhookOptions {
  pool: pg.Pool;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** The endpoint for the platform's own events. */
  own: Endpoint;
  /** The endpoint for events of connected accounts. */
  connect: Endpoint;
  /** The pauses after the first failure, the second, …; after the last one it is given up. */
  retryDelaysMs?: readonly number[];
  pollIntervalMs?: number;
}

interface Endpoint {
  url: string;
  secret: string;
}

export interface WebhookSender {
  /** Reports that there may be something to send. */
  startDelivery: () => void;
  /** Waits for the deliveries in progress, and stops. */
  stop: () => Promise<void>;
}

/**
 * Sends in the background until stopped. Any number of processes may do so concurrently: each claims different rows,
 * and rows claimed by a killed one are due again after some seconds.
 */
export function sendWebhooks(options: WebhookOptions): WebhookSender {
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false;
      const due = await claimDue(options.pool);
      await Promise.all(due.map((delivery) => deliver(options, delivery)));
      if (due.length > 0) wanted = true;
    }
  }
  function startDelivery(): void {
    wanted = true;
    if (stopped || running !== undefined) return;
    running = drain()
      .catch((error: unknown) => options.log.error({ error }, 'stripe sandbox: webhooks cannot be read'))
      .finally(() => {
        running = undefined;
        if (wanted) startDelivery();
      });
  }
  const timer = setInterval(startDelivery, options.pollIntervalMs ?? 1000);
  timer.unref();
  return {
    startDelivery,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** The header `Stripe-Signature` for a body that is sent in this second. */
function signWebhook(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${signature}`;
}

interface Delivery {
  id: string;
  attempts: number;
  event: Stripe.Event;
}

const answerTimeoutMs = 10_000;
const leaseMs = 15_000;
const retryDelays = [1000, 3000, 10_000, 60_000, 300_000, ...Array.from({ length: 70 }, () => 3_600_000)];

async function claimDue(pool: pg.Pool): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(
    `with due as (
       select event_id from sandbox_stripe.deliveries
       where delivered_at is null and due_at <= now()
       order by due_at limit 10 for update skip locked
     )
     update sandbox_stripe.deliveries d
     set attempts = d.attempts + 1, due_at = now() + $1 * interval '1 millisecond'
     from due, sandbox_stripe.objects e
     where d.event_id = due.event_id and e.id = due.event_id
     returning d.event_id as id, d.attempts, e.data as event`,
    [leaseMs],
  );
  return rows;
}

async function deliver(options: WebhookOptions, delivery: Delivery): Promise<void> {
  const failure = await post(options, delivery.event);
  if (failure === undefined) {
    await options.pool.query(
      `update sandbox_stripe.deliveries set delivered_at = now(), last_failure = null where event_id = $1`,
      [delivery.id],
    );
    return;
  }
  const delayMs = (options.retryDelaysMs ?? retryDelays)[delivery.attempts - 1];
  options.log.warn({ event: delivery.id, failure, delayMs }, 'stripe sandbox: webhook not delivered');
  await options.pool.query(
    `update sandbox_stripe.deliveries
     set last_failure = $2, due_at = coalesce(now() + $3::float8 * interval '1 millisecond', 'infinity')
     where event_id = $1`,
    [delivery.id, failure, delayMs ?? null],
  );
}

async function post(options: WebhookOptions, event: Stripe.Event): Promise<string | undefined> {
  const body = JSON.stringify(event, undefined, 2);
  const { url, secret } = event.account === undefined ? options.own : options.connect;
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerTimeoutMs),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signWebhook(body, secret, Math.floor(Date.now() / 1000)),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
    });
    await response.body?.cancel();
    return response.ok ? undefined : `answered ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'unreachable';
  }
}
