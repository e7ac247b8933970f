/** Records the reversals that the processor has made or refused, whatever the database knows about them. */
import type Stripe from 'stripe';

import { isId } from '#contract/id.ts';
import { askProcessor } from '#server/payments/service.ts';
import type { Executor, Transaction } from '#server/platform/postgres/database.ts';
import { type PayoutServices, sellerQueue } from './payout-services.ts';
import { postReversal } from './post-payouts.ts';
import * as store from './store-payouts.ts';

/** The processor's answer. */
export type Outcome = { readonly reversalId: string } | { readonly refusal: string };

/** Records the answer about a reversal that we asked for, once. */
export async function storeReversal(
  tx: Transaction,
  { jobs, clock }: PayoutServices,
  id: string,
  outcome: Outcome,
): Promise<void> {
  const known = await store.findReversal(tx, id);
  const payout = known && (await store.lockPayout(tx, known.payoutId));
  const reversal = await store.lockReversal(tx, id);
  if (reversal?.state !== 'requested' || payout === undefined) return;
  if ('refusal' in outcome) return store.refuseReversal(tx, id, outcome.refusal);
  const { reversalId } = outcome;
  await store.endReversal(tx, id, reversalId);
  const { cause, amountCents } = reversal;
  const at = clock.now();
  await postReversal(tx, payout, { reversalId, cause, amountCents }, at);
  if (cause === 'bank' && (payout.state === 'sent' || payout.state === 'paid'))
    await store.movePayout(tx, payout.id, 'failed', {
      reason: payout.failureReason,
      endedAt: at,
    });
  await jobs.enqueue(tx, sellerQueue, { sellerId: payout.sellerId });
}

/**
 * Records the reversals of a transfer, also those that were made by hand at the processor or that a restore from a
 * backup has lost.
 *
 * @throws Failure payments.processor-unreachable
 */
export async function followReversals(services: PayoutServices, transferId: string): Promise<void> {
  const { db } = services;
  const payout = await store.findByTransfer(db, transferId);
  if (payout === undefined) return;
  for (const made of await listMade(services, transferId))
    await db.transaction(async (tx) => {
      const own = ownIdOf(made);
      const isOwn = own !== undefined && (await store.findReversal(tx, own)) !== undefined;
      return isOwn
        ? storeReversal(tx, services, own, { reversalId: made.id })
        : storeFound(tx, services, payout.id, made);
    });
}

/** A reversal that we did not ask for, or no longer know of. */
async function storeFound(
  tx: Transaction,
  services: PayoutServices,
  payoutId: string,
  { id: reversalId, amount: amountCents }: Stripe.TransferReversal,
): Promise<void> {
  const payout = await store.lockPayout(tx, payoutId);
  if (payout === undefined || (await store.findReversalByProcessor(tx, reversalId)) !== undefined) return;
  // Whoever reverses by hand what a bank has refused ends that payout.
  const isOfBank = payout.failureReason !== null && (await store.findLeft(tx, payout)) === amountCents;
  const id = await store.insertReversal(tx, { payoutId, cause: isOfBank ? 'bank' : 'debt', amountCents });
  // The event is tried again when the processor has answered.
  if (id === undefined) throw new Error('Another reversal of this transfer is in progress');
  await storeReversal(tx, services, id, { reversalId });
}

/**
 * The reversal that the processor has made for this request. A restore from a backup may have lost the request for
 * which it was made: then it counts for the one that has taken its place.
 *
 * @throws Failure payments.processor-unreachable
 */
export async function findMade(
  services: PayoutServices,
  transferId: string,
  { id, amountCents }: store.ReversalRow,
): Promise<string | undefined> {
  const made = await listMade(services, transferId);
  const own = made.find((reversal) => ownIdOf(reversal) === id);
  if (own !== undefined) return own.id;
  for (const reversal of made)
    if (reversal.amount === amountCents && (await isLost(services.db, reversal))) return reversal.id;
  return undefined;
}

async function isLost(db: Executor, reversal: Stripe.TransferReversal): Promise<boolean> {
  const own = ownIdOf(reversal);
  if (own === undefined || (await store.findReversal(db, own)) !== undefined) return false;
  return (await store.findReversalByProcessor(db, reversal.id)) === undefined;
}

const listMade = ({ stripe }: PayoutServices, transferId: string): Promise<Stripe.TransferReversal[]> =>
  askProcessor(async () => (await stripe.transfers.listReversals(transferId, { limit: 100 })).data);

/** The id of our request, which each of our reversals names. */
function ownIdOf({ metadata }: Stripe.TransferReversal): string | undefined {
  const id = metadata?.['reversalId'];
  return id !== undefined && isId(id) ? id : undefined;
}
