/** Onboards the demo's seller at the processor's stand-in, by its form. */
import { startOnboarding } from '#server/payouts/service.ts';
import type { Services } from './services.ts';

/**
 * Onboards a seller, if they are not onboarded; the next run continues an interrupted one. Does nothing if payouts are
 * made by hand.
 *
 * @throws Error if the stand-in does not accept the form
 */
export async function onboardDemoSeller({ payouts, config }: Services, sellerId: string): Promise<void> {
  if (payouts.method !== 'stripe') return;
  const { $client } = payouts.db;
  const known = await $client.query('select 1 from payout_sellers where seller_id = $1 and is_submitted', [
    sellerId,
  ]);
  if (known.rowCount !== 0) return;
  // The public URL may lead to a proxy that this process cannot reach.
  const { pathname } = new URL(await startOnboarding(payouts, sellerId));
  const address = `http://127.0.0.1:${config.port}${pathname}`;
  const page = await (await fetch(address)).text();
  const [, visit] = /name="visit" value="(\w+)"/.exec(page) ?? [];
  const form = new URLSearchParams({ visit: visit ?? '', bank: '000123456789', outcome: 'complete' });
  const answer = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
  if (visit === undefined || answer.status !== 303)
    throw new Error(`The demo's seller could not be onboarded: ${answer.status}`);
}
