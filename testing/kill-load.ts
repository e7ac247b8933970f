/** Buyers who book and pay continuously, and record exactly what the server has acknowledged. */
import { vi } from 'vitest';

import { intentOf } from './card-processor.ts';
import { newBooking, type TestPerson } from './market.ts';

interface Shop {
  readonly address: string;
  readonly services: { readonly config: { readonly stripe: { readonly publishableKey: string } } };
}

/** The calls that were answered with 200: their effects must survive every kill. */
export interface Acknowledged {
  readonly booked: Set<string>;
  readonly deleted: Set<string>;
  /** Charged at the processor, whether or not anybody reported it. */
  readonly charged: Set<string>;
  readonly paid: Set<string>;
  /** Status and code of every other answer. */
  readonly refused: { readonly status: number; readonly code: string | undefined }[];
  /** Calls that ended without an answer. */
  readonly broken: unknown[];
}

export interface Load {
  readonly seen: Acknowledged;
  /** Stops after the calls in progress. */
  stop(): Promise<void>;
}

/** No call may take longer, whatever happens to the server. */
const timeoutMs = 30_000;

/** Every buyer goes through `phones` in a different order; each fifth booking is deleted instead of paid. */
export function bookAndPay(shop: Shop, buyers: readonly TestPerson[], phones: readonly string[]): Load {
  const seen: Acknowledged = {
    booked: new Set(),
    deleted: new Set(),
    charged: new Set(),
    paid: new Set(),
    refused: [],
    broken: [],
  };
  let isStopping = false;
  let begun = 0;
  const isFifth = () => (begun += 1) % 5 === 0;
  const runs = buyers.map(async (buyer, index) => {
    const own = index % 2 === 0 ? phones : phones.toReversed();
    for (const productId of own) {
      if (isStopping) return;
      await oneOrder(shop, buyer, productId, seen, isFifth).catch((error: unknown) =>
        seen.broken.push(error),
      );
    }
  });
  return {
    seen,
    stop: async () => {
      isStopping = true;
      await Promise.all(runs);
    },
  };
}

async function oneOrder(
  shop: Shop,
  buyer: TestPerson,
  productId: string,
  seen: Acknowledged,
  isFifth: () => boolean,
): Promise<void> {
  const call = async (method: string, path: string, content?: object) => {
    const reply = await buyer.request(method, path, {
      ...(content && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(content) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (reply.status !== 200) seen.refused.push({ status: reply.status, code: reply.body.code });
    if (reply.status >= 500) await untilReady(shop);
    return reply.status === 200 ? reply.body : undefined;
  };
  const booking = await call('POST', '/bookedProduct', { productId, ...newBooking });
  if (booking === undefined) return;
  const paymentId: string = booking.insertedId;
  seen.booked.add(paymentId);
  const begun = await call('POST', '/create-payment-intent', { paymentId });
  if (begun === undefined) return;
  if (isFifth()) {
    // Once the deletion is requested, its outcome is uncertain.
    seen.booked.delete(paymentId);
    if ((await call('DELETE', `/bookedProduct?id=${paymentId}`)) !== undefined) seen.deleted.add(paymentId);
    return;
  }
  if (!(await isCharged(shop, begun.clientSecret))) return;
  seen.charged.add(paymentId);
  const transactionId = intentOf(begun.clientSecret);
  if ((await call('POST', '/payments', { paymentId, transactionId })) !== undefined) seen.paid.add(paymentId);
}

/** While the server fails, a buyer waits instead of using up every phone. */
const untilReady = ({ address }: Shop): Promise<void> =>
  vi.waitFor(
    async () => {
      const { ok } = await fetch(`${address}/readyz`);
      if (!ok) throw new Error('not ready');
    },
    { timeout: timeoutMs, interval: 50 },
  );

async function isCharged({ address, services }: Shop, secret: string): Promise<boolean> {
  const key = services.config.stripe.publishableKey;
  const response = await fetch(`${address}/sandbox/stripe/v1/payment_intents/${intentOf(secret)}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ key, client_secret: secret, payment_method: 'pm_card_visa' }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  return response.ok;
}
