/** Records the transfers that the processor has made, whatever the database knows about them. */
import type Stripe from 'stripe';

import { isId } from '#contract/id.ts';
import { findTransactions } from '#server/payments/service.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import { idOf } from '#server/platform/stripe/id-of.ts';
import { followReversals } from './follow-reversals.ts';
import { type PayoutServices, sellerQueue } from './payout-services.ts';
import { postTransfer } from './post-payouts.ts';
import { findSellerOf, lockSeller } from './repository.ts';
import { findByTransfer, findRequested, insertPayout, lockPayout, movePayout } from './store-payouts.ts';

/**
 * Records a transfer once. The payout that it names becomes `sent`, even if it was cancelled or failed meanwhile: the
 * money has left, and what is no longer due is reversed. A transfer gets a payout of its own if a restore from a backup
 * has lost the one that it names, or if that one has been made before. A transfer that names none is not ours.
 *
 * @throws Failure payments.processor-unreachable
 */
export async function recordTransfer(services: PayoutServices, transfer: Stripe.Transfer): Promise<void> {
  const { payoutId = '', orderId = '' } = transfer.metadata;
  if (!isId(payoutId) || !isId(orderId)) return;
  const sellerId = await findSellerOf(services.db, orderId);
  if (sellerId === undefined) {
    services.log.warn({ transfer: transfer.id }, 'a transfer belongs to an order that is unknown');
    return;
  }
  await services.db.transaction((tx) => store(tx, services, { transfer, payoutId, orderId, sellerId }));
  // Also of one that is recorded already: the process may have died in between.
  if (transfer.amount_reversed > 0) await followReversals(services, transfer.id);
}

interface Found {
  readonly transfer: Stripe.Transfer;
  readonly payoutId: string;
  readonly orderId: string;
  readonly sellerId: string;
}

async function store(
  tx: Transaction,
  services: Pick<PayoutServices, 'jobs' | 'clock' | 'log'>,
  found: Found,
): Promise<void> {
  const { jobs, clock } = services;
  const { transfer, payoutId, sellerId } = found;
  await lockSeller(tx, sellerId);
  if ((await findByTransfer(tx, transfer.id)) !== undefined) return;
  const named = await lockPayout(tx, payoutId);
  const isAwaited = named !== undefined && named.transferId === null;
  const payout = isAwaited ? named : await insertFound(tx, services, found);
  const at = clock.now();
  await movePayout(tx, payout.id, 'sent', {
    transferId: transfer.id,
    sentAt: at,
    endedAt: null,
    failureReason: null,
    unansweredAt: null,
  });
  await postTransfer(tx, payout, transfer.id, at);
  await jobs.enqueue(tx, sellerQueue, { sellerId });
}

/** A payout for a transfer that no payout waits for. What is set aside is decided again, with less money. */
async function insertFound(
  tx: Transaction,
  { clock, log }: Pick<PayoutServices, 'clock' | 'log'>,
  { transfer, orderId, sellerId }: Found,
) {
  log.error({ transfer: transfer.id, orderId }, 'the processor has made a transfer that no payout waits for');
  const requested = await findRequested(tx, sellerId);
  // The bank may have been told to pay it already. The event is tried again later, and then shown to an admin.
  if (requested?.method === 'manual') throw new Error('A line of this seller is waiting to be paid by bank');
  if (requested !== undefined)
    await movePayout(tx, requested.id, 'cancelled', { endedAt: clock.now(), unansweredAt: null });
  const charge = (await findTransactions(tx, [orderId])).get(orderId) ?? null;
  const accountId = idOf(transfer.destination) ?? null;
  const row = {
    sellerId,
    method: 'stripe',
    amountCents: transfer.amount,
    orderId,
    charge,
    accountId,
  } as const;
  const payout = await lockPayout(tx, await insertPayout(tx, row));
  if (payout === undefined) throw new Error('The payout was not stored');
  return payout;
}
